/** A fan's payments by card, each leading to how it stands. */
import { sourceOf } from '@web/lib/card-words';
import { formatCurrency } from '@web/lib/money';
import { optionsOf, paymentStates, paymentTypeWords } from '@web/lib/money-words';
import { useEndpoint } from '@web/services/use-endpoint';
import type { Payment } from '@web/session/use-settled';
import { Button } from '@web/ui/button';
import type { TableColumn } from '@web/ui/query-table';
import { SearchTable } from '@web/ui/search-table';
import { StateMark } from '@web/ui/state-mark';
import { Empty } from '@web/ui/states';
import { TimeAgo } from '@web/ui/times';
import { useTable } from '@web/ui/use-table';
import { paidFor, resultPath } from './payment-words';
import { paymentSorts, paymentsRead } from './reads';

const choices = [
  { key: 'type', label: 'For', any: 'Everything', options: optionsOf(paymentTypeWords) },
  { key: 'status', label: 'State', any: 'Any state', options: optionsOf(paymentStates) },
];

const columns: readonly TableColumn<Payment>[] = [
  { key: 'type', title: 'For', render: (payment) => <strong>{paidFor(payment)}</strong> },
  { key: 'card', title: 'Paid from', render: sourceOf },
  {
    key: 'totalPrice',
    title: 'Paid',
    align: 'end',
    sortable: true,
    render: ({ totalPrice, currency }) => formatCurrency(totalPrice, currency),
  },
  {
    key: 'status',
    title: 'State',
    render: ({ status }) => <StateMark tone={paymentStates[status].tone}>{paymentStates[status].word}</StateMark>,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'receipt',
    title: 'Receipt',
    render: (payment) => (
      <Button size="small" href={resultPath(payment)} aria-label={`Receipt ${payment.receiptNumber}`}>
        Receipt
      </Button>
    ),
  },
];

export function PaymentsTable() {
  const place = useTable(paymentSorts, choices, ['tab']);
  const found = useEndpoint('GET /payment/transactions/user/search', paymentsRead(place.address), { keepPreviousData: true });
  return (
    <SearchTable<Payment>
      label="Payments"
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      empty={
        place.isFiltered ? (
          <Empty title="No payment matches" text="Change or remove a filter." />
        ) : (
          <Empty title="No payments yet" text="Top-ups and subscriptions are listed here, with their receipts." />
        )
      }
    />
  );
}
