/** What a payment brings: a period of access. A first one begins a subscription or continues it, a renewal only extends it. */
import type { SubscriptionType } from '@contract/values';
import { walletSource } from '@contract/values';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { freePeriods, subscriptionPeriods, subscriptions, type payments } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { pricePaidBy } from '../../platform/languages/formats';
import { conversationOf } from '../../talk/conversations/conversations';
import { addFollow } from '../../people/follows/follows';
import { raise } from '../../platform/webhooks/emit';
import { tellFan } from './mails';
import { newsOfStart } from '../../modules/subscriptions/news';
import { nextPriceOf, priceWords } from '../../modules/subscriptions/prices';
import { lockPair, publishChange, update, type SubscriptionRow } from './rows';
import { countSubscribers, daysAfter, isCounted, isRunning } from './state';

export type PaymentRow = typeof payments.$inferSelect;

const typeOf: Partial<Record<PaymentRow['type'], SubscriptionType>> = {
  monthly_subscription: 'monthly',
  yearly_subscription: 'yearly',
  free_subscription: 'free',
};

interface Bought {
  payment: PaymentRow;
  performerId: string;
  type: SubscriptionType;
  months: number;
  days: number;
}

/** What of a payment says what was bought. One that says nothing of it is a bug of whoever began it. */
function boughtBy(payment: PaymentRow): Bought {
  const { performerId, periodMonths: months, periodDays: days } = payment;
  const type = typeOf[payment.type];
  if (type === undefined || performerId === null || months === null || days === null)
    throw new Error(`payment ${payment.id} names no period of a subscription`);
  return { payment, performerId, type, months, days };
}

/** How long access was kept after the end of what was paid, while a failed renewal was tried again. */
const unpaid_ms = ({ graceUntil, expiresAt }: SubscriptionRow): number =>
  graceUntil === null ? 0 : Math.max(0, graceUntil.getTime() - expiresAt.getTime());

/**
 * The period begins where the one before ends; after a gap, or when it would be over already, now. Days that were used and not
 * paid count as its first ones.
 */
function periodOf(before: SubscriptionRow | null, days: number, now: Date): { startsAt: Date; endsAt: Date } {
  const continues = before !== null && isRunning(before, now) && now.getTime() - before.expiresAt.getTime() < days * day_ms;
  const startsAt = continues ? before.expiresAt : new Date(now.getTime() - (before === null ? 0 : unpaid_ms(before)));
  return { startsAt, endsAt: daysAfter(startsAt, days) };
}

/** What the next period will cost: at today's prices, until its notice fixes it. */
const nextPrice = (tx: Context, { payment: { bundleShare }, performerId, type, months }: Bought): Promise<bigint> =>
  nextPriceOf(tx, { performerId, type, months, bundleShare });

/** The free period of a performer, once for each fan. Refuses with free_subscription_used. */
async function takeFreePeriod(tx: Context, userId: string, performerId: string): Promise<void> {
  const taken = await tx.db
    .insert(freePeriods)
    .values({ userId, performerId, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (taken.length === 0) fail('free_subscription_used');
}

/** The columns that a first payment sets: what was chosen then is what renews. */
async function chosen(tx: Context, bought: Bought, endsAt: Date) {
  const { payment, type, months } = bought;
  const isRenewing = type !== 'free';
  const isWallet = payment.gateway === walletSource;
  return {
    type,
    months,
    status: 'active',
    priceCents: await nextPrice(tx, bought),
    source: isWallet ? walletSource : 'card',
    cardId: isWallet ? null : payment.cardId,
    promotionId: payment.promotionId,
    bundleShare: payment.bundleShare,
    isRenewing,
    expiresAt: endsAt,
    renewsAt: isRenewing ? endsAt : null,
  } as const;
}

/** What a renewal sets: a longer time, and nothing of what the fan may have changed while it was on its way. */
async function extended(tx: Context, bought: Bought, before: SubscriptionRow, endsAt: Date) {
  return {
    status: before.isRenewing ? 'active' : 'cancelled',
    priceCents: await nextPrice(tx, bought),
    expiresAt: endsAt,
    renewsAt: before.isRenewing ? endsAt : null,
  } as const;
}

const settled = { failedRenewals: 0, pastDueAt: null, graceUntil: null, noticedAt: null, withheldAt: null };

async function put(tx: Context, bought: Bought, before: SubscriptionRow | null, endsAt: Date): Promise<SubscriptionRow> {
  const { payment, performerId } = bought;
  const now = tx.clock.now();
  const totalPaidCents = (before?.totalPaidCents ?? 0n) + payment.totalCents;
  if (before && payment.isOffSession)
    return update(tx, before.id, { ...(await extended(tx, bought, before, endsAt)), ...settled, totalPaidCents });
  const columns = { ...(await chosen(tx, bought, endsAt)), ...settled, cancelledAt: null, totalPaidCents };
  if (before) return update(tx, before.id, { ...columns, startedAt: isRunning(before, now) ? before.startedAt : now });
  const [row] = await tx.db
    .insert(subscriptions)
    .values({ id: tx.chance.id(), userId: payment.userId, performerId, ...columns, startedAt: now, createdAt: now, updatedAt: now })
    .returning();
  return row ?? fail('subscription_not_found');
}

/**
 * Gives what a subscription's payment paid for, in the transaction that makes it a success and after the account row of its
 * fan was locked: the period, access, the performer's counter, following her, the news that it began, and the event. The payment's period
 * columns say how long it lasts. Answers the subscription's id, for the payment to keep. Call it once per payment: a second
 * time breaks on the period's payment being unique. Refuses with free_subscription_used.
 */
export async function activate(tx: Context, payment: PaymentRow): Promise<string> {
  const bought = boughtBy(payment);
  const { performerId, type, days } = bought;
  if (type === 'free') await takeFreePeriod(tx, payment.userId, performerId);
  const before = await lockPair(tx, payment.userId, performerId);
  const { startsAt, endsAt } = periodOf(before, days, tx.clock.now());
  const row = await put(tx, bought, before, endsAt);
  await tx.db.insert(subscriptionPeriods).values({ subscriptionId: row.id, startsAt, endsAt, paymentId: payment.id });
  if (before === null || !isCounted(before)) await countSubscribers(tx, performerId, 1);
  if (!payment.isOffSession) {
    // Who subscribes follows; who stopped following since keeps that when it renews.
    await addFollow(tx, payment.userId, performerId);
    await conversationOf(tx, payment.userId, performerId);
    await newsOfStart(tx, row, payment.id, before !== null);
    await tellFan(tx, 'subscription-started', row, {
      price: pricePaidBy(payment.gateway, payment.totalCents, payment.currency),
      until: endsAt,
      next: row.isRenewing ? priceWords(tx, row, row.priceCents) : null,
    });
  }
  if (before === null || !isCounted(before))
    await raise(tx, 'subscription.started', { subscriptionId: row.id, userId: row.userId, performerId, type, until: endsAt.toISOString() });
  await publishChange(tx, row);
  return row.id;
}
