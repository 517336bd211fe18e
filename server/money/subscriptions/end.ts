/** How access ends: at the end of the paid period, after the last failed renewal, or when the payment was refunded or disputed. */
import { and, eq, inArray, lte, or } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { inTransaction } from '../../platform/context';
import { subscriptionPeriods, subscriptions } from '../../platform/db/schema/subscriptions';
import type { Message } from '../../platform/languages/messages';
import { emitWebhook } from '../../platform/webhooks/emit';
import { emailFan } from './mails';
import { notifyOfCancellation, notifyOfEnd } from './notifications';
import { findSubscription, lockSubscription, publishChange, updateSubscription, withLocked, type SubscriptionRow } from './rows';
import { countSubscribers, isCountedAsSubscriber } from './state';

/** Subscriptions ended per transaction. */
const batchSize = 50;
const noRenewal = { isRenewing: false, renewsAt: null, pastDueAt: null } as const;

/** Ends a locked subscription at `expiresAt`: access, subscriber count, notifications and event. */
export async function expireSubscription(tx: Context, row: SubscriptionRow, expiresAt: Date): Promise<void> {
  const ended = await updateSubscription(tx, row.id, { ...noRenewal, status: 'expired', expiresAt });
  if (isCountedAsSubscriber(row)) await countSubscribers(tx, row.performerId, -1);
  await notifyOfEnd(tx, ended);
  const { id, userId, performerId } = ended;
  await emitWebhook(tx, 'subscription.ended', { subscriptionId: id, userId, performerId });
  await publishChange(tx, ended);
}

/** Ends a subscription after its last failed renewal, or when it can no longer renew, and emails the fan the reason. */
export async function expireUnpaid(tx: Context, row: SubscriptionRow, reason: Message): Promise<void> {
  await expireSubscription(tx, await updateSubscription(tx, row.id, { graceUntil: tx.clock.now() }), row.expiresAt);
  await emailFan(tx, 'subscription-expired', row, { reason });
}

/** Ends a subscription immediately, even if it is paid for longer. Does nothing when it has already ended. */
export async function endImmediately(ctx: Context, id: string): Promise<void> {
  const found = await findSubscription(ctx, id);
  if (!found) return;
  await withLocked(ctx, found, async (tx, row) => {
    const now = tx.clock.now();
    if (isCountedAsSubscriber(row)) await expireSubscription(tx, row, now < row.expiresAt ? now : row.expiresAt);
  });
}

/** Removes the rest of a payment's period: access ends earlier by that time, and the subscription does not renew. */
export async function endPeriodOf(tx: Context, paymentId: string): Promise<void> {
  const [period] = await tx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, paymentId));
  const row = period ? await lockSubscription(tx, period.subscriptionId) : null;
  if (!period || !row || !isCountedAsSubscriber(row)) return;
  const now = tx.clock.now();
  const left_ms = Math.max(0, period.endsAt.getTime() - Math.max(period.startsAt.getTime(), now.getTime()));
  const expiresAt = new Date(row.expiresAt.getTime() - left_ms);
  if (expiresAt <= now) return expireSubscription(tx, row, now < row.expiresAt ? now : row.expiresAt);
  const canceled = await updateSubscription(tx, row.id, { ...noRenewal, status: 'cancelled', cancelledAt: now, expiresAt });
  await notifyOfCancellation(tx, canceled, null);
  await publishChange(tx, canceled);
}

/** Ends a batch of subscriptions that are over and do not renew. Returns their number. */
function expireSome(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select()
      .from(subscriptions)
      .where(
        and(
          lte(subscriptions.expiresAt, tx.clock.now()),
          inArray(subscriptions.status, ['active', 'cancelled']),
          or(eq(subscriptions.isRenewing, false), eq(subscriptions.status, 'cancelled')),
        ),
      )
      // Performers' rows are updated in a fixed order, so that two workers cannot deadlock.
      .orderBy(subscriptions.performerId)
      .limit(batchSize)
      .for('update', { skipLocked: true });
    for (const row of rows) await expireSubscription(tx, row, row.expiresAt);
    return rows.length;
  });
}

/** Ends all subscriptions that are over and do not renew. */
export async function expireEnded(ctx: Context): Promise<void> {
  while ((await expireSome(ctx)) === batchSize);
}
