/** Preconditions of a new subscription. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { freePeriods } from '../../platform/db/schema/subscriptions';
import { fail } from '../../kernel/api-error';
import { lockSubscriptionOf } from './rows';
import { isActiveAt } from './state';

/** Rejects with already_subscribed when an active subscription already renews. Lock the fan's account first. */
export async function assertMaySubscribe(tx: Context, userId: string, performerId: string): Promise<void> {
  const row = await lockSubscriptionOf(tx, userId, performerId);
  if (row?.isRenewing && isActiveAt(row, tx.clock.now())) fail('already_subscribed');
}

/** Rejects with free_subscription_used when the fan has already had this performer's free trial. */
export async function assertFreePeriodLeft(tx: Context, userId: string, performerId: string): Promise<void> {
  const used = await tx.db.$count(freePeriods, and(eq(freePeriods.userId, userId), eq(freePeriods.performerId, performerId)));
  if (used > 0) fail('free_subscription_used');
}
