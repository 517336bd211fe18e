/** Gives money back, whole or in part, with the reason that the fan is told. */
import * as limits from '@contract/limits';
import { amountFrom, formatTokens } from '@web/lib/money';
import { showToast } from '@web/session/toasts';
import { ConfirmDialog } from '@web/ui/confirm-dialog';
import { AmountField, TextAreaField } from '@web/ui/fields';
import { useRef, useState } from 'react';

interface RefundDialogProps {
  /** The most that can be given back. */
  amount: number;
  /** Who gets it back. */
  name: string;
  consequence: string;
  refund: (body: { amount: number; reason: string }, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function RefundDialog({ amount: most, name, consequence, refund, onClose, onDone }: RefundDialogProps) {
  const [text, setText] = useState(most.toFixed(2));
  const [reason, setReason] = useState('');
  // One intention as long as the dialog stands with these words: a second press cannot give back twice.
  const keys = useRef(new Map<string, string>());
  const confirm = async () => {
    const amount = amountFrom(text);
    if (amount === null || amount <= 0 || amount > most) throw new Error(`Enter an amount up to ${formatTokens(most)}.`);
    if (reason.trim() === '') throw new Error('Write a reason first.');
    const body = { amount, reason: reason.trim() };
    const said = JSON.stringify(body);
    const key = keys.current.get(said) ?? crypto.randomUUID();
    keys.current.set(said, key);
    await refund(body, key);
    showToast({ tone: 'ok', text: `${formatTokens(amount)} refunded to ${name}` });
    onDone();
  };
  return (
    <ConfirmDialog open title={`Refund ${name}?`} consequence={consequence} verb="Refund" onConfirm={confirm} onClose={onClose}>
      <AmountField label="Amount" unit="tokens" value={text} onChange={(event) => setText(event.target.value)} />
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
