/** How the site is doing: each part for those alone who may see what it counts, all of one moment. */
import type { Right } from '@contract/kernel/rights';
import type { Context } from '../../platform/context';
import { mayDo, type Holder } from '../../platform/rights';
import { earningStats } from '../../money/earnings/earnings';
import {
  accountsByState,
  applications,
  contentByKind,
  jobsByState,
  joinedByDay,
  liveNow,
  openAppeals,
  openPayouts,
  openReports,
  ordersByState,
  publishedByDay,
  storedFiles,
  subscriptionsByState,
  waitingMessages,
  type Statistics,
} from './count';
import { daysOf, eachDay } from './days';

const noSums = { totalGrossPrice: 0n, totalSiteCommission: 0n, totalNetPrice: 0n };

/** All that an operator may know of a range of days and of now. Refuses as `daysOf`. */
export async function statistics(
  ctx: Context,
  viewer: Holder,
  range: { fromDate?: string | undefined; toDate?: string | undefined },
): Promise<Statistics> {
  const days = daysOf(ctx.clock.now(), range);
  // The queue makes its tables when it is first needed.
  if (mayDo(viewer, 'jobs.retry')) await ctx.jobs.check();
  return ctx.db.transaction(
    async (db) => {
      const tx = { ...ctx, db };
      const seen = <T>(right: Right, read: (tx: Context) => Promise<T>): Promise<T | null> =>
        mayDo(viewer, right) ? read(tx) : Promise.resolve(null);
      const sales = await seen('money.read', () => earningStats(tx, { fromDate: days.first, toDate: days.last }));
      const joined = await seen('people.read', () => joinedByDay(tx, days));
      const published = await seen('content.moderate', () => publishedByDay(tx, days));
      const sumsOf = new Map(sales?.byDay.map(({ day, ...sums }) => [day, sums]));
      return {
        fromDate: days.first,
        toDate: days.last,
        countedAt: ctx.clock.now(),
        accounts: await seen('people.read', accountsByState),
        content: await seen('content.moderate', contentByKind),
        live: await seen('content.moderate', liveNow),
        orders: await seen('orders.change', ordersByState),
        subscriptions: await seen('subscriptions.change', subscriptionsByState),
        money: sales,
        waiting: {
          applications: await seen('papers.decide', applications),
          reports: await seen('reports.decide', openReports),
          appeals: await seen('appeals.decide', openAppeals),
          payouts: await seen('payouts.decide', openPayouts),
          messages: await seen('inbox.answer', waitingMessages),
        },
        queues: await seen('jobs.retry', jobsByState),
        storage: await seen('settings.read', storedFiles),
        byDay: eachDay(days).map((day) => ({
          day,
          accounts: joined === null ? null : (joined.get(day) ?? 0),
          content: published === null ? null : (published.get(day) ?? 0),
          money: sales === null ? null : (sumsOf.get(day) ?? noSums),
        })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
