/** Payout requests of all performers, and the payment files. */
import { payoutMethodLabels, payoutState, payoutStates } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import type { TableColumn } from '@web/ui/lists/query-table';
import { TabRow } from '@web/ui/actions/chips';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useRouter } from 'next/router';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { payoutsRequest, payoutSorts, payoutTabOf, type PayoutTab } from '../parts/money-requests';
import { PaymentFiles } from './payment-files';
import styles from '../parts/console.module.css';

type Payout = ResponseOf<'GET /admin/payout-requests/search'>['data'][number];

const columns: readonly TableColumn<Payout>[] = [
  {
    key: 'performer',
    title: 'Creator',
    render: ({ _id, performer }) => <AccountLink account={performer} href={`/admin/payouts/${_id}`} />,
  },
  { key: 'amount', title: 'Amount', align: 'end', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  { key: 'method', title: 'Paid to', render: ({ account }) => account },
  {
    key: 'status',
    title: 'Status',
    render: (payout) => <StateMark {...payoutState(payout)} />,
  },
  { key: 'createdAt', title: 'Requested', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const filters = [
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(payoutStates) },
  { key: 'method', label: 'Paid to', anyLabel: 'Any method', options: optionsOf(payoutMethodLabels) },
];

const tabs: { value: PayoutTab; label: string }[] = [
  { value: 'requests', label: 'Requests' },
  { value: 'files', label: 'Payment files' },
];

export function PayoutsScreen() {
  const current = payoutTabOf(useRouter().query);
  return (
    <ConsoleFrame title="Payouts">
      <TabRow
        label="Requests and files"
        tabs={tabs}
        current={current}
        hrefOf={(value) => (value === 'requests' ? '/admin/payouts' : `/admin/payouts?tab=${value}`)}
      />
      <div className={styles.panelOfTab}>{current === 'requests' ? <PayoutRequestsTable /> : <PaymentFiles />}</div>
    </ConsoleFrame>
  );
}

function PayoutRequestsTable() {
  const table = useTable(payoutSorts, filters);
  const result = useEndpoint('GET /admin/payout-requests/search', payoutsRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <SearchTable<Payout>
      label="Payouts"
      searchLabel="Search by name"
      table={table}
      filters={filters}
      result={result}
      columns={columns}
      empty={
        <EmptyState
          title={table.isFiltered ? 'No matching payouts' : 'No payout requests yet'}
          text={table.isFiltered ? 'Change or remove a filter.' : undefined}
        />
      }
    />
  );
}
