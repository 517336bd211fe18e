/** Notifying people about events. */
import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';
import type { JobKinds } from '../../platform/jobs/jobs';
import { hasRightSql } from '../../platform/rights';
import { notBlocked } from '../blocking/blocking';
import { deliver, deliverEach } from './delivery/deliver';
import type { FanOutNotification, NotificationInput } from './delivery/notification-input';

/** People notified per transaction. */
const batch = 500;

/**
 * Notifies one person, in the transaction of the event; idempotent per event. Skips the actor themselves, recipients with a block in either
 * direction, and suspended accounts.
 */
export async function notify(tx: Context, accountId: string, notification: NotificationInput): Promise<void> {
  if (accountId !== notification.actorId)
    await deliver(tx, and(eq(accounts.id, accountId), notBlocked(accounts.id, notification.actorId)), notification);
}

/** Notifies many people with individual texts of one type and one actor; otherwise like `notify`. For at most a few hundred people. */
export async function notifyEach(
  tx: Context,
  common: Pick<NotificationInput, 'type' | 'actorId'>,
  notifications: ReadonlyMap<string, NotificationInput>,
): Promise<void> {
  if (notifications.size === 0) return;
  const condition = and(inArray(accounts.id, [...notifications.keys()]), notBlocked(accounts.id, common.actorId));
  await deliverEach(tx, condition, common, (accountId) => notifications.get(accountId) ?? failMissing(accountId));
}

function failMissing(accountId: string): never {
  throw new Error(`there is no notification for ${accountId}`);
}

/** Notifies the operators who have a right, regardless of blocks. The notification is visible to them while they have the right. */
export async function notifyOperators(tx: Context, right: Right, notification: Omit<NotificationInput, 'right'>): Promise<void> {
  await deliver(tx, and(eq(accounts.role, 'operator'), hasRightSql(accounts.id, right)), { ...notification, right });
}

/** Notifies a performer's audience, by a job enqueued in the transaction of the event. */
export async function enqueueFanOut(tx: Context, notification: FanOutNotification): Promise<void> {
  await tx.jobs.enqueue(tx.db, 'notifications/spread', { told: notification, afterId: null });
}

/** The next batch of an audience, in id order. */
async function audienceAfter(ctx: Context, { performerId, audience }: FanOutNotification, afterId: string | null): Promise<string[]> {
  const after = (column: typeof follows.followerId | typeof subscriptions.userId): SQL | undefined =>
    afterId === null ? undefined : gt(column, afterId);
  const following = () =>
    ctx.db
      .select({ id: follows.followerId })
      .from(follows)
      .where(and(eq(follows.performerId, performerId), after(follows.followerId)))
      .orderBy(asc(follows.followerId))
      .limit(batch);
  const subscribed = () =>
    ctx.db
      .select({ id: subscriptions.userId })
      .from(subscriptions)
      .where(and(eq(subscriptions.performerId, performerId), givesAccess(ctx.clock.now()), after(subscriptions.userId)))
      .orderBy(asc(subscriptions.userId))
      .limit(batch);
  const queries: Record<FanOutNotification['audience'], () => PromiseLike<{ id: string }[]>> = {
    followers: following,
    subscribers: subscribed,
    both: () => union(following(), subscribed()),
  };
  const people = await queries[audience]();
  return people
    .map(({ id }) => id)
    .sort()
    .slice(0, batch);
}

/**
 * Notifies the next batch of an audience and enqueues the rest. Each batch is one transaction. A batch that is repeated notifies no one
 * twice.
 */
export async function continueFanOut(ctx: Context, { told: notification, afterId }: JobKinds['notifications/spread']): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ids = await audienceAfter(tx, notification, afterId);
    const last = ids.at(-1);
    if (last === undefined) return;
    const { actorId, performerId } = notification;
    await deliver(tx, and(inArray(accounts.id, ids), notBlocked(accounts.id, performerId), notBlocked(accounts.id, actorId)), notification);
    if (ids.length === batch) await tx.jobs.enqueue(tx.db, 'notifications/spread', { told: notification, afterId: last });
  });
}
