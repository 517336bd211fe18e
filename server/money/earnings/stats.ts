/**
 * Sums of sales. Refunds count on the day on which they were made, as in the ledger. So a range of days has the same sums here, in
 * the statement and in the ledger, and a past day's sums never change.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { EarningType } from '@contract/kernel/values/money';
import { earningTypes } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { createdWithin, type PageQuery } from '../../platform/db/paging';
import { earnings, payoutRequests, refunds } from '../../platform/db/schema/money';
import { clearingEarningsOf } from './clearing';
import { earningsOf } from '../ledger/chart';
import { balanceOf } from '../ledger/ledger';

export interface StatsFilter extends Pick<PageQuery, 'fromDate' | 'toDate'> {
  performerId?: string | undefined;
  userId?: string | undefined;
  type?: EarningType | undefined;
}

/** In hundredths. */
export interface Sums {
  totalGrossPrice: bigint;
  totalSiteCommission: bigint;
  totalNetPrice: bigint;
}
export interface Stats extends Sums {
  byType: (Sums & { type: EarningType })[];
  byDay: (Sums & { day: string })[];
}

const zeroSums: Sums = { totalGrossPrice: 0n, totalSiteCommission: 0n, totalNetPrice: 0n };
const sumsOf = ({ totalGrossPrice, totalSiteCommission, totalNetPrice }: Sums): Sums => ({
  totalGrossPrice,
  totalSiteCommission,
  totalNetPrice,
});

function matching(table: typeof earnings | typeof refunds, { performerId, userId, type, ...range }: StatsFilter): SQL | undefined {
  return and(
    performerId === undefined ? undefined : eq(table.performerId, performerId),
    userId === undefined ? undefined : eq(table.userId, userId),
    type === undefined ? undefined : eq(table.type, type),
    ...createdWithin(sql`${table.createdAt}`, range),
  );
}

/** All sums in one query: sales less refunds, as a total, by type and by day (UTC). */
export async function earningStats(ctx: Context, filter: StatsFilter): Promise<Stats> {
  const dayOf = (createdAt: typeof earnings.createdAt | typeof refunds.createdAt): SQL<string> =>
    sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const moved = unionAll(
    ctx.db
      .select({
        type: earnings.type,
        day: dayOf(earnings.createdAt).as('day'),
        gross: earnings.grossCents,
        commission: earnings.commissionCents,
        net: earnings.netCents,
      })
      .from(earnings)
      .where(matching(earnings, filter)),
    ctx.db
      .select({
        type: refunds.type,
        day: dayOf(refunds.createdAt).as('day'),
        gross: sql<bigint>`-${refunds.grossCents}`.as('gross'),
        commission: sql<bigint>`-${refunds.commissionCents}`.as('commission'),
        net: sql<bigint>`-${refunds.netCents}`.as('net'),
      })
      .from(refunds)
      .where(matching(refunds, filter)),
  ).as('moved');
  const total = (column: typeof moved.gross | typeof moved.commission | typeof moved.net): SQL<bigint> =>
    sql`coalesce(sum(${column}), 0)`.mapWith(BigInt);
  const rows = await ctx.db
    .select({
      type: sql<EarningType | null>`${moved.type}`,
      day: sql<string | null>`${moved.day}`,
      totalGrossPrice: total(moved.gross),
      totalSiteCommission: total(moved.commission),
      totalNetPrice: total(moved.net),
    })
    .from(moved)
    .groupBy(sql`grouping sets ((), (${moved.type}), (${moved.day}))`)
    .orderBy(sql`2`);
  const totals = rows.find(({ type, day }) => type === null && day === null);
  return {
    ...(totals ? sumsOf(totals) : zeroSums),
    byType: earningTypes.flatMap((type) => rows.filter((row) => row.type === type).map((row) => ({ type, ...sumsOf(row) }))),
    byDay: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...sumsOf(row) }])),
  };
}

/** In hundredths. */
export interface Holdings {
  /** What can be requested as a payout; below zero after refunds of what was paid out. */
  available: bigint;
  /** Earned, but not available yet. */
  clearing: bigint;
  /** When the next clearing amount becomes available. */
  clearsAt: Date | null;
  /** Held for open payout requests. */
  held: bigint;
  paidOut: bigint;
}

/** A performer's current balances, independent of any date range. */
export async function holdingsOf(ctx: Context, performerId: string): Promise<Holdings> {
  const sumOf = (statuses: (typeof payoutRequests.$inferSelect)['status'][]): SQL<bigint> =>
    sql`coalesce(sum(${payoutRequests.amountCents} - ${payoutRequests.reversedCents}) filter (where ${inArray(payoutRequests.status, statuses)}), 0)`.mapWith(
      BigInt,
    );
  const [row] = await ctx.db
    .select({ held: sumOf(['pending', 'approved']), paidOut: sumOf(['done']) })
    .from(payoutRequests)
    .where(eq(payoutRequests.performerId, performerId));
  const { cents: clearing, next: clearsAt } = await clearingEarningsOf(ctx, performerId);
  const available = (await balanceOf(ctx, earningsOf(performerId))) - clearing;
  return { available, clearing, clearsAt, held: row?.held ?? 0n, paidOut: row?.paidOut ?? 0n };
}
