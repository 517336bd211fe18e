/** Price and duration of a subscription: the performer's list prices, lowered by a promotion where one is used. */
import { and, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import type { Context } from '../../platform/context';
import { payments } from '../../platform/db/schema/payments';
import { promotions } from '../../platform/db/schema/subscriptions';
import { fail } from '../../kernel/api-error';

export type PromotionRow = typeof promotions.$inferSelect;
type PaidType = Exclude<SubscriptionType, 'free'>;
/** The performer's list prices, in hundredths. */
export type Prices = Readonly<Record<PaidType, bigint>>;

/** The terms of one period: its first price, its renewal price and its duration. */
export interface Terms {
  type: SubscriptionType;
  /** Nominal length of the period in months; 0 for a free one. */
  months: number;
  days: number;
  price_cents: bigint;
  renewal_cents: bigint;
  promotionId: string | null;
  /** The share that a bundle takes off each renewal. */
  bundleShare: number | null;
}

const shareUnits = 10_000;
const monthsOf: Record<PaidType, number> = { monthly: 1, yearly: 12 };

/** The kind of a paid period, as a subscription stores it for its renewal. */
export interface PeriodKind {
  type: PaidType;
  months: number;
  bundleShare: number | null;
}

/**
 * A price less a share, to the hundredth. The discount is rounded down, so the result is never below the exact price. Exact for
 * shares of at most four decimals.
 */
export function discountedPrice(price_cents: bigint, share: number): bigint {
  return price_cents - (price_cents * BigInt(Math.round(share * shareUnits))) / BigInt(shareUnits);
}

/** Condition: the promotion can be used at `now`. */
export const isPromotionOpen = (now: Date): SQL | undefined =>
  and(
    isNull(promotions.removedAt),
    or(isNull(promotions.startsAt), lt(promotions.startsAt, now)),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
    or(isNull(promotions.maximumUses), lt(promotions.totalUses, promotions.maximumUses)),
  );

/** Terms of a period without a promotion. */
function listPriceTerms(prices: Prices, type: PaidType): Terms {
  const price_cents = prices[type];
  const days = limits.period_days[type];
  return { type, months: monthsOf[type], days, price_cents, renewal_cents: price_cents, promotionId: null, bundleShare: null };
}

/** Price of a bundle, in hundredths: its months at the monthly price, less the share. */
export const bundlePrice = (prices: Prices, months: number, share: number): bigint =>
  discountedPrice(prices.monthly * BigInt(months), share);

/** Price and duration of the next period at these prices. A bundle keeps the share that it was bought with. */
export function renewalTerms(prices: Prices, { type, months, bundleShare }: PeriodKind): { price_cents: bigint; days: number } {
  if (bundleShare === null) return { price_cents: prices[type], days: limits.period_days[type] };
  return { price_cents: bundlePrice(prices, months, bundleShare), days: limits.period_days.monthly * months };
}

/** Statuses of payments that use up a promotion. */
const redeemingStatuses = ['created', 'processing', 'requires_action', 'success', 'disputed'] as const;

/** Whether this fan has already used a discount of the performer. Discounts apply to the first period, so only one can be used. */
export async function hasUsedDiscount(ctx: Context, userId: string, performerId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(promotions, eq(promotions.id, payments.promotionId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.performerId, performerId),
        eq(promotions.kind, 'discount'),
        inArray(payments.status, [...redeemingStatuses]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * The terms of the first period, with the promotion where one is given. Rejects with promotion_not_found when it is not open or
 * belongs to another performer, and with promotion_used when this fan has already used a discount of this performer.
 */
export async function applyPromotion(
  ctx: Context,
  userId: string,
  performerId: string,
  prices: Prices,
  type: PaidType,
  promotionId: string | undefined,
): Promise<Terms> {
  if (promotionId === undefined) return listPriceTerms(prices, type);
  const [promotion] = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.id, promotionId), eq(promotions.performerId, performerId), isPromotionOpen(ctx.clock.now())));
  if (!promotion) return fail('promotion_not_found');
  if (promotion.kind === 'discount' || promotion.months === null) {
    if (await hasUsedDiscount(ctx, userId, performerId)) fail('promotion_used');
    const listTerms = listPriceTerms(prices, type);
    return { ...listTerms, price_cents: discountedPrice(listTerms.price_cents, promotion.value), promotionId };
  }
  const price_cents = bundlePrice(prices, promotion.months, promotion.value);
  return {
    type: 'monthly',
    months: promotion.months,
    days: limits.period_days.monthly * promotion.months,
    price_cents,
    renewal_cents: price_cents,
    promotionId,
    bundleShare: promotion.value,
  };
}

/**
 * Counts a use of a promotion, in the transaction that pays. Rejects with promotion_not_found when the last use was taken in
 * between.
 */
export async function redeemPromotion(ctx: Context, promotionId: string): Promise<void> {
  const redeemed = await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} + 1` })
    .where(and(eq(promotions.id, promotionId), or(isNull(promotions.maximumUses), lt(promotions.totalUses, promotions.maximumUses))))
    .returning({ id: promotions.id });
  if (redeemed.length === 0) fail('promotion_not_found');
}

/** Counts a returned use again because its payment succeeded after all. Ignores the maximum. */
export async function redeemPromotionAgain(ctx: Context, promotionId: string): Promise<void> {
  await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} + 1` })
    .where(eq(promotions.id, promotionId));
}

/** Returns a use of a promotion when the payment that took it failed. */
export async function releasePromotion(ctx: Context, promotionId: string): Promise<void> {
  await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} - 1` })
    .where(eq(promotions.id, promotionId));
}
