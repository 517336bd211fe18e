/** What a subscription costs and how long it lasts: the performer's prices, lowered by an offer where one is taken. */
import { and, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { SubscriptionType } from '@contract/values';
import type { Context } from '../../platform/context';
import { payments, promotions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';

export type PromotionRow = typeof promotions.$inferSelect;
type PaidType = Exclude<SubscriptionType, 'free'>;
/** The performer's own prices, in hundredths. */
export type Prices = Readonly<Record<PaidType, bigint>>;

/** One period as it is offered: what it costs first, what it costs when it renews, and how long it lasts. */
export interface Terms {
  type: SubscriptionType;
  /** Months in the name of the period; 0 for a free one. */
  months: number;
  days: number;
  price_cents: bigint;
  renewal_cents: bigint;
  promotionId: string | null;
  /** The share that a bundle takes off each time that it renews. */
  bundleShare: number | null;
}

const shareUnits = 10_000;
const monthsOf: Record<PaidType, number> = { monthly: 1, yearly: 12 };

/** The kind of a paid period, as a subscription keeps it for the next one. */
export interface PeriodKind {
  type: PaidType;
  months: number;
  bundleShare: number | null;
}

/**
 * A price with a share taken off, to the hundredth; what is taken off is rounded down, so that no fan pays less than was said. Exact
 * for shares of at most four decimals.
 */
export function lowered(price_cents: bigint, share: number): bigint {
  return price_cents - (price_cents * BigInt(Math.round(share * shareUnits))) / BigInt(shareUnits);
}

/** Offers that can be taken at `now`. */
export const isOpen = (now: Date): SQL | undefined =>
  and(
    isNull(promotions.removedAt),
    or(isNull(promotions.startsAt), lt(promotions.startsAt, now)),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
    or(isNull(promotions.maximumUses), lt(promotions.totalUses, promotions.maximumUses)),
  );

/** What a period of this type costs without any offer. A bundle of months renews as it was bought. */
function plain(prices: Prices, type: PaidType): Terms {
  const price_cents = prices[type];
  const days = limits.period_days[type];
  return { type, months: monthsOf[type], days, price_cents, renewal_cents: price_cents, promotionId: null, bundleShare: null };
}

/** What a bundle costs, in hundredths: its months at the monthly price, less the share. */
export const bundlePrice = (prices: Prices, months: number, share: number): bigint => lowered(prices.monthly * BigInt(months), share);

/** What the next period of a kind costs at these prices, and how long it lasts: a bundle keeps the share that it was taken with. */
export function renewalTerms(prices: Prices, { type, months, bundleShare }: PeriodKind): { price_cents: bigint; days: number } {
  if (bundleShare === null) return { price_cents: prices[type], days: limits.period_days[type] };
  return { price_cents: bundlePrice(prices, months, bundleShare), days: limits.period_days.monthly * months };
}

/** Payments that took an offer, and were not given back. */
const taking = ['created', 'processing', 'requires_action', 'success', 'disputed'] as const;

/** Those of some performer's discounts for a first period that this fan has had, by id: each is taken once. */
export async function takenDiscounts(ctx: Context, userId: string, performerId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectDistinct({ id: promotions.id })
    .from(payments)
    .innerJoin(promotions, eq(promotions.id, payments.promotionId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.performerId, performerId),
        eq(promotions.kind, 'discount'),
        inArray(payments.status, [...taking]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The terms with an offer, or without one. Refuses with promotion_not_found when it is not open, or not this performer's, and with
 * promotion_used where this fan has had a discount for a first period before.
 */
export async function applyPromotion(
  ctx: Context,
  userId: string,
  performerId: string,
  prices: Prices,
  type: PaidType,
  promotionId: string | undefined,
): Promise<Terms> {
  if (promotionId === undefined) return plain(prices, type);
  const [offer] = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.id, promotionId), eq(promotions.performerId, performerId), isOpen(ctx.clock.now())));
  if (!offer) return fail('promotion_not_found');
  if (offer.kind === 'discount' || offer.months === null) {
    if ((await takenDiscounts(ctx, userId, performerId)).has(promotionId)) fail('promotion_used');
    const usual = plain(prices, type);
    return { ...usual, price_cents: lowered(usual.price_cents, offer.value), promotionId };
  }
  const price_cents = bundlePrice(prices, offer.months, offer.value);
  return {
    type: 'monthly',
    months: offer.months,
    days: limits.period_days.monthly * offer.months,
    price_cents,
    renewal_cents: price_cents,
    promotionId,
    bundleShare: offer.value,
  };
}

/** Counts a use of an offer, in the transaction that pays. Refuses with promotion_not_found when the last use was taken meanwhile. */
export async function takePromotion(ctx: Context, promotionId: string): Promise<void> {
  const taken = await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} + 1` })
    .where(and(eq(promotions.id, promotionId), or(isNull(promotions.maximumUses), lt(promotions.totalUses, promotions.maximumUses))))
    .returning({ id: promotions.id });
  if (taken.length === 0) fail('promotion_not_found');
}

/** Counts a use that was given back and is paid all the same, whatever is left of the offer. */
export async function takePromotionAgain(ctx: Context, promotionId: string): Promise<void> {
  await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} + 1` })
    .where(eq(promotions.id, promotionId));
}

/** Gives a use of an offer back, when the payment that took it came to nothing. */
export async function returnPromotion(ctx: Context, promotionId: string): Promise<void> {
  await ctx.db
    .update(promotions)
    .set({ totalUses: sql`${promotions.totalUses} - 1` })
    .where(eq(promotions.id, promotionId));
}
