/** Subscribing to a performer: a period at their prices, less a promotion, by card or from the wallet, or a free trial. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type paymentsContract from '@contract/money/payments';
import { walletSource, type PaymentType } from '@contract/kernel/values/money';
import { type SubscriptionType } from '@contract/kernel/values/subscriptions';
import type { Context } from '../../../platform/context';
import { idempotencyKeys } from '../../../platform/db/schema/money';
import { payments } from '../../../platform/db/schema/payments';
import { performers } from '../../../platform/db/schema/performers';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import type { IdempotentRequest } from '../../../platform/idempotency/idempotency';
import { english } from '../../../platform/languages/languages';
import { assertWithinLimit } from '../../charges/spending';
import { applyPromotion, redeemPromotion, type Prices, type Terms } from '../../offers/terms';
import { findAccount, lockAccount } from '../../../people/people/rows';
import { assertCanSeePage } from '../../../people/performers/view';
import { assertFreePeriodLeft, assertMaySubscribe } from '../../subscriptions/assert';
import { beginPayment, recordPaid, type NewPayment } from '../start';
import { cardToPay } from '../cards/cards';
import { unsettledStatuses } from '../rows';
import { reconcilePayment } from '../settle';
import { subscriptionTitle } from '../titles';

export type SubscribeRequest = Parsed<(typeof paymentsContract)['POST /payment/subscribe/performers']>['body'];

/** The name of a period on receipts. */
export function periodText({ type, months }: { type: SubscriptionType; months: number }): string {
  if (type === 'free') return 'Free trial';
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

interface QuotedTerms extends Terms {
  /** The price without a promotion. */
  list_cents: bigint;
}

/** The free trial, when site and performer offer one and this fan has not had it. */
async function freeTerms(
  tx: Context,
  userId: string,
  { performerId, promotionId }: SubscribeRequest,
  days: number | null,
): Promise<QuotedTerms> {
  if (!tx.settings.values().freeSubscriptionEnabled || days === null) return fail('free_subscription_off');
  if (promotionId !== undefined) return fail('promotion_not_found');
  // An unconfirmed email address costs nothing: each new account would get another free trial.
  const account = await findAccount(tx, userId);
  if (account?.emailVerifiedAt === null) fail('email_not_verified');
  await assertFreePeriodLeft(tx, userId, performerId);
  const zeroPrices = { price_cents: 0n, renewal_cents: 0n, list_cents: 0n, promotionId: null, bundleShare: null };
  return { type: 'free', months: 0, days, ...zeroPrices };
}

async function paidTerms(tx: Context, userId: string, request: SubscribeRequest, type: keyof Prices, prices: Prices): Promise<QuotedTerms> {
  const terms = await applyPromotion(tx, userId, request.performerId, prices, type, request.promotionId);
  const list_cents = terms.bundleShare === null ? prices[type] : prices.monthly * BigInt(terms.months);
  return { ...terms, list_cents };
}

async function termsOf(tx: Context, userId: string, request: SubscribeRequest): Promise<QuotedTerms> {
  const [row] = await tx.db
    .select({
      monthly: performers.monthlyPriceCents,
      yearly: performers.yearlyPriceCents,
      isFree: performers.isFreeSubscription,
      days: performers.freeSubscriptionDays,
    })
    .from(performers)
    .where(eq(performers.accountId, request.performerId));
  if (!row) return fail('performer_not_found');
  if (request.type === 'free') return freeTerms(tx, userId, request, row.isFree ? row.days : null);
  return paidTerms(tx, userId, request, request.type, row);
}

const isForPerformer = (userId: string, performerId: string) => and(eq(payments.userId, userId), eq(payments.performerId, performerId));

/** One open payment per subscription: until it has settled, it is unknown whether another is needed. */
async function assertNoOpenPayment(tx: Context, userId: string, performerId: string): Promise<void> {
  const open = await tx.db.$count(payments, and(isForPerformer(userId, performerId), inArray(payments.status, [...unsettledStatuses])));
  if (open > 0) fail('request_in_progress');
}

/**
 * Creates the payment of a subscription, in the transaction of `tx`. A wallet payment, or one with nothing to pay, is applied
 * immediately. Rejects with performer_not_found, blocked_by_performer, free_subscription_off, free_subscription_used,
 * email_not_verified, promotion_not_found, promotion_used, already_subscribed, request_in_progress, price_changed, card_not_found,
 * card_required, insufficient_balance and spending_limit_reached.
 */
export async function beginSubscription(tx: Context, fan: Actor, client: Client, id: string, request: SubscribeRequest): Promise<unknown> {
  const { performerId, expectedPrice } = request;
  await assertCanSeePage(tx, fan, client, performerId);
  // The account lock serializes concurrent requests, so that only one of them passes the checks below.
  await lockAccount(tx, fan.id);
  const terms = await termsOf(tx, fan.id, request);
  await assertMaySubscribe(tx, fan.id, performerId);
  await assertNoOpenPayment(tx, fan.id, performerId);
  const { price_cents, list_cents, promotionId, months, days, bundleShare } = terms;
  if (expectedPrice !== undefined && expectedPrice !== price_cents) fail('price_changed');
  await assertWithinLimit(tx, fan.id, price_cents);
  if (promotionId !== null) await redeemPromotion(tx, promotionId);
  const payment: NewPayment = {
    userId: fan.id,
    type: paymentTypes[terms.type],
    title: await titleOf(tx, performerId),
    description: periodText(terms),
    original_cents: list_cents,
    total_cents: price_cents,
    performerId,
    promotionId,
    period: { months, days, bundleShare },
  };
  if (terms.type === 'free' || request.source === walletSource) return recordPaid(tx, id, payment);
  return beginPayment(tx, id, { ...payment, card: await cardToPay(tx, fan.id, request.cardId) });
}

/**
 * Cancels bank confirmations for this performer that the fan did not complete, so that they can pay another way. The confirmation
 * of this same request is kept. Call it outside a transaction, before `payOnce`.
 */
export async function cancelOpenConfirmations(ctx: Context, { accountId, key }: IdempotentRequest, performerId: string): Promise<void> {
  const pending = await ctx.db
    .select()
    .from(payments)
    .where(and(isForPerformer(accountId, performerId), eq(payments.status, 'requires_action')));
  for (const payment of pending) {
    const isOwnRequest = and(
      eq(idempotencyKeys.accountId, accountId),
      eq(idempotencyKeys.subjectId, payment.id),
      eq(idempotencyKeys.key, key ?? ''),
    );
    if ((await ctx.db.$count(idempotencyKeys, isOwnRequest)) === 0) await reconcilePayment(ctx, payment, 0);
  }
}
