/** A performer's earnings: three totals, a chart by day, the sources, and every sale. */
import { shortDate } from '@web/lib/i18n/dates';
import { earningTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { DownloadButton } from '@web/ui/lists/download-button';
import { BarChart } from '@web/ui/display/bar-chart';
import { Figures } from '@web/ui/display/figures';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { DateRange } from '@web/ui/lists/date-range';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { earningSorts, earningsRequest, earningStatsRequest, dateRangeAt } from './requests';
import styles from './earnings.module.css';

type Earning = ResponseOf<'GET /performer/earning/search'>['data'][number];
type Stats = ResponseOf<'GET /performer/earning/stats'>;

const columns: readonly TableColumn<Earning>[] = [
  {
    key: 'user',
    title: 'Fan',
    render: ({ user }) => <PersonLine person={user} note={user.username === null ? '' : undefined} />,
  },
  { key: 'type', title: 'Type', render: ({ type }) => earningTypeLabels[type] },
  { key: 'grossPrice', title: 'Gross', align: 'end', sortable: true, render: ({ grossPrice }) => <Tokens amount={grossPrice} /> },
  { key: 'siteCommission', title: 'Commission', align: 'end', render: ({ siteCommission }) => <Tokens amount={siteCommission} /> },
  { key: 'netPrice', title: 'You receive', align: 'end', sortable: true, render: ({ netPrice }) => <Tokens amount={netPrice} /> },
  {
    key: 'status',
    title: 'Available from',
    render: ({ status, availableAt }) =>
      status === 'refunded' ? (
        <StateMark tone="quiet">Refunded</StateMark>
      ) : availableAt === null ? (
        'After the stream'
      ) : (
        <TimeAgo at={availableAt} />
      ),
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const choices = [{ key: 'type', label: 'Type', anyLabel: 'All types', options: optionsOf(earningTypeLabels) }];

export function EarningsPanel() {
  const table = useTable(earningSorts, choices, ['tab', 'from', 'to']);
  const stats = useEndpoint('GET /performer/earning/stats', earningStatsRequest(table.urlQuery), { keepPreviousData: true });
  const result = useEndpoint('GET /performer/earning/search', earningsRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <div className={styles.panel}>
      {stats.error && stats.data === undefined ? <ErrorState error={stats.error} onRetry={() => void stats.mutate()} /> : null}
      {stats.data === undefined ? (
        stats.error ? null : (
          <Skeleton shape="row" count={2} label="Calculating totals…" />
        )
      ) : (
        <EarningTotals stats={stats.data} />
      )}
      <div className={styles.tools}>
        <DateRange table={table} />
        <DownloadButton
          name="earnings.csv"
          read={() => services.earnings['GET /performer/earning/statement']({ query: dateRangeAt(table.urlQuery) })}
        />
      </div>
      {stats.data === undefined || stats.data.byDay.length === 0 ? null : <DailyEarnings stats={stats.data} />}
      <SearchTable<Earning>
        label="Sales"
        table={table}
        filters={choices}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching sales' : 'No sales yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Payments from fans and your share of them appear here.'}
          />
        }
      />
    </div>
  );
}

function EarningTotals({ stats }: { stats: Stats }) {
  return (
    <>
      <Figures
        label="Totals"
        figures={[
          { label: 'Gross', value: <Tokens amount={stats.totalGrossPrice} /> },
          { label: 'Commission', value: <Tokens amount={stats.totalSiteCommission} /> },
          { label: 'You receive', value: <Tokens amount={stats.totalNetPrice} />, main: true },
        ]}
      />
      {stats.byType.length < 2 ? null : (
        <ul className={styles.types}>
          {stats.byType.map(({ type, totalNetPrice }) => (
            <li key={type}>
              {earningTypeLabels[type]} <Tokens amount={totalNetPrice} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function DailyEarnings({ stats }: { stats: Stats }) {
  return (
    <BarChart
      title="Earnings by day"
      heads={['Day (UTC)', 'You receive']}
      bars={stats.byDay.map(({ day, totalNetPrice }) => ({
        label: shortDate(day, undefined, 'UTC'),
        value: totalNetPrice,
        formattedValue: <Tokens amount={totalNetPrice} />,
      }))}
    />
  );
}
