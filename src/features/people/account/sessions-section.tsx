/** Logged-in devices, this one first. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAppDispatch } from '@web/session/store/hooks';
import { logoutRequested } from '@web/session/store/intents';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import styles from './shared/account.module.css';

type Device = ResponseOf<'GET /auth/sessions'>[number];

export function SessionsSection() {
  const dispatch = useAppDispatch();
  const { data, error, mutate } = useEndpoint('GET /auth/sessions', {});
  const [endingId, setEndingId] = useState<string | null>(null);

  const endSessions = async (id: string, request: () => Promise<unknown>, text: string): Promise<void> => {
    if (endingId !== null) return;
    setEndingId(id);
    try {
      await request();
      showToast({ tone: 'ok', text });
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    await mutate();
    setEndingId(null);
  };
  const logOut = (device: Device): void => {
    if (device.isCurrent) dispatch(logoutRequested());
    else
      void endSessions(
        device._id,
        () => services.auth['DELETE /auth/sessions/:id']({ params: { id: device._id } }),
        `${translateMessage(device.device)} was logged out`,
      );
  };
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;

  return (
    <FormSection
      title="Devices"
      description="Where you’re logged in. If you don’t recognize a device, log it out and change your password."
      actions={
        others > 0 ? (
          <Button
            busy={endingId === 'others'}
            onPress={() => void endSessions('others', services.auth['DELETE /auth/sessions'], 'Logged out on all other devices')}
          >
            Log out everywhere else
          </Button>
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} /> : null}
      {data ? (
        <ul className={styles.rows} aria-label="Logged-in devices">
          {data.map((device) => (
            <li key={device._id} className={styles.row}>
              <div className={styles.rowWords} id={`device-${device._id}`}>
                <span className={styles.rowTitle}>{translateMessage(device.device)}</span>
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
              <Button size="small" busy={endingId === device._id} aria-describedby={`device-${device._id}`} onPress={() => logOut(device)}>
                Log out
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </FormSection>
  );
}
