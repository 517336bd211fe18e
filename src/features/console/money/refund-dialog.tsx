/** Gives money back, whole or in part, with the reason that the fan is told. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { amountFrom, currencySign, formatCurrency, formatTokens } from '@web/lib/i18n/money';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useWishKey } from '@web/session/use-wish-key';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, TextAreaField } from '@web/ui/forms/fields';
import { useState } from 'react';

interface RefundDialogProps {
  /** The most that can be given back. */
  amount: number;
  /** What it is money of; null for tokens. */
  currency: string | null;
  /** Who gets it back. */
  name: string;
  consequence: string;
  refund: (body: { amount: number; reason: string }, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function RefundDialog({ amount: most, currency, name, consequence, refund, onClose, onDone }: RefundDialogProps) {
  const [text, setText] = useState(most.toFixed(2));
  const [reason, setReason] = useState('');
  // One intention as long as the dialog stands with these words: a second press cannot give back twice.
  const { keyOf } = useWishKey();
  const written = (amount: number) => (currency === null ? formatTokens(amount) : formatCurrency(amount, currency));
  const confirm = async () => {
    const amount = amountFrom(text);
    if (amount === null || amount <= 0 || amount > most) throw new Error(`Enter an amount up to ${written(most)}.`);
    if (isBlank(reason)) throw new Error('Write a reason first.');
    const body = { amount, reason: reason.trim() };
    await refund(body, keyOf(body));
    showToast({ tone: 'ok', text: `${written(amount)} refunded to ${name}` });
    onDone();
  };
  return (
    <ConfirmDialog open title={`Refund ${name}?`} consequence={consequence} verb="Refund" onConfirm={confirm} onClose={onClose}>
      <AmountField
        label="Amount"
        unit={currency === null ? 'tokens' : currencySign(currency)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <TextAreaField
        label="Reason"
        rows={3}
        maxLength={limits.reasonLengthMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
