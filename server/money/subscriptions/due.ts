/** Due renewals: claiming the next attempt, and checking whether it may still be made. */
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { AccountStatus } from '@contract/kernel/values/people';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { say, type Message } from '../../platform/languages/messages';
import { isBlockedBetween } from '../../people/blocking/blocking';
import { lockAccount } from '../../people/people/rows';
import { expireUnpaid } from './end';
import { findSubscription, lockSubscription, type SubscriptionRow } from './rows';
import { renewalKey } from './state';

/** An attempt that was not finished in this time, because its worker died, can be claimed again. */
const lease_ms = 3_600_000;

/** An attempt to renew. Its key contains the period that it pays for. */
export interface DueRenewal {
  subscriptionId: string;
  key: string;
}

/** Claims up to `limit` due renewals for an hour, in the transaction of `tx`. */
export async function claimDueRenewals(tx: Context, limit: number): Promise<DueRenewal[]> {
  const now = tx.clock.now();
  const due = await tx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(lte(subscriptions.renewsAt, now), eq(subscriptions.isRenewing, true)))
    .orderBy(asc(subscriptions.renewsAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const claimed = await tx.db
    .update(subscriptions)
    .set({ renewsAt: new Date(now.getTime() + lease_ms) })
    .where(
      inArray(
        subscriptions.id,
        due.map(({ id }) => id),
      ),
    )
    .returning();
  return claimed.map((row) => ({ subscriptionId: row.id, key: renewalKey(row) }));
}

/** Why a fan with this account status cannot subscribe to a performer or renew, as a text for the fan; null when they can. */
export async function subscriptionObstacle(
  tx: Context,
  { userId, performerId }: Pick<SubscriptionRow, 'userId' | 'performerId'>,
  status: AccountStatus | undefined,
): Promise<Message | null> {
  if (status !== 'active') return status === 'suspended' ? say`Your account is suspended.` : say`Your account is being deleted.`;
  const [performer] = await tx.db
    .select({ status: accounts.status, isPerformer: accounts.isPerformer, verification: performers.verification })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(performers.accountId, performerId));
  const isAvailable = performer?.status === 'active' && performer.isPerformer && performer.verification === 'approved';
  const canSubscribe = isAvailable && !(await isBlockedBetween(tx, userId, performerId));
  return canSubscribe ? null : say`This profile is no longer available.`;
}

/**
 * The subscription of the attempt `due`, with the fan's account and the row locked. Null when the attempt was already made, when
 * the renewal was canceled in between, or when it is no longer possible: then this ends the subscription without charging.
 */
export async function lockDueRenewal(tx: Context, due: DueRenewal): Promise<SubscriptionRow | null> {
  const found = await findSubscription(tx, due.subscriptionId);
  if (!found) return null;
  const fan = await lockAccount(tx, found.userId);
  const row = await lockSubscription(tx, found.id);
  if (!row?.isRenewing || renewalKey(row) !== due.key) return null;
  const reason = await subscriptionObstacle(tx, row, fan?.status);
  if (reason === null) return row;
  await expireUnpaid(tx, row, reason);
  return null;
}
