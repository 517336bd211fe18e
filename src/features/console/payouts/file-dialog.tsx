/** Creates a payment file: its format, and the approved payouts in it. */
import * as limits from '@contract/kernel/limits';
import type { PayoutBatchFormat } from '@contract/kernel/values/money';
import { formatCurrency, sumOf } from '@web/lib/i18n/money';
import { countWords } from '@web/lib/i18n/counts';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useSettings } from '@web/session/store/hooks';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { CheckField } from '@web/ui/forms/choice-fields';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Radios, type RadioOption } from '@web/ui/forms/radios';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import consoleStyles from '../parts/console.module.css';

export type ApprovedPayout = ResponseOf<'GET /admin/payout-requests/search'>['data'][number];

interface PaymentFileDialogProps {
  /** Approved payouts with the same payout method. */
  payouts: readonly ApprovedPayout[];
  withReauthentication: WithReauthentication;
  /** Receives the ID of the created file. */
  onCreated: (id: string) => void;
  onClose: () => void;
}

function optionsFor(isPaypal: boolean, currency: string): (RadioOption & { value: PayoutBatchFormat })[] {
  const csvOption = { value: 'csv' as const, label: 'Table (CSV)', note: 'All account details, for any bank or your own bookkeeping.' };
  if (isPaypal) return [{ value: 'paypal', label: 'PayPal payouts (CSV)', note: 'Upload it in PayPal under Payouts.' }, csvOption];
  const isEuro = currency.toUpperCase() === 'EUR';
  const note = isEuro ? 'Upload it in your online banking.' : `SEPA only supports euros. This site uses ${currency.toUpperCase()}.`;
  return [{ value: 'sepa', label: 'SEPA transfer (XML)', note, disabled: !isEuro }, csvOption];
}

export function PaymentFileDialog({ payouts, withReauthentication, onCreated, onClose }: PaymentFileDialogProps) {
  const { currency } = useSettings();
  const options = optionsFor(payouts[0]?.method === 'paypal', currency);
  const [format, setFormat] = useState<PayoutBatchFormat>(options.find(({ disabled }) => !disabled)?.value ?? 'csv');
  const [selectedIds, setSelectedIds] = useState(() => payouts.slice(0, limits.payoutBatchMax).map(({ _id }) => _id));
  // One idempotency key per opened dialog: a second click or a retry after a lost response creates one file.
  const key = useRef(uuid());
  const create = async () => {
    if (selectedIds.length === 0) throw new Error('Select at least one payout.');
    if (selectedIds.length > limits.payoutBatchMax)
      throw new Error(`A file can include up to ${String(limits.payoutBatchMax)} payouts. Deselect some.`);
    const batch = await withReauthentication(() =>
      services.adminPayouts['POST /admin/payout-batches'](
        { body: { format, payoutRequestIds: selectedIds } },
        { idempotencyKey: key.current },
      ),
    );
    if (batch !== null) onCreated(batch._id);
  };
  const toggle = (id: string) => {
    key.current = uuid();
    setSelectedIds((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
  };
  const total = sumOf(...payouts.filter(({ _id }) => selectedIds.includes(_id)).map(({ amount }) => amount));
  return (
    <ConfirmDialog
      open
      tone="plain"
      title="Create payment file"
      consequence={`${countWords(selectedIds.length, 'payout')} · ${formatCurrency(total, currency)}. The file contains full account details. Keep it safe and delete it once it’s sent.`}
      actionLabel="Create and download"
      onConfirm={create}
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
        {payouts.map(({ _id, performer, amount, account }) => (
          <CheckField
            key={_id}
            label={`${performer.name} · ${formatCurrency(amount, currency)} · ${account}`}
            checked={selectedIds.includes(_id)}
            onChange={() => toggle(_id)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
