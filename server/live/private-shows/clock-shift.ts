/** Shifts the billing times of active private shows when the system clock is stepped, so that the step itself is not billed. */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { minute_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { privateRequests } from '../../platform/db/schema/streaming';

/**
 * Shifts each `nextMinuteAt` by `moved_ms`, after the clock was stepped by that much. Every API server detects the step, but each row is
 * shifted once: only a time still based on the old clock is that far behind, or more than a minute ahead.
 */
export async function shiftNextMinutes(ctx: Context, moved_ms: number): Promise<void> {
  const { nextMinuteAt, status } = privateRequests;
  const inOneMinute_ms = ctx.clock.now().getTime() + minute_ms;
  const isOnOldClock = moved_ms > 0 ? lte(nextMinuteAt, new Date(inOneMinute_ms - moved_ms)) : gt(nextMinuteAt, new Date(inOneMinute_ms));
  await ctx.db
    .update(privateRequests)
    .set({ nextMinuteAt: sql`${nextMinuteAt} + make_interval(secs => ${moved_ms / 1000}::float8)` })
    .where(and(eq(status, 'accepted'), isOnOldClock));
}
