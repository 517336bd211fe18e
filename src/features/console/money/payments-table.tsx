/** All payments by card, by wallet and for free periods. */
import { sourceOf } from '@web/lib/wording/card-labels';
import { formatCurrency } from '@web/lib/i18n/money';
import { optionsOf, paymentStates, paymentTypeWords } from '@web/lib/money-words';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { DownloadButton } from '@web/ui/lists/download-button';
import { useMay } from '@web/session/use-may';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLine } from '../parts/account-line';
import { paymentsRead, paymentSorts } from '../parts/money-requests';
import { RefundDialog } from './refund-dialog';
import styles from '../parts/console.module.css';

type Payment = AnswerOf<'GET /admin/transactions/search'>['data'][number];

const choices = [
  { key: 'type', label: 'Kind', any: 'Any kind', options: optionsOf(paymentTypeWords) },
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(paymentStates) },
];

const columns: readonly TableColumn<Payment>[] = [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLine account={user} href={`/admin/users/${user._id}`} /> },
  {
    key: 'type',
    title: 'For',
    render: ({ type, performer, receiptNumber }) => (
      <>
        {performer === null ? paymentTypeWords[type] : `${paymentTypeWords[type]}, ${performer.name}`}
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
        <StateMark tone={paymentStates[status].tone}>{paymentStates[status].word}</StateMark>
        {failure === null ? null : <p className={styles.quiet}>{said(failure.message)}</p>}
        {returned === 0 ? null : (
          <p className={styles.quiet}>The bank did not take a refund of {formatCurrency(returned, currency)}. It is here again.</p>
        )}
      </>
    ),
  },
  {
    key: 'paymentGateway',
    title: 'By',
    render: sourceOf,
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
  const may = useMay();
  const place = useTable(paymentSorts, choices, ['tab']);
  const found = useEndpoint('GET /admin/transactions/search', paymentsRead(place.address), { keepPreviousData: true });
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const { q, type, status } = paymentsRead(place.address).query;
  return (
    <>
      <SearchTable<Payment>
        label="Payments"
        searchLabel="Search by name"
        place={place}
        choices={choices}
        found={found}
        columns={may('money.refund') ? [...columns, refundColumn(setRefunding)] : columns}
        empty={<Empty title={place.isFiltered ? 'No payment matches' : 'No payment yet'} />}
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
          consequence="The money goes back to where it came from, and what it paid for ends."
          refund={(body, idempotencyKey) =>
            services.adminMoney['POST /admin/payments/:id/refund']({ params: { id: refunding._id }, body }, { idempotencyKey })
          }
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
