/** All sales of performers with their totals, net of refunds. */
import { earningTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { DownloadButton } from '@web/ui/lists/download-button';
import { DateRange } from '@web/ui/lists/date-range';
import { Figures } from '@web/ui/display/figures';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLink } from '../parts/account-line';
import { salesFileQuery, saleSorts, salesRequest, salesTotalsRequest } from '../parts/money-requests';
import styles from '../parts/console.module.css';

type Sale = ResponseOf<'GET /admin/earnings/search'>['data'][number];

const filters = [{ key: 'type', label: 'Type', anyLabel: 'All types', options: optionsOf(earningTypeLabels) }];

const columns: readonly TableColumn<Sale>[] = [
  {
    key: 'performer',
    title: 'Creator',
    render: ({ performer }) => <AccountLink account={performer} href={`/admin/performers/${performer._id}`} />,
  },
  { key: 'user', title: 'Fan', render: ({ user }) => user.name },
  { key: 'type', title: 'Type', render: ({ type }) => earningTypeLabels[type] },
  { key: 'grossPrice', title: 'Price', align: 'end', sortable: true, render: ({ grossPrice }) => <Tokens amount={grossPrice} /> },
  { key: 'siteCommission', title: 'Commission', align: 'end', render: ({ siteCommission }) => <Tokens amount={siteCommission} /> },
  { key: 'netPrice', title: 'Creator earnings', align: 'end', sortable: true, render: ({ netPrice }) => <Tokens amount={netPrice} /> },
  {
    key: 'createdAt',
    title: 'Date',
    sortable: true,
    render: ({ status, createdAt }) => (
      <>
        <TimeAgo at={createdAt} /> {status === 'refunded' ? <StateMark tone="quiet">Refunded</StateMark> : null}
      </>
    ),
  },
];

export function SalesTable() {
  const table = useTable(saleSorts, filters, ['tab', 'from', 'to']);
  const result = useEndpoint('GET /admin/earnings/search', salesRequest(table.urlQuery), { keepPreviousData: true });
  const { data: totals } = useEndpoint('GET /admin/earnings/stats', salesTotalsRequest(table.urlQuery), { keepPreviousData: true });
  const renderTotal = (amount: number | undefined) => (amount === undefined ? '…' : <Tokens amount={amount} />);
  return (
    <div className={styles.stack}>
      <DateRange table={table} />
      <Figures
        label="Totals for this period and type, net of refunds"
        figures={[
          { label: 'Sold', value: renderTotal(totals?.totalGrossPrice) },
          { label: 'Commission', value: renderTotal(totals?.totalSiteCommission) },
          { label: 'Creator earnings', value: renderTotal(totals?.totalNetPrice) },
        ]}
      />
      <SearchTable<Sale>
        label="Sales"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={<EmptyState title={table.isFiltered ? 'No matching sales' : 'No sales in this period'} />}
      />
      <p className={styles.actions}>
        <DownloadButton
          name="sales.csv"
          read={() => services.adminMoney['GET /admin/earnings/csv']({ query: salesFileQuery(table.urlQuery) })}
        />
      </p>
    </div>
  );
}
