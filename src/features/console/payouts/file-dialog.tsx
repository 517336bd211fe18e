/** Creates a payment file: its format, and the approved payouts in it. */
import * as limits from '@contract/kernel/limits';
import type { PayoutBatchFormat } from '@contract/kernel/values/money';
import { formatCurrency, sumOf } from '@web/lib/i18n/money';
import { countWords } from '@web/lib/i18n/counts';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useSettings } from '@web/session/store/hooks';
import type { WithProof } from '@web/forms/use-reauthentication';
import { CheckField } from '@web/ui/forms/choice-fields';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Radios, type RadioOption } from '@web/ui/forms/radios';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import consoleStyles from '../parts/console.module.css';

export type ApprovedPayout = ResponseOf<'GET /admin/payout-requests/search'>['data'][number];

interface FileDialogProps {
  /** Approved payouts with the same payout method. */
  waiting: readonly ApprovedPayout[];
  withProof: WithProof;
  /** Receives the id of the created file. */
  onMade: (id: string) => void;
  onClose: () => void;
}

function optionsFor(isPaypal: boolean, currency: string): (RadioOption & { value: PayoutBatchFormat })[] {
  const table = { value: 'csv' as const, label: 'Table (CSV)', note: 'All account details, for any bank or your own bookkeeping.' };
  if (isPaypal) return [{ value: 'paypal', label: 'PayPal payouts (CSV)', note: 'Upload it in PayPal under Payouts.' }, table];
  const isEuro = currency.toUpperCase() === 'EUR';
  const note = isEuro ? 'Upload it in your online banking.' : `SEPA only supports euros. This site uses ${currency.toUpperCase()}.`;
  return [{ value: 'sepa', label: 'SEPA transfer (XML)', note, disabled: !isEuro }, table];
}

export function PaymentFileDialog({ waiting, withProof, onMade, onClose }: FileDialogProps) {
  const { currency } = useSettings();
  const options = optionsFor(waiting[0]?.method === 'paypal', currency);
  const [format, setFormat] = useState<PayoutBatchFormat>(options.find(({ disabled }) => !disabled)?.value ?? 'csv');
  const [chosen, setChosen] = useState(() => waiting.slice(0, limits.payoutBatchMax).map(({ _id }) => _id));
  // One idempotency key per opened dialog: a second click or a retry after a lost response creates one file.
  const key = useRef(uuid());
  const make = async () => {
    if (chosen.length === 0) throw new Error('Select at least one payout.');
    if (chosen.length > limits.payoutBatchMax)
      throw new Error(`A file can include up to ${String(limits.payoutBatchMax)} payouts. Deselect some.`);
    const batch = await withProof(() =>
      services.adminPayouts['POST /admin/payout-batches']({ body: { format, payoutRequestIds: chosen } }, { idempotencyKey: key.current }),
    );
    if (batch !== null) onMade(batch._id);
  };
  const toggle = (id: string) => {
    key.current = uuid();
    setChosen((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id]));
  };
  const sum = sumOf(...waiting.filter(({ _id }) => chosen.includes(_id)).map(({ amount }) => amount));
  return (
    <ConfirmDialog
      open
      tone="plain"
      title="Create payment file"
      consequence={`${countWords(chosen.length, 'payout')} · ${formatCurrency(sum, currency)}. The file contains full account details. Keep it safe and delete it once it’s sent.`}
      actionLabel="Create and download"
      onConfirm={make}
      onClose={onClose}
    >
      <Radios
        label="File type"
        options={options}
        value={format}
        onChange={(value) => {
          key.current = uuid();
          setFormat(value as PayoutBatchFormat);
        }}
      />
      <fieldset className={consoleStyles.joined}>
        <legend>Payouts</legend>
        {waiting.map(({ _id, performer, amount, account }) => (
          <CheckField
            key={_id}
            label={`${performer.name} · ${formatCurrency(amount, currency)} · ${account}`}
            checked={chosen.includes(_id)}
            onChange={() => toggle(_id)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
