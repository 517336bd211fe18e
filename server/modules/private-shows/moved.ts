/** When the time of day was moved, the minutes of running private shows are moved with it: time that did not pass is not paid for. */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { minute_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { privateRequests } from '../../platform/db/schema/schema';

/**
 * Moves the begin of each next minute by `moved_ms`, after the time of day was. Every host notices the same and each begin is moved
 * once: only one that still follows the old time lies too far behind, or more than a minute ahead.
 */
export async function moveMinutes(ctx: Context, moved_ms: number): Promise<void> {
  const { nextMinuteAt, status } = privateRequests;
  const inAMinute = ctx.clock.now().getTime() + minute_ms;
  const followsOldTime = moved_ms > 0 ? lte(nextMinuteAt, new Date(inAMinute - moved_ms)) : gt(nextMinuteAt, new Date(inAMinute));
  await ctx.db
    .update(privateRequests)
    .set({ nextMinuteAt: sql`${nextMinuteAt} + make_interval(secs => ${moved_ms / 1000}::float8)` })
    .where(and(eq(status, 'accepted'), followsOldTime));
}
