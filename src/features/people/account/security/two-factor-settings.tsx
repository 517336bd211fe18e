/** The second step of the own sign-ins: off, being set up, or on with its recovery codes. Every change asks who is there. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { Day } from '@web/ui/display/times';
import { AppSetup } from './app-setup';
import { RecoveryCodes } from './recovery-codes';
import { SwitchOffSheet } from './disable-two-factor-sheet';
import { TrustedDevices } from './trusted-devices';
import styles from './security.module.css';

type Pairing = AnswerOf<'POST /auth/two-factor/setup'>;

/** `onDone`: the codes of a second step that was just switched on have been kept. */
export function SecondStepPart({ onDone }: { onDone?: () => void }) {
  const ask = useIntents();
  const { data, error, mutate } = useEndpoint('GET /auth/two-factor', {});
  const { withProof, dialog } = useReauthentication();
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [busy, setBusy] = useState(false);
  const changed = (): void => {
    void mutate();
    ask(refreshAsked());
  };
  const run = async <A,>(act: () => Promise<A>, then: (answer: A) => void): Promise<void> => {
    setBusy(true);
    try {
      const answer = await withProof(act);
      if (answer !== null) then(answer);
    } catch (refused) {
      showFailure(refused, messages.saveFailed);
    }
    setBusy(false);
  };
  const switchedOn = (made: string[]): void => {
    setPairing(null);
    setCodes(made);
    void mutate();
  };
  const kept = (): void => {
    setCodes(null);
    changed();
    onDone?.();
  };

  return (
    <>
      <FormSection
        title="Authenticator app"
        description="A second step for every login: a code that your phone shows. Who learns your password cannot get in with it alone."
      >
        {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={2} /> : null}
        {codes !== null ? <RecoveryCodes codes={codes} onKept={kept} /> : null}
        {codes === null && pairing !== null ? (
          <AppSetup pairing={pairing} withProof={withProof} onOn={switchedOn} onCancel={() => setPairing(null)} />
        ) : null}
        {data && codes === null && pairing === null && !data.isOn ? (
          <div className={styles.actions}>
            <Button kind="primary" busy={busy} onPress={() => void run(services.secondStep['POST /auth/two-factor/setup'], setPairing)}>
              Set up
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
                  On, since <Day at={data.since} />.
                </>
              )}{' '}
              Recovery codes left: {data.recoveryCodesLeft} of {limits.secondStep.recoveryCodes}.
            </p>
            {data.recoveryCodesLeft <= limits.secondStep.recoveryCodesLow ? (
              <Notice tone="warn">Few recovery codes are left. Make new ones before you need them.</Notice>
            ) : null}
            <div className={styles.actions}>
              <Button
                busy={busy}
                onPress={() =>
                  void run(services.secondStep['POST /auth/two-factor/recovery-codes'], ({ recoveryCodes }) => setCodes(recoveryCodes))
                }
              >
                Make new recovery codes
              </Button>
              <Button kind="danger" onPress={() => setLeaving(true)}>
                Turn off
              </Button>
            </div>
          </div>
        ) : null}
      </FormSection>
      {data?.isOn ? <TrustedDevices devices={data.devices} onChanged={() => void mutate()} /> : null}
      {isLeaving ? (
        <SwitchOffSheet
          withProof={withProof}
          onClose={() => setLeaving(false)}
          onOff={() => {
            setLeaving(false);
            showToast({ tone: 'ok', text: 'The second step is off' });
            changed();
          }}
        />
      ) : null}
      {dialog}
    </>
  );
}
