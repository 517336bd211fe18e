/** The devices that are logged in, this one first. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useIntents } from '@web/session/store/hooks';
import { logoutAsked } from '@web/session/intents';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import styles from './shared/account.module.css';

type Device = AnswerOf<'GET /auth/sessions'>[number];

export function SessionsSection() {
  const ask = useIntents();
  const { data, error, mutate } = useEndpoint('GET /auth/sessions', {});
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (what: string, act: () => Promise<unknown>, text: string): Promise<void> => {
    if (ending !== null) return;
    setEnding(what);
    try {
      await act();
      showToast({ tone: 'ok', text });
    } catch (refused) {
      showFailure(refused, messages.saveFailed);
    }
    await mutate();
    setEnding(null);
  };
  const logOut = (device: Device): void => {
    if (device.isCurrent) ask(logoutAsked());
    else
      void end(
        device._id,
        () => services.auth['DELETE /auth/sessions/:id']({ params: { id: device._id } }),
        `${said(device.device)} was logged out`,
      );
  };
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;

  return (
    <FormSection
      title="Devices"
      description="Where you are logged in. End what you do not know, and change your password."
      actions={
        others > 0 ? (
          <Button
            busy={ending === 'others'}
            onPress={() => void end('others', services.auth['DELETE /auth/sessions'], 'All other devices were logged out')}
          >
            Log out everywhere else
          </Button>
        ) : null
      }
    >
      {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} /> : null}
      {data ? (
        <ul className={styles.rows} aria-label="Devices that are logged in">
          {data.map((device) => (
            <li key={device._id} className={styles.row}>
              <div className={styles.rowWords} id={`device-${device._id}`}>
                <span className={styles.rowTitle}>{said(device.device)}</span>
                <span className={styles.quiet}>
                  {device.isCurrent ? (
                    'This device'
                  ) : (
                    <>
                      Last used <TimeAgo at={device.lastUsedAt} />
                    </>
                  )}
                  {[device.country, device.address].filter(Boolean).map((place) => ` · ${place ?? ''}`)}
                </span>
              </div>
              <Button size="small" busy={ending === device._id} aria-describedby={`device-${device._id}`} onPress={() => logOut(device)}>
                Log out
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </FormSection>
  );
}
