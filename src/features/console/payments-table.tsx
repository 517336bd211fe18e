/** All payments by card, by wallet and for free periods. */
import { errorMessage } from '@web/lib/error-message';
import { formatCurrency } from '@web/lib/money';
import { optionsOf, paymentStates, paymentTypeWords } from '@web/lib/money-words';
import { saveFile } from '@web/lib/save-file';
import { adminMoneyService } from '@web/services/admin-money.service';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/session/toasts';
import { Button } from '@web/ui/button';
import type { TableColumn } from '@web/ui/query-table';
import { SearchTable } from '@web/ui/search-table';
import { Empty } from '@web/ui/states';
import { StateMark } from '@web/ui/state-mark';
import { TimeAgo } from '@web/ui/times';
import { useTable } from '@web/ui/use-table';
import { useState } from 'react';
import { AccountLine } from './account-line';
import { paymentsRead, paymentSorts } from './money-reads';
import { RefundDialog } from './refund-dialog';
import styles from './console.module.css';

type Payment = AnswerOf<'GET /admin/transactions/search'>['data'][number];

const choices = [
  { key: 'type', label: 'Kind', any: 'Any kind', options: optionsOf(paymentTypeWords) },
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(paymentStates) },
];

const columnsWith = (onRefund: (payment: Payment) => void): readonly TableColumn<Payment>[] => [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLine account={user} href={`/admin/users/${user._id}`} /> },
  {
    key: 'type',
    title: 'For',
    render: ({ type, performer }) => (performer === null ? paymentTypeWords[type] : `${paymentTypeWords[type]}, ${performer.name}`),
  },
  {
    key: 'totalPrice',
    title: 'Price',
    align: 'end',
    sortable: true,
    render: ({ totalPrice, currency }) => formatCurrency(totalPrice, currency),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, failure }) => (
      <>
        <StateMark tone={paymentStates[status].tone}>{paymentStates[status].word}</StateMark>
        {failure === null ? null : <p className={styles.quiet}>{failure.message}</p>}
      </>
    ),
  },
  {
    key: 'paymentGateway',
    title: 'By',
    render: ({ paymentGateway, card }) => (card === null ? paymentGateway : `${card.brand} •••• ${card.last4}`),
  },
  { key: 'receiptNumber', title: 'Receipt', render: ({ receiptNumber }) => receiptNumber },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'refund',
    title: 'Refund',
    render: (payment) =>
      payment.status === 'success' && payment.totalPrice > 0 ? (
        <Button size="small" onPress={() => onRefund(payment)}>
          Refund
        </Button>
      ) : (
        '–'
      ),
  },
];

export function PaymentsTable() {
  const place = useTable(paymentSorts, choices, ['tab']);
  const found = useEndpoint('GET /admin/transactions/search', paymentsRead(place.address), { keepPreviousData: true });
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const { type, status } = paymentsRead(place.address).query;
  return (
    <>
      <SearchTable<Payment>
        label="Payments"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setRefunding)}
        empty={<Empty title={place.isFiltered ? 'No payment matches' : 'No payment yet'} />}
      />
      <DownloadButton name="payments.csv" read={() => adminMoneyService.paymentsFile({ type, status })} />
      {refunding === null ? null : (
        <RefundDialog
          amount={refunding.totalPrice}
          name={refunding.user.name}
          consequence="The money goes back to where it came from, and what it paid for ends."
          refund={(body, idempotencyKey) => adminMoneyService.refundPayment(refunding._id, body, { idempotencyKey })}
          onClose={() => setRefunding(null)}
          onDone={() => {
            setRefunding(null);
            void found.mutate();
          }}
        />
      )}
    </>
  );
}

/** Fetches a file and hands it over. */
export function DownloadButton({ name, read }: { name: string; read: () => Promise<string> }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(name, await read());
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className={styles.actions}>
      <Button busy={busy} onPress={() => void download()}>
        Download CSV
      </Button>
    </p>
  );
}
