/** The clearing period of a sale. Its earnings cannot be paid out before it ends, because disputes and refunds can still arrive. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { charges, earnings, refunds } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';

const clearingDaysOf = prepared<{ performerId: string }, { days: number | null }>(
  'clearing_days',
  sql`select clearing_days as days from ${performers} where account_id = ${sql.placeholder('performerId')}`,
);

/** When the earnings of a sale made at `at` can be paid out: after the performer's own clearing period, or else the site's default. */
export async function availableAtFor(ctx: Context, performerId: string, at: Date): Promise<Date> {
  const [row] = await clearingDaysOf(ctx.db, { performerId });
  const days = row?.days ?? ctx.settings.values().earningsClearingDays;
  return new Date(at.getTime() + days * day_ms);
}

/** Ticket earnings are not available before the show has taken place. Until then they carry this far-future date. */
export const availableAfterShow = new Date('9999-12-31T00:00:00.000Z');

/**
 * Starts the clearing period of a show's ticket earnings, in the transaction that records that it took place. `showId` is the id of
 * its post.
 */
export async function beginClearing(tx: Context, performerId: string, showId: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(earnings)
    .set({ availableAt: await availableAtFor(tx, performerId, now), updatedAt: now })
    .from(charges)
    .where(and(eq(charges.id, earnings.chargeId), eq(charges.targetId, showId), eq(charges.type, 'ticket')));
}

export interface Clearing {
  /** The performer's share of clearing sales, less refunds. In hundredths. */
  cents: bigint;
  /** When the next amount becomes available; null when nothing is clearing, or all of it waits for a show. */
  next: Date | null;
}

/** A performer's earnings that are still clearing and cannot be paid out yet. */
export async function clearingEarningsOf(ctx: Context, performerId: string): Promise<Clearing> {
  const { netCents, paidCents, availableAt, status } = earnings;
  const refunded = sql`coalesce((select sum(r.net_cents) from ${refunds} r where r.earning_id = ${earnings.id}), 0)`;
  const [row] = await ctx.db
    .select({
      cents: sql`coalesce(sum(${netCents} - ${refunded}), 0)`.mapWith(BigInt),
      next: sql<string | null>`min(${availableAt}) filter (where ${availableAt} < ${availableAfterShow.toISOString()}::timestamptz)`,
    })
    .from(earnings)
    .where(and(eq(earnings.performerId, performerId), eq(status, 'available'), lt(paidCents, netCents), gt(availableAt, ctx.clock.now())));
  return { cents: row?.cents ?? 0n, next: row?.next ? new Date(row.next) : null };
}
