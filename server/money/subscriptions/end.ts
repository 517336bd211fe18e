/** How access ends: at the end of what was paid, when renewing has failed for good, or because the money went back. */
import { and, eq, inArray, lte, or } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { inTransaction } from '../../platform/context';
import { subscriptionPeriods, subscriptions } from '../../platform/db/schema/schema';
import type { Words } from '../../languages/say';
import { raise } from '../../platform/webhooks/emit';
import { tellFan } from './mails';
import { newsOfCancel, newsOfEnd } from '../../modules/subscriptions/news';
import { findSubscription, lockSubscription, publishChange, update, withLocked, type SubscriptionRow } from './rows';
import { countSubscribers, isCounted } from './state';

/** How many ends one transaction writes. */
const batch = 50;
const noRenewal = { isRenewing: false, renewsAt: null, pastDueAt: null } as const;

/** Ends a subscription that its caller has locked, at `expiresAt`: access, the counter, the news of it, the event. */
export async function expire(tx: Context, row: SubscriptionRow, expiresAt: Date): Promise<void> {
  const ended = await update(tx, row.id, { ...noRenewal, status: 'expired', expiresAt });
  if (isCounted(row)) await countSubscribers(tx, row.performerId, -1);
  await newsOfEnd(tx, ended);
  const { id, userId, performerId } = ended;
  await raise(tx, 'subscription.ended', { subscriptionId: id, userId, performerId });
  await publishChange(tx, ended);
}

/** Ends one whose renewal came to nothing, and tells the fan why. */
export async function expireUnpaid(tx: Context, row: SubscriptionRow, reason: Words): Promise<void> {
  await expire(tx, await update(tx, row.id, { graceUntil: tx.clock.now() }), row.expiresAt);
  await tellFan(tx, 'subscription-expired', row, { reason });
}

/** Ends one at once, whatever of it was paid; nothing happens when it has ended. */
export async function endNow(ctx: Context, id: string): Promise<void> {
  const found = await findSubscription(ctx, id);
  if (!found) return;
  await withLocked(ctx, found, async (tx, row) => {
    const now = tx.clock.now();
    if (isCounted(row)) await expire(tx, row, now < row.expiresAt ? now : row.expiresAt);
  });
}

/** Takes back what is left of a payment's period: what was paid after it moves nearer, and nothing renews any more. */
export async function endAccess(tx: Context, paymentId: string): Promise<void> {
  const [period] = await tx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, paymentId));
  const row = period ? await lockSubscription(tx, period.subscriptionId) : null;
  if (!period || !row || !isCounted(row)) return;
  const now = tx.clock.now();
  const left_ms = Math.max(0, period.endsAt.getTime() - Math.max(period.startsAt.getTime(), now.getTime()));
  const expiresAt = new Date(row.expiresAt.getTime() - left_ms);
  if (expiresAt <= now) return expire(tx, row, now < row.expiresAt ? now : row.expiresAt);
  const cancelled = await update(tx, row.id, { ...noRenewal, status: 'cancelled', cancelledAt: now, expiresAt });
  await newsOfCancel(tx, cancelled, null);
  await publishChange(tx, cancelled);
}

/** Ends some of those whose time is over and that do not renew; answers how many. */
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
      // Performers' counters are touched in one order, so that two workers never wait for each other.
      .orderBy(subscriptions.performerId)
      .limit(batch)
      .for('update', { skipLocked: true });
    for (const row of rows) await expire(tx, row, row.expiresAt);
    return rows.length;
  });
}

/** Ends all whose time is over and that do not renew. */
export async function expireOver(ctx: Context): Promise<void> {
  while ((await expireSome(ctx)) === batch);
}
