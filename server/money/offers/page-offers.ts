/** What a performer's page offers its viewer. */
import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { freePeriods, promotions, subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';
import type { PageOffers } from '../../people/performers/rows';
import { promotionOf } from './promotions';
import { isPromotionOpen, hasUsedDiscount, type Prices } from './terms';

async function subscriptionOf(ctx: Context, userId: string, performerId: string): Promise<PageOffers['subscription']> {
  const { id, type, status, isRenewing, expiresAt } = subscriptions;
  const [row] = await ctx.db
    .select({ _id: id, subscriptionType: type, status, isRenewing, expiredAt: expiresAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId), givesAccess(ctx.clock.now())));
  return row ?? null;
}

/** The performer's open promotions that the viewer can use, and the viewer's subscription. A guest has no subscription or used offers. */
export async function offersTo(ctx: Context, viewerId: string | null, performerId: string, prices: Prices): Promise<PageOffers> {
  const rows = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.performerId, performerId), isPromotionOpen(ctx.clock.now())))
    .orderBy(asc(promotions.months), asc(promotions.createdAt));
  const openPromotions = rows.map((row) => promotionOf(row, prices));
  if (viewerId === null) return { promotions: openPromotions, isFreeSubscriptionUsed: false, subscription: null };
  const freePeriodCount = await ctx.db.$count(freePeriods, and(eq(freePeriods.userId, viewerId), eq(freePeriods.performerId, performerId)));
  const hasDiscounts = openPromotions.some(({ kind }) => kind === 'discount');
  const isDiscountUsed = hasDiscounts && (await hasUsedDiscount(ctx, viewerId, performerId));
  const available = openPromotions.filter(({ kind }) => kind !== 'discount' || !isDiscountUsed);
  return {
    promotions: available,
    isFreeSubscriptionUsed: freePeriodCount > 0,
    subscription: await subscriptionOf(ctx, viewerId, performerId),
  };
}
