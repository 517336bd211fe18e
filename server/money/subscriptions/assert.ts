/** What stands in the way of a new subscription. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { freePeriods } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { lockPair } from './rows';
import { isRunning } from './state';

/** Refuses with already_subscribed a second subscription to one that runs and renews. Hold the fan's account first. */
export async function assertMaySubscribe(tx: Context, userId: string, performerId: string): Promise<void> {
  const row = await lockPair(tx, userId, performerId);
  if (row?.isRenewing && isRunning(row, tx.clock.now())) fail('already_subscribed');
}

/** Refuses with free_subscription_used who has had this performer's free period before. */
export async function assertFreePeriodLeft(tx: Context, userId: string, performerId: string): Promise<void> {
  const used = await tx.db.$count(freePeriods, and(eq(freePeriods.userId, userId), eq(freePeriods.performerId, performerId)));
  if (used > 0) fail('free_subscription_used');
}
