/** Proposes a balance adjustment on the account's page. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { parseAmount, formatTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, SelectField, TextAreaField } from '@web/ui/forms/fields';
import { useState } from 'react';
import styles from '../parts/console.module.css';

interface AdjustedAccount {
  _id: string;
  name: string;
  balance: number;
  isPerformer: boolean;
}

const directions = [
  { value: 'give', label: 'Add tokens' },
  { value: 'take', label: 'Deduct tokens' },
];

export function BalancePanel({ person }: { person: AdjustedAccount }) {
  const may = useHasRight();
  const [isDialogOpen, setDialogOpen] = useState(false);
  if (!may('money.correct') && !may('money.read')) return null;
  return (
    <section className={styles.panel} aria-label="Balance">
      <h2 className={styles.panelTitle}>Balance</h2>
      <div className={styles.actions}>
        {may('money.correct') ? <Button onPress={() => setDialogOpen(true)}>Correct balance</Button> : null}
        {may('money.read') ? (
          <Button kind="quiet" href={`/admin/transactions?tab=ledger&account=${person.isPerformer ? 'earnings' : 'wallet'}:${person._id}`}>
            View entries
          </Button>
        ) : null}
      </div>
      {isDialogOpen ? <AdjustmentDialog person={person} onClose={() => setDialogOpen(false)} /> : null}
    </section>
  );
}

function AdjustmentDialog({ person, onClose }: { person: AdjustedAccount; onClose: () => void }) {
  const [direction, setDirection] = useState('give');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  // One idempotency key while the dialog shows this input: a second click does not propose twice.
  const { keyOf } = useIdempotencyKey();
  const propose = async () => {
    const amount = parseAmount(text);
    if (amount === null || amount <= 0 || amount > limits.amountMax) throw new Error('Enter an amount above 0, like 5.00.');
    if (isBlank(reason)) throw new Error('Enter a reason.');
    const body = { personId: person._id, amount: direction === 'give' ? amount : -amount, reason: reason.trim() };
    await services.adjustments['POST /admin/ledger/adjustments']({ body }, { idempotencyKey: keyOf(body) });
    showToast({ tone: 'ok', text: 'Correction proposed. Another operator must approve it.' });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="plain"
      title={`Correct the balance of ${person.name}?`}
      consequence={`The balance is ${formatTokens(person.balance)} tokens. It changes once another operator approves the correction.`}
      actionLabel="Propose correction"
      onConfirm={propose}
      onClose={onClose}
    >
      <SelectField label="Direction" options={directions} value={direction} onChange={(event) => setDirection(event.target.value)} />
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
