/** Subscribing to a performer: a period of her prices, less an offer, by card or from the wallet, or her free period. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type paymentsContract from '@contract/money/payments';
import { walletSource, type PaymentType, type SubscriptionType } from '@contract/values';
import type { Context } from '../../platform/context';
import { idempotencyKeys, payments, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { Intention } from '../../platform/idempotency/idempotency';
import { english } from '../../platform/languages/languages';
import { assertWithinLimit } from '../../money/charges/charges';
import { applyPromotion, takePromotion, type Prices, type Terms } from '../../money/offers/offers';
import { findAccount, lockAccount } from '../people/people';
import { assertMaySee } from '../performers/performers';
import { assertFreePeriodLeft, assertMaySubscribe } from '../subscriptions/subscriptions';
import { beginPayment, recordPaid, type NewPayment } from '../../money/payments/start';
import { cardToPay } from '../../money/payments/cards/cards';
import { unsettled } from '../../money/payments/rows';
import { reconcilePayment } from '../../money/payments/settle';
import { subscriptionTitle } from '../../money/payments/titles';

export type Wanted = Parsed<(typeof paymentsContract)['POST /payment/subscribe/performers']>['body'];

/** How receipts name a period. */
export function periodText({ type, months }: { type: SubscriptionType; months: number }): string {
  if (type === 'free') return 'Free period';
  if (type === 'yearly') return 'One year';
  return months === 1 ? 'One month' : `${String(months)} months`;
}

export const paymentTypes: Record<SubscriptionType, PaymentType> = {
  monthly: 'monthly_subscription',
  yearly: 'yearly_subscription',
  free: 'free_subscription',
};

/** The first line of a subscription's receipt. */
export async function titleOf(ctx: Context, performerId: string): Promise<string> {
  const title = (await subscriptionTitle(ctx, performerId)) ?? fail('performer_not_found');
  return title(english);
}

interface Offered extends Terms {
  /** Before any offer. */
  usual_cents: bigint;
}

/** The free period, where site and performer give one and this fan has not had it. */
async function freeTerms(tx: Context, userId: string, { performerId, promotionId }: Wanted, days: number | null): Promise<Offered> {
  if (!tx.settings.values().freeSubscriptionEnabled || days === null) return fail('free_subscription_off');
  if (promotionId !== undefined) return fail('promotion_not_found');
  // An address that nobody has confirmed costs nothing: a new account would be a new free period.
  const account = await findAccount(tx, userId);
  if (account?.emailVerifiedAt === null) fail('email_not_verified');
  await assertFreePeriodLeft(tx, userId, performerId);
  const nothing = { price_cents: 0n, renewal_cents: 0n, usual_cents: 0n, promotionId: null, bundleShare: null };
  return { type: 'free', months: 0, days, ...nothing };
}

async function paidTerms(tx: Context, userId: string, wanted: Wanted, type: keyof Prices, prices: Prices): Promise<Offered> {
  const terms = await applyPromotion(tx, userId, wanted.performerId, prices, type, wanted.promotionId);
  const usual_cents = terms.bundleShare === null ? prices[type] : prices.monthly * BigInt(terms.months);
  return { ...terms, usual_cents };
}

async function termsOf(tx: Context, userId: string, wanted: Wanted): Promise<Offered> {
  const [row] = await tx.db
    .select({
      monthly: performers.monthlyPriceCents,
      yearly: performers.yearlyPriceCents,
      isFree: performers.isFreeSubscription,
      days: performers.freeSubscriptionDays,
    })
    .from(performers)
    .where(eq(performers.accountId, wanted.performerId));
  if (!row) return fail('performer_not_found');
  if (wanted.type === 'free') return freeTerms(tx, userId, wanted, row.isFree ? row.days : null);
  return paidTerms(tx, userId, wanted, wanted.type, row);
}

const openOf = (userId: string, performerId: string) => and(eq(payments.userId, userId), eq(payments.performerId, performerId));

/** One payment for a subscription at a time: until the other has ended nobody knows whether this one is needed. */
async function assertNoneOpen(tx: Context, userId: string, performerId: string): Promise<void> {
  const open = await tx.db.$count(payments, and(openOf(userId, performerId), inArray(payments.status, [...unsettled])));
  if (open > 0) fail('request_in_progress');
}

/**
 * Begins the payment of a subscription, in the transaction of `tx`. From the wallet, and where there is nothing to pay, it
 * takes effect at once. Refuses with performer_not_found, blocked_by_performer, free_subscription_off, free_subscription_used,
 * email_not_verified, promotion_not_found, promotion_used, already_subscribed, request_in_progress, price_changed,
 * card_not_found, card_required, insufficient_balance and spending_limit_reached.
 */
export async function beginSubscription(tx: Context, fan: Actor, client: Client, id: string, wanted: Wanted): Promise<unknown> {
  const { performerId, expectedPrice } = wanted;
  await assertMaySee(tx, fan, client, performerId);
  // Everything below is decided with the fan's account held: of twenty requests at once, one comes first.
  await lockAccount(tx, fan.id);
  const terms = await termsOf(tx, fan.id, wanted);
  await assertMaySubscribe(tx, fan.id, performerId);
  await assertNoneOpen(tx, fan.id, performerId);
  const { price_cents, usual_cents, promotionId, months, days, bundleShare } = terms;
  if (expectedPrice !== undefined && expectedPrice !== price_cents) fail('price_changed');
  await assertWithinLimit(tx, fan.id, price_cents);
  if (promotionId !== null) await takePromotion(tx, promotionId);
  const payment: NewPayment = {
    userId: fan.id,
    type: paymentTypes[terms.type],
    title: await titleOf(tx, performerId),
    description: periodText(terms),
    original_cents: usual_cents,
    total_cents: price_cents,
    performerId,
    promotionId,
    period: { months, days, bundleShare },
  };
  if (terms.type === 'free' || wanted.source === walletSource) return recordPaid(tx, id, payment);
  return beginPayment(tx, id, { ...payment, card: await cardToPay(tx, fan.id, wanted.cardId) });
}

/**
 * Closes questions of the bank that the fan left unanswered for this performer, so that she may pay in another way; the
 * question of this very request stays. Call it outside a transaction, before `payOnce`.
 */
export async function closeLeftQuestions(ctx: Context, { accountId, key }: Intention, performerId: string): Promise<void> {
  const asked = await ctx.db
    .select()
    .from(payments)
    .where(and(openOf(accountId, performerId), eq(payments.status, 'requires_action')));
  for (const payment of asked) {
    const own = and(
      eq(idempotencyKeys.accountId, accountId),
      eq(idempotencyKeys.subjectId, payment.id),
      eq(idempotencyKeys.key, key ?? ''),
    );
    if ((await ctx.db.$count(idempotencyKeys, own)) === 0) await reconcilePayment(ctx, payment, 0);
  }
}
