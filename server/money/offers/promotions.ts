/** A performer's promotions. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Promotion as PromotionSchema } from '@contract/kernel/entities/offers';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type subscriptionsContract from '@contract/money/subscriptions';
import { centsOf } from '@contract/kernel/values/amounts';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { promotions } from '../../platform/db/schema/subscriptions';
import { fail, failAt } from '../../kernel/api-error';
import { lockAccount } from '../../people/people/rows';
import { bundlePrice, discountedPrice, type Prices, type PromotionRow } from './terms';

export type Promotion = z.output<typeof PromotionSchema>;
type Fields = Parsed<(typeof subscriptionsContract)['POST /performer/promotions']>['body'];

/** The performer's list prices, in hundredths. Rejects with performer_not_found. */
export async function pricesOf(ctx: Context, performerId: string): Promise<Prices> {
  const [row] = await ctx.db
    .select({ monthly: performers.monthlyPriceCents, yearly: performers.yearlyPriceCents })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  return row ?? fail('performer_not_found');
}

/** A promotion as an API response, with what a bundle costs at today's prices. */
export function promotionOf(row: PromotionRow, prices: Prices): Promotion {
  return {
    _id: row.id,
    kind: row.kind,
    months: row.months,
    value: row.value,
    price: row.months === null ? null : bundlePrice(prices, row.months, row.value),
    totalUses: row.totalUses,
    maximumUses: row.maximumUses,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    createdAt: row.createdAt,
  };
}

/** All promotions that have not been ended, oldest first. */
export async function ownPromotions(ctx: Context, performerId: string): Promise<Promotion[]> {
  const prices = await pricesOf(ctx, performerId);
  const rows = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.performerId, performerId), isNull(promotions.removedAt)))
    .orderBy(asc(promotions.createdAt));
  return rows.map((row) => promotionOf(row, prices));
}

const columnsOf = ({ kind, months, value, maximumUses, startsAt, endsAt }: Fields) => ({
  kind,
  months: months ?? null,
  value,
  maximumUses: maximumUses ?? null,
  startsAt: startsAt ?? null,
  endsAt: endsAt ?? null,
});

/** Rejects with price_out_of_range when the promotion goes below the site's minimum price. */
function assertAboveMinimumPrice(ctx: Context, prices: Prices, { months, value }: Fields): void {
  const firstPrice = months === undefined || months === null ? discountedPrice(prices.monthly, value) : bundlePrice(prices, months, value);
  if (firstPrice < (centsOf(ctx.settings.values().minimumSubscriptionPrice) ?? 0n)) failAt('value', 'price_out_of_range');
}

/** Creates a promotion. Rejects with price_out_of_range, and with invalid_request when the performer has reached the maximum. */
export function createPromotion(ctx: Context, performerId: string, fields: Fields): Promise<Promotion> {
  return inTransaction(ctx, async (tx) => {
    // Serializes concurrent creations, so that the second counts the first.
    await lockAccount(tx, performerId);
    const prices = await pricesOf(tx, performerId);
    const now = tx.clock.now();
    const open = await tx.db.$count(promotions, and(eq(promotions.performerId, performerId), isNull(promotions.removedAt)));
    if (open >= limits.promotionsMax)
      fail('invalid_request', { message: `You can have up to ${String(limits.promotionsMax)} offers. End one to add another.` });
    assertAboveMinimumPrice(tx, prices, fields);
    const [row] = await tx.db
      .insert(promotions)
      .values({ id: tx.random.id(), performerId, ...columnsOf(fields), createdAt: now, updatedAt: now })
      .returning();
    return row ? promotionOf(row, prices) : fail('promotion_not_found');
  });
}

const isActivePromotionOf = (performerId: string, id: string) =>
  and(eq(promotions.id, id), eq(promotions.performerId, performerId), isNull(promotions.removedAt));

/** Changes a promotion. Existing uses keep their terms. Rejects with promotion_not_found and price_out_of_range. */
export async function changePromotion(ctx: Context, performerId: string, id: string, fields: Fields): Promise<Promotion> {
  const prices = await pricesOf(ctx, performerId);
  assertAboveMinimumPrice(ctx, prices, fields);
  const [row] = await ctx.db
    .update(promotions)
    .set({ ...columnsOf(fields), updatedAt: ctx.clock.now() })
    .where(isActivePromotionOf(performerId, id))
    .returning();
  return row ? promotionOf(row, prices) : fail('promotion_not_found');
}

/** Ends a promotion. Rejects with promotion_not_found. */
export async function endPromotion(ctx: Context, performerId: string, id: string): Promise<void> {
  const ended = await ctx.db
    .update(promotions)
    .set({ removedAt: ctx.clock.now() })
    .where(isActivePromotionOf(performerId, id))
    .returning({ id: promotions.id });
  if (ended.length === 0) fail('promotion_not_found');
}
