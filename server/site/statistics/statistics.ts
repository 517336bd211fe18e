/** The operators' overview: each part only with the right to see it, all of one snapshot. */
import type { Right } from '@contract/kernel/rights';
import type { Context } from '../../platform/context';
import { hasRight, type RightsHolder } from '../../platform/rights';
import { earningStats } from '../../money/earnings/stats';
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
  waitingDisputes,
  waitingMessages,
  waitingReleases,
  type Statistics,
} from './count';
import { daysOf, eachDay } from './days';

const noSums = { totalGrossPrice: 0n, totalSiteCommission: 0n, totalNetPrice: 0n };

/** The current figures, and those of a range of days; null for what the operator may not see. Rejects with the errors of `daysOf`. */
export async function statistics(
  ctx: Context,
  viewer: RightsHolder,
  range: { fromDate?: string | undefined; toDate?: string | undefined },
): Promise<Statistics> {
  const days = daysOf(ctx.clock.now(), range);
  // The queue creates its tables at first use.
  if (hasRight(viewer, 'jobs.retry')) await ctx.jobs.check();
  return ctx.db.transaction(
    async (db) => {
      const tx = { ...ctx, db };
      const ifAllowed = <T>(right: Right, read: (tx: Context) => Promise<T>): Promise<T | null> =>
        hasRight(viewer, right) ? read(tx) : Promise.resolve(null);
      const sales = await ifAllowed('money.read', () => earningStats(tx, { fromDate: days.first, toDate: days.last }));
      const joined = await ifAllowed('people.read', () => joinedByDay(tx, days));
      const published = await ifAllowed('content.moderate', () => publishedByDay(tx, days));
      const sumsOf = new Map(sales?.byDay.map(({ day, ...sums }) => [day, sums]));
      return {
        fromDate: days.first,
        toDate: days.last,
        countedAt: ctx.clock.now(),
        accounts: await ifAllowed('people.read', accountsByState),
        content: await ifAllowed('content.moderate', contentByKind),
        live: await ifAllowed('content.moderate', liveNow),
        orders: await ifAllowed('orders.change', ordersByState),
        subscriptions: await ifAllowed('subscriptions.change', subscriptionsByState),
        money: sales,
        waiting: {
          applications: await ifAllowed('papers.decide', applications),
          releases: await ifAllowed('papers.decide', waitingReleases),
          reports: await ifAllowed('reports.decide', openReports),
          appeals: await ifAllowed('appeals.decide', openAppeals),
          payouts: await ifAllowed('payouts.decide', openPayouts),
          disputes: await ifAllowed('money.refund', (snapshot) => waitingDisputes(snapshot, ctx.clock.now())),
          messages: await ifAllowed('inbox.answer', waitingMessages),
        },
        queues: await ifAllowed('jobs.retry', jobsByState),
        storage: await ifAllowed('settings.read', storedFiles),
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
