/** A fan's payments by card, each leading to how it stands. */
import { sourceOf } from '@web/lib/wording/card-labels';
import { formatCurrency } from '@web/lib/i18n/money';
import { optionsOf, paymentStates, paymentTypeWords } from '@web/lib/money-words';
import { useEndpoint } from '@web/services/use-endpoint';
import type { Payment } from '@web/session/use-settled';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { paidFor, resultPath } from '../../wallet/payment-words';
import { paymentSorts, paymentsRead } from '../../wallet/reads';

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
