/** The payment method of a subscription's renewals: a card, or the wallet. */
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { CardChoice, WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { Subscription } from './subscriptions-screen';
import styles from './subscriptions.module.css';

interface SourceDialogProps {
  subscription: Subscription;
  parts: Pick<WalletComponents, 'CardPicker'>;
  onDone: () => void;
  onClose: () => void;
}

export function SourceDialog({ subscription, parts, onDone, onClose }: SourceDialogProps) {
  const balance = useCurrentUser()?.balance ?? 0;
  const [source, setSource] = useState(subscription.source);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const choice = useRef<CardChoice>(null);
  const { CardPicker } = parts;
  const save = async () => {
    setBusy(true);
    setError('');
    try {
      const cardId = source === 'card' ? await choice.current?.cardId() : undefined;
      await services.subscriptions['PUT /subscriptions/:id']({
        params: { id: subscription._id },
        body: { source, ...(cardId === undefined ? {} : { cardId }) },
      });
      showToast({ tone: 'ok', text: messages.saved });
      onDone();
    } catch (thrown) {
      setError(errorMessage(thrown));
      setBusy(false);
    }
  };
  return (
    <OpenSheet
      title={`Payment method for ${subscription.performer.name}`}
      onClose={onClose}
      actions={
        <Button kind="primary" wide busy={busy} onPress={() => void save()}>
          Save payment method
        </Button>
      }
    >
      <div className={styles.dialog}>
        <Radios
          label="Payment method"
          value={source}
          disabled={busy}
          onChange={(value) => setSource(value === 'wallet' ? 'wallet' : 'card')}
          options={[
            { value: 'card', label: 'Card' },
            { value: 'wallet', label: 'Wallet', note: `${formatTokens(balance)} tokens` },
          ]}
        />
        {source === 'card' ? <CardPicker ref={choice} disabled={busy} /> : null}
        <p className={styles.quiet}>You won’t be charged now. Your next renewal uses this payment method.</p>
        {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      </div>
    </OpenSheet>
  );
}
