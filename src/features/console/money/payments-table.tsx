/** All payments by card, from the wallet and for free trials. */
import { paymentMethodText } from '@web/lib/wording/card-labels';
import { formatCurrency } from '@web/lib/i18n/money';
import { paymentStates, paymentTypeLabels } from '@web/lib/wording/money-labels';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { DownloadButton } from '@web/ui/lists/download-button';
import { useHasRight } from '@web/session/use-has-right';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLink } from '../parts/account-line';
import { paymentsRequest, paymentSorts } from '../parts/money-requests';
import { RefundDialog } from './refund-dialog';
import styles from '../parts/console.module.css';

type Payment = ResponseOf<'GET /admin/transactions/search'>['data'][number];

const filters = [
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(paymentTypeLabels) },
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(paymentStates) },
];

const columns: readonly TableColumn<Payment>[] = [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLink account={user} href={`/admin/users/${user._id}`} /> },
  {
    key: 'type',
    title: 'Description',
    render: ({ type, performer, receiptNumber }) => (
      <>
        {performer === null ? paymentTypeLabels[type] : `${paymentTypeLabels[type]}, ${performer.name}`}
        <p className={styles.quiet}>{receiptNumber}</p>
      </>
    ),
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
    render: ({ status, failure, returned, currency }) => (
      <>
        <StateMark {...paymentStates[status]} />
        {failure === null ? null : <p className={styles.quiet}>{translateMessage(failure.message)}</p>}
        {returned === 0 ? null : (
          <p className={styles.quiet}>The bank rejected a refund of {formatCurrency(returned, currency)}. The money came back to you.</p>
        )}
      </>
    ),
  },
  {
    key: 'paymentGateway',
    title: 'Method',
    render: paymentMethodText,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const refundColumn = (onRefund: (payment: Payment) => void): TableColumn<Payment> => ({
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
});

export function PaymentsTable() {
  const may = useHasRight();
  const table = useTable(paymentSorts, filters, ['tab']);
  const result = useEndpoint('GET /admin/transactions/search', paymentsRequest(table.urlQuery), { keepPreviousData: true });
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const { q, type, status } = paymentsRequest(table.urlQuery).query;
  return (
    <>
      <SearchTable<Payment>
        label="Payments"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={may('money.refund') ? [...columns, refundColumn(setRefunding)] : columns}
        empty={<EmptyState title={table.isFiltered ? 'No matching payments' : 'No payments yet'} />}
      />
      <p className={styles.actions}>
        <DownloadButton
          name="payments.csv"
          read={() => services.adminMoney['GET /admin/transactions/csv']({ query: { q, type, status } })}
        />
      </p>
      {refunding === null ? null : (
        <RefundDialog
          amount={refunding.totalPrice}
          currency={refunding.currency}
          name={refunding.user.name}
          consequence="The money goes back to the original payment method, and what it paid for ends."
          refund={(body, idempotencyKey) =>
            services.adminMoney['POST /admin/payments/:id/refund']({ params: { id: refunding._id }, body }, { idempotencyKey })
          }
          onClose={() => setRefunding(null)}
          onDone={() => {
            setRefunding(null);
            void result.mutate();
          }}
        />
      )}
    </>
  );
}
