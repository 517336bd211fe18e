/** Figures of a date range: revenue, and a chart for each metric that is counted per day. */
import { shortDate } from '@web/lib/i18n/dates';
import { BarChart } from '@web/ui/display/bar-chart';
import { TabRow } from '@web/ui/actions/chips';
import { DateRange } from '@web/ui/lists/date-range';
import { MoneyIcon, UserIcon } from '@web/ui/icons/icons';
import { columnCountStyle } from '@web/ui/display/grid-count';
import { Tokens } from '@web/ui/display/tokens';
import type { TableState } from '@web/ui/lists/use-table';
import consoleStyles from '../parts/console.module.css';
import styles from './overview.module.css';
import { Tile } from './tile';
import type { Statistics } from './pending-work';

const day_ms = 86_400_000;
const presetDays = ['7', '30', '90'] as const;
/** The server's default range where the URL has no dates. */
const defaultDays = '30';

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * day_ms).toISOString().slice(0, 10);

/** The range picker: presets that end today, and any two dates. */
export function RangePicker({ table, statistics }: { table: TableState; statistics: Statistics }) {
  const today = statistics.countedAt.slice(0, 10);
  const current =
    presetDays.find((days) => statistics.toDate === today && statistics.fromDate === daysBefore(today, Number(days) - 1)) ?? '';
  return (
    <div className={styles.range}>
      <TabRow
        label="Date range"
        tabs={presetDays.map((days) => ({ value: days, label: `${days} days` }))}
        current={current}
        hrefOf={(days) => (days === defaultDays ? '/admin' : `/admin?from=${daysBefore(today, Number(days) - 1)}`)}
      />
      <DateRange table={{ ...table, filter: (key) => table.filter(key) || (key === 'from' ? statistics.fromDate : statistics.toDate) }} />
    </div>
  );
}

export function RangeFigures({ statistics: { fromDate, toDate, money, byDay } }: { statistics: Statistics }) {
  const range = `from=${fromDate}&to=${toDate}`;
  const sales = `/admin/transactions?tab=sales&${range}`;
  const barsOf = (of: 'accounts' | 'content') =>
    byDay.flatMap(({ day, [of]: value }) =>
      value === null ? [] : [{ label: shortDate(day, undefined, 'UTC'), value, formattedValue: value }],
    );
  const [joined, published] = [barsOf('accounts'), barsOf('content')];
  const chartCount = [money !== null, joined.length > 0, published.length > 0].filter(Boolean).length;
  const newAccounts = joined.reduce((sum, { value }) => sum + value, 0);
  return (
    <>
      <div className={consoleStyles.tiles}>
        {money === null ? null : (
          <>
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalGrossPrice} />} label="net sales" />
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalSiteCommission} />} label="kept by the site" />
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalNetPrice} />} label="earned by creators" />
          </>
        )}
        {joined.length === 0 ? null : (
          <Tile
            href={`/admin/users?${range}`}
            icon={<UserIcon />}
            figure={newAccounts}
            label={newAccounts === 1 ? 'new account' : 'new accounts'}
          />
        )}
      </div>
      <div className={styles.charts} style={columnCountStyle(chartCount)}>
        {money === null ? null : (
          <BarChart
            title="Sales per day"
            heads={['Day (UTC)', 'Tokens']}
            bars={byDay.map(({ day, money: totals }) => ({
              label: shortDate(day, undefined, 'UTC'),
              value: totals?.totalGrossPrice ?? 0,
              formattedValue: <Tokens amount={totals?.totalGrossPrice ?? 0} />,
            }))}
          />
        )}
        {joined.length === 0 ? null : <BarChart title="New accounts per day" heads={['Day (UTC)', 'Accounts']} bars={joined} />}
        {published.length === 0 ? null : <BarChart title="Published per day" heads={['Day (UTC)', 'Items']} bars={published} />}
      </div>
    </>
  );
}
