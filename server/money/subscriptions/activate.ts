/** A paid period of access. The first payment starts a subscription or resumes it; a renewal only extends it. */
import { walletSource } from '@contract/kernel/values/money';
import { type SubscriptionType } from '@contract/kernel/values/subscriptions';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { type payments } from '../../platform/db/schema/payments';
import { freePeriods, subscriptionPeriods, subscriptions } from '../../platform/db/schema/subscriptions';
import { fail } from '../../kernel/api-error';
import { pricePaidBy } from '../../platform/languages/formats';
import { addFollow } from '../../people/follows/follows';
import { emitWebhook } from '../../platform/webhooks/emit';
import { emailFan } from './mails';
import { notifyOfStart } from './notifications';
import { nextPriceOf, priceMessage } from './prices';
import { lockSubscriptionOf, publishChange, updateSubscription, type SubscriptionRow } from './rows';
import { countSubscribers, daysAfter, isCountedAsSubscriber, isActiveAt } from './state';

export type PaymentRow = typeof payments.$inferSelect;

const typeOf: Partial<Record<PaymentRow['type'], SubscriptionType>> = {
  monthly_subscription: 'monthly',
  yearly_subscription: 'yearly',
  free_subscription: 'free',
};

interface PurchasedPeriod {
  payment: PaymentRow;
  performerId: string;
  type: SubscriptionType;
  months: number;
  days: number;
}

/** The period that a payment bought. A payment without these fields is a bug. */
function purchasedPeriodOf(payment: PaymentRow): PurchasedPeriod {
  const { performerId, periodMonths: months, periodDays: days } = payment;
  const type = typeOf[payment.type];
  if (type === undefined || performerId === null || months === null || days === null)
    throw new Error(`payment ${payment.id} names no period of a subscription`);
  return { payment, performerId, type, months, days };
}

/** How long access lasted beyond the paid time, while a failed renewal was retried. */
const unpaid_ms = ({ graceUntil, expiresAt }: SubscriptionRow): number =>
  graceUntil === null ? 0 : Math.max(0, graceUntil.getTime() - expiresAt.getTime());

/**
 * A period starts where the previous one ends. After a gap, or when it would already be over, it starts now. Days that were used
 * unpaid during retries count as its first days.
 */
function periodOf(before: SubscriptionRow | null, days: number, now: Date): { startsAt: Date; endsAt: Date } {
  const continues = before !== null && isActiveAt(before, now) && now.getTime() - before.expiresAt.getTime() < days * day_ms;
  const startsAt = continues ? before.expiresAt : new Date(now.getTime() - (before === null ? 0 : unpaid_ms(before)));
  return { startsAt, endsAt: daysAfter(startsAt, days) };
}

/** The price of the next period: today's, until the renewal notice fixes it. */
const nextPrice = (tx: Context, { payment: { bundleShare }, performerId, type, months }: PurchasedPeriod): Promise<bigint> =>
  nextPriceOf(tx, { performerId, type, months, bundleShare });

/** Uses the free trial of a performer, once per fan. Rejects with free_subscription_used. */
async function claimFreePeriod(tx: Context, userId: string, performerId: string): Promise<void> {
  const inserted = await tx.db
    .insert(freePeriods)
    .values({ userId, performerId, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (inserted.length === 0) fail('free_subscription_used');
}

/** Columns that a first payment sets. Its choices apply to renewals. */
async function firstPaymentColumns(tx: Context, purchase: PurchasedPeriod, endsAt: Date) {
  const { payment, type, months } = purchase;
  const isRenewing = type !== 'free';
  const isWallet = payment.gateway === walletSource;
  return {
    type,
    months,
    status: 'active',
    priceCents: await nextPrice(tx, purchase),
    source: isWallet ? walletSource : 'card',
    cardId: isWallet ? null : payment.cardId,
    promotionId: payment.promotionId,
    bundleShare: payment.bundleShare,
    isRenewing,
    expiresAt: endsAt,
    renewsAt: isRenewing ? endsAt : null,
  } as const;
}

/** Columns that a renewal sets: the longer period, and nothing that the fan may have changed while the payment was processed. */
async function renewalColumns(tx: Context, purchase: PurchasedPeriod, before: SubscriptionRow, endsAt: Date) {
  return {
    status: before.isRenewing ? 'active' : 'cancelled',
    priceCents: await nextPrice(tx, purchase),
    expiresAt: endsAt,
    renewsAt: before.isRenewing ? endsAt : null,
  } as const;
}

const clearedColumns = { failedRenewals: 0, pastDueAt: null, graceUntil: null, noticedAt: null, withheldAt: null };

async function upsertSubscription(
  tx: Context,
  purchase: PurchasedPeriod,
  before: SubscriptionRow | null,
  endsAt: Date,
): Promise<SubscriptionRow> {
  const { payment, performerId } = purchase;
  const now = tx.clock.now();
  const totalPaidCents = (before?.totalPaidCents ?? 0n) + payment.totalCents;
  if (before && payment.isOffSession)
    return updateSubscription(tx, before.id, {
      ...(await renewalColumns(tx, purchase, before, endsAt)),
      ...clearedColumns,
      totalPaidCents,
    });
  const columns = { ...(await firstPaymentColumns(tx, purchase, endsAt)), ...clearedColumns, cancelledAt: null, totalPaidCents };
  if (before) return updateSubscription(tx, before.id, { ...columns, startedAt: isActiveAt(before, now) ? before.startedAt : now });
  const [row] = await tx.db
    .insert(subscriptions)
    .values({ id: tx.random.id(), userId: payment.userId, performerId, ...columns, startedAt: now, createdAt: now, updatedAt: now })
    .returning();
  return row ?? fail('subscription_not_found');
}

/**
 * Grants what a subscription's payment paid for, in the transaction that marks it as successful, after the fan's account row was
 * locked: the period, access, the subscriber count, the follow, the notifications and the event. The payment's period columns set
 * the duration. Returns the subscription's id. Call it once per payment: a second call violates the unique constraint on the
 * period's payment. Rejects with free_subscription_used.
 */
export async function activate(tx: Context, payment: PaymentRow): Promise<string> {
  const purchase = purchasedPeriodOf(payment);
  const { performerId, type, days } = purchase;
  if (type === 'free') await claimFreePeriod(tx, payment.userId, performerId);
  const before = await lockSubscriptionOf(tx, payment.userId, performerId);
  const { startsAt, endsAt } = periodOf(before, days, tx.clock.now());
  const row = await upsertSubscription(tx, purchase, before, endsAt);
  await tx.db.insert(subscriptionPeriods).values({ subscriptionId: row.id, startsAt, endsAt, paymentId: payment.id });
  if (before === null || !isCountedAsSubscriber(before)) await countSubscribers(tx, performerId, 1);
  if (!payment.isOffSession) {
    // Subscribing also follows. A fan who has unfollowed since is not made to follow again by a renewal.
    await addFollow(tx, payment.userId, performerId);
    await tx.hooks.subscribed(tx, payment.userId, performerId);
    await notifyOfStart(tx, row, payment.id, before !== null);
    await emailFan(tx, 'subscription-started', row, {
      price: pricePaidBy(payment.gateway, payment.totalCents, payment.currency),
      until: endsAt,
      renewalPrice: row.isRenewing ? priceMessage(tx, row, row.priceCents) : null,
    });
  }
  if (before === null || !isCountedAsSubscriber(before))
    await emitWebhook(tx, 'subscription.started', {
      subscriptionId: row.id,
      userId: row.userId,
      performerId,
      type,
      until: endsAt.toISOString(),
    });
  await publishChange(tx, row);
  return row.id;
}
