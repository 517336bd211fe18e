/** A fan's card payments, each linked to its status. */
import { paymentMethodText } from '@web/lib/wording/card-labels';
import { formatCurrency } from '@web/lib/i18n/money';
import { paymentStates, paymentTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { useEndpoint } from '@web/services/use-endpoint';
import type { Payment } from '@web/checkout/use-tracked-payment';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { paymentPurpose, resultPath } from './payment-labels';
import { paymentSorts, paymentsRequest } from './requests';

const choices = [
  { key: 'type', label: 'Type', anyLabel: 'All types', options: optionsOf(paymentTypeLabels) },
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(paymentStates) },
];

const columns: readonly TableColumn<Payment>[] = [
  { key: 'type', title: 'Description', render: (payment) => <strong>{paymentPurpose(payment)}</strong> },
  { key: 'card', title: 'Payment method', render: paymentMethodText },
  {
    key: 'totalPrice',
    title: 'Paid',
    align: 'end',
    sortable: true,
    render: ({ totalPrice, currency }) => formatCurrency(totalPrice, currency),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...paymentStates[status]} />,
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
  const table = useTable(paymentSorts, choices, ['tab']);
  const result = useEndpoint('GET /payment/transactions/user/search', paymentsRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <SearchTable<Payment>
      label="Payments"
      table={table}
      filters={choices}
      result={result}
      columns={columns}
      empty={
        table.isFiltered ? (
          <EmptyState title="No matching payments" text="Change or remove a filter." />
        ) : (
          <EmptyState title="No payments yet" text="Your top-ups and subscription payments, with receipts, appear here." />
        )
      }
    />
  );
}
