/** Disputed payments; those that need a response come first. */
import { formatCurrency } from '@web/lib/i18n/money';
import { paymentTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { disputeOrder, disputesRequest, disputeSorts } from './requests';
import { disputeStates, disputeReasonLabel } from './labels';
import styles from '../parts/console.module.css';

type Dispute = ResponseOf<'GET /admin/disputes/search'>['data'][number];

const columns: readonly TableColumn<Dispute>[] = [
  {
    key: 'payment',
    title: 'Payment',
    render: ({ _id, payment }) => (
      <>
        <Link className={styles.rowLink} href={`/admin/disputes/${_id}`}>
          {payment.receiptNumber}
        </Link>
        <p className={styles.quiet}>{paymentTypeLabels[payment.type]}</p>
      </>
    ),
  },
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLink account={user} href={`/admin/users/${user._id}`} /> },
  { key: 'amount', title: 'Amount', align: 'end', sortable: true, render: ({ amount, currency }) => formatCurrency(amount, currency) },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, reason }) => (
      <>
        <StateMark {...disputeStates[status]} />
        <p className={styles.quiet}>{disputeReasonLabel(reason)}</p>
      </>
    ),
  },
  {
    key: 'evidenceDueAt',
    title: 'Evidence due',
    sortable: true,
    render: ({ evidenceDueAt }) => (evidenceDueAt === null ? '–' : <FullTime at={evidenceDueAt} />),
  },
];

const filters = [{ key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(disputeStates) }];

export function DisputesScreen() {
  const table = useTable(disputeSorts, filters, [], disputeOrder);
  const result = useEndpoint('GET /admin/disputes/search', disputesRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Disputes" lead="Payments that customers disputed with their bank. Submit evidence before the deadline.">
      <SearchTable<Dispute>
        label="Disputes"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching disputes' : 'No disputes'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Disputes opened by a customer’s bank appear here.'}
          />
        }
      />
    </ConsoleFrame>
  );
}
