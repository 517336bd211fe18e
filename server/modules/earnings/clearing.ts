/** The time between a sale and its payout: until it is over, the money waits for disputes and refunds. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { earnings, performers, refunds } from '../../platform/db/schema/schema';

const own = prepared<{ performerId: string }, { days: number | null }>(
  'clearing_days',
  sql`select clearing_days as days from ${performers} where account_id = ${sql.placeholder('performerId')}`,
);

/** When what a performer sells at `at` may be paid out: by their own number of days, else the site's. */
export async function availableFrom(ctx: Context, performerId: string, at: Date): Promise<Date> {
  const [row] = await own(ctx.db, { performerId });
  const days = row?.days ?? ctx.settings.values().earningsClearingDays;
  return new Date(at.getTime() + days * day_ms);
}

export interface Clearing {
  /** The performer's share of what is clearing, less what was given back of it. In hundredths. */
  cents: bigint;
  /** When the next of it becomes available; null when nothing is clearing. */
  next: Date | null;
}

/** What a performer has sold and may not ask for yet. */
export async function clearingOf(ctx: Context, performerId: string): Promise<Clearing> {
  const { netCents, paidCents, availableAt, status } = earnings;
  const back = sql`coalesce((select sum(r.net_cents) from ${refunds} r where r.earning_id = ${earnings.id}), 0)`;
  const [row] = await ctx.db
    .select({
      cents: sql`coalesce(sum(${netCents} - ${back}), 0)`.mapWith(BigInt),
      next: sql<string | null>`min(${availableAt})`,
    })
    .from(earnings)
    .where(and(eq(earnings.performerId, performerId), eq(status, 'available'), lt(paidCents, netCents), gt(availableAt, ctx.clock.now())));
  return { cents: row?.cents ?? 0n, next: row?.next ? new Date(row.next) : null };
}
