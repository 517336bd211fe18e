/** Two-factor authentication: off, being set up, or on with its recovery codes. Every change requires reauthentication. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Day } from '@web/ui/display/times';
import { AppSetup } from './app-setup';
import { RecoveryCodes } from './recovery-codes';
import { DisableTwoFactorSheet } from './disable-two-factor-sheet';
import { TrustedDevices } from './trusted-devices';
import styles from './security.module.css';

type Pairing = ResponseOf<'POST /auth/two-factor/setup'>;

/** `onDone`: the user has saved the codes after switching two-factor authentication on. */
export function TwoFactorSettings({ onDone }: { onDone?: () => void }) {
  const dispatch = useAppDispatch();
  const { data, error, mutate } = useEndpoint('GET /auth/two-factor', {});
  const { withReauthentication, dialog } = useReauthentication();
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isDisabling, setDisabling] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = (): void => {
    void mutate();
    dispatch(refreshRequested());
  };
  const run = async <R,>(request: () => Promise<R>, onSuccess: (response: R) => void): Promise<void> => {
    setBusy(true);
    try {
      const response = await withReauthentication(request);
      if (response !== null) onSuccess(response);
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    setBusy(false);
  };
  const handleEnabled = (newCodes: string[]): void => {
    setPairing(null);
    setCodes(newCodes);
    void mutate();
  };
  const handleSaved = (): void => {
    setCodes(null);
    refresh();
    onDone?.();
  };

  return (
    <>
      <FormSection
        title="Authenticator app"
        description="Two-step verification: even if someone gets your password, they can’t log in without your code."
      >
        {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={2} /> : null}
        {codes !== null ? <RecoveryCodes codes={codes} onSaved={handleSaved} /> : null}
        {codes === null && pairing !== null ? (
          <AppSetup
            pairing={pairing}
            withReauthentication={withReauthentication}
            onEnabled={handleEnabled}
            onCancel={() => setPairing(null)}
          />
        ) : null}
        {data && codes === null && pairing === null && !data.isOn ? (
          <div className={styles.actions}>
            <Button kind="primary" busy={busy} onPress={() => void run(services.twoFactor['POST /auth/two-factor/setup'], setPairing)}>
              Set up app
            </Button>
          </div>
        ) : null}
        {data?.isOn && codes === null ? (
          <div className={styles.stack}>
            <p>
              {data.since === null ? (
                'On.'
              ) : (
                <>
                  On since <Day at={data.since} />.
                </>
              )}{' '}
              Recovery codes left: {data.recoveryCodesLeft} of {limits.twoFactor.recoveryCodes}.
            </p>
            {data.recoveryCodesLeft <= limits.twoFactor.recoveryCodesLow ? (
              <Notice tone="warn">You’re running low on recovery codes. Create new codes before you need them.</Notice>
            ) : null}
            <div className={styles.actions}>
              <Button
                busy={busy}
                onPress={() =>
                  void run(services.twoFactor['POST /auth/two-factor/recovery-codes'], ({ recoveryCodes }) => setCodes(recoveryCodes))
                }
              >
                Create new recovery codes
              </Button>
              <Button kind="danger" onPress={() => setDisabling(true)}>
                Turn off
              </Button>
            </div>
          </div>
        ) : null}
      </FormSection>
      {data?.isOn ? <TrustedDevices devices={data.devices} onChanged={() => void mutate()} /> : null}
      {isDisabling ? (
        <DisableTwoFactorSheet
          withReauthentication={withReauthentication}
          onClose={() => setDisabling(false)}
          onDisabled={() => {
            setDisabling(false);
            showToast({ tone: 'ok', text: 'Two-step verification is off' });
            refresh();
          }}
        />
      ) : null}
      {dialog}
    </>
  );
}
