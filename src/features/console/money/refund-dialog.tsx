/** Refunds a payment in full or in part, with a reason that the fan reads. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { parseAmount, currencySign, formatCurrency, formatTokens } from '@web/lib/i18n/money';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, TextAreaField } from '@web/ui/forms/fields';
import { useState } from 'react';

interface RefundDialogProps {
  /** The highest refundable amount. */
  amount: number;
  /** The currency; null for tokens. */
  currency: string | null;
  /** The recipient of the refund. */
  name: string;
  consequence: string;
  refund: (body: { amount: number; reason: string }, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function RefundDialog({ amount: refundableAmount, currency, name, consequence, refund, onClose, onDone }: RefundDialogProps) {
  const [text, setText] = useState(refundableAmount.toFixed(2));
  const [reason, setReason] = useState('');
  // One idempotency key while the dialog shows this input: a second click cannot refund twice.
  const { keyOf } = useIdempotencyKey();
  const formatAmount = (amount: number) => (currency === null ? formatTokens(amount) : formatCurrency(amount, currency));
  const confirm = async () => {
    const amount = parseAmount(text);
    if (amount === null || amount <= 0 || amount > refundableAmount)
      throw new Error(`Enter an amount up to ${formatAmount(refundableAmount)}.`);
    if (isBlank(reason)) throw new Error('Enter a reason.');
    const body = { amount, reason: reason.trim() };
    await refund(body, keyOf(body));
    showToast({ tone: 'ok', text: `${formatAmount(amount)} refunded to ${name}` });
    onDone();
  };
  return (
    <ConfirmDialog open title={`Refund ${name}?`} consequence={consequence} actionLabel="Refund" onConfirm={confirm} onClose={onClose}>
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
