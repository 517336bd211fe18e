/** What the days of a range brought: the money of them, and a picture for each thing that was counted by day. */
import { shortDate } from '@web/lib/i18n/dates';
import { BarChart } from '@web/ui/display/bar-chart';
import { TabRow } from '@web/ui/actions/chips';
import { DateRange } from '@web/ui/lists/date-range';
import { MoneyIcon, UserIcon } from '@web/ui/icons/icons';
import { partsOf } from '@web/ui/parts';
import { Tokens } from '@web/ui/display/tokens';
import type { TablePlace } from '@web/ui/lists/use-table';
import consoleStyles from '../parts/console.module.css';
import styles from './overview.module.css';
import { Tile } from './tile';
import type { Statistics } from './pending-work';

const day_ms = 86_400_000;
const spans = ['7', '30', '90'] as const;
/** What the host counts where the address names no day. */
const usual = '30';

const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * day_ms).toISOString().slice(0, 10);

/** The days to choose: spans up to today, and any two days. */
export function RangeChoice({ place, statistics }: { place: TablePlace; statistics: Statistics }) {
  const today = statistics.countedAt.slice(0, 10);
  const current = spans.find((span) => statistics.toDate === today && statistics.fromDate === dayBefore(today, Number(span) - 1)) ?? '';
  return (
    <div className={styles.range}>
      <TabRow
        label="Days that are counted"
        tabs={spans.map((span) => ({ value: span, label: `${span} days` }))}
        current={current}
        hrefOf={(span) => (span === usual ? '/admin' : `/admin?from=${dayBefore(today, Number(span) - 1)}`)}
      />
      <DateRange place={{ ...place, filter: (key) => place.filter(key) || (key === 'from' ? statistics.fromDate : statistics.toDate) }} />
    </div>
  );
}

export function Days({ statistics: { fromDate, toDate, money, byDay } }: { statistics: Statistics }) {
  const range = `from=${fromDate}&to=${toDate}`;
  const sales = `/admin/transactions?tab=sales&${range}`;
  const counted = (of: 'accounts' | 'content') =>
    byDay.flatMap(({ day, [of]: value }) => (value === null ? [] : [{ label: shortDate(day, undefined, 'UTC'), value, shown: value }]));
  const [joined, published] = [counted('accounts'), counted('content')];
  const charts = [money !== null, joined.length > 0, published.length > 0].filter(Boolean).length;
  const news = joined.reduce((sum, { value }) => sum + value, 0);
  return (
    <>
      <div className={consoleStyles.tiles}>
        {money === null ? null : (
          <>
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalGrossPrice} />} words="sold, less refunds" />
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalSiteCommission} />} words="kept by the site" />
            <Tile href={sales} icon={<MoneyIcon />} figure={<Tokens amount={money.totalNetPrice} />} words="earned by performers" />
          </>
        )}
        {joined.length === 0 ? null : (
          <Tile href={`/admin/users?${range}`} icon={<UserIcon />} figure={news} words={news === 1 ? 'new account' : 'new accounts'} />
        )}
      </div>
      <div className={styles.charts} style={partsOf(charts)}>
        {money === null ? null : (
          <BarChart
            title="Sold, by day"
            heads={['Day (UTC)', 'Tokens']}
            bars={byDay.map(({ day, money: sums }) => ({
              label: shortDate(day, undefined, 'UTC'),
              value: sums?.totalGrossPrice ?? 0,
              shown: <Tokens amount={sums?.totalGrossPrice ?? 0} />,
            }))}
          />
        )}
        {joined.length === 0 ? null : <BarChart title="New accounts, by day" heads={['Day (UTC)', 'Accounts']} bars={joined} />}
        {published.length === 0 ? null : <BarChart title="Published, by day" heads={['Day (UTC)', 'Items']} bars={published} />}
      </div>
    </>
  );
}
