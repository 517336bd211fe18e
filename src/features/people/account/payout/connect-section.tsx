/** The connected payment gateway account for payouts: created here, completed at the gateway. */
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { useState } from 'react';
import styles from '../shared/account.module.css';

interface ConnectSectionProps {
  /** Null while there is no account. */
  account: { isReady: boolean } | null;
  isChosen: boolean;
  withReauthentication: WithReauthentication;
}

export function ConnectSection({ account, isChosen, withReauthentication }: ConnectSectionProps) {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const attempt = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setErrorText(null);
    try {
      await action();
    } catch (thrown) {
      setErrorText(serializeError(thrown, messages.anyFailure).message);
    } finally {
      setBusy(false);
    }
  };
  const connect = () =>
    attempt(async () => {
      const { url, isReady } = await services.earnings['POST /stripe/accounts']({ body: { returnUrl: window.location.href } });
      if (url !== null) window.location.assign(url);
      else if (isReady) dispatch(refreshRequested());
    });
  const choose = () =>
    attempt(async () => {
      const saved = await withReauthentication(() =>
        services.performers['PUT /performers/:id/payment-gateway-settings']({ params: { id: 'me' }, body: { method: 'stripe' } }),
      );
      if (saved === null) return;
      showToast({ tone: 'ok', text: messages.saved });
      dispatch(refreshRequested());
    });
  return (
    <FormSection title="Stripe account" description="Get paid without entering your bank details here.">
      {account === null ? null : (
        <Notice tone={isChosen ? 'ok' : account.isReady ? 'hint' : 'warn'} title={isChosen ? 'Payouts go here' : undefined}>
          {account.isReady ? 'Your account is ready.' : 'Stripe needs more information. Continue setup to provide it.'}
        </Notice>
      )}
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
      <div className={styles.actions}>
        {account?.isReady === true ? null : (
          <Button busy={busy} onPress={() => void connect()}>
            {account === null ? 'Connect account' : 'Continue setup'}
          </Button>
        )}
        {account?.isReady === true && !isChosen ? (
          <Button busy={busy} onPress={() => void choose()}>
            Use for payouts
          </Button>
        ) : null}
      </div>
    </FormSection>
  );
}
