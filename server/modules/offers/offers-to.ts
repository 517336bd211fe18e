/** What a performer's page offers to whoever looks at it. */
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { PerformerProfile } from '@contract/kernel/entities';
import type { Context } from '../../platform/context';
import { freePeriods, promotions, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess } from '../../entitlements/entitlements';
import { promotionOf } from '../../money/offers/promotions';
import { isOpen, takenDiscounts, type Prices } from '../../money/offers/terms';

export type Offers = Pick<z.output<typeof PerformerProfile>, 'promotions' | 'isFreeSubscriptionUsed' | 'subscription'>;

async function subscriptionOf(ctx: Context, userId: string, performerId: string): Promise<Offers['subscription']> {
  const { id, type, status, isRenewing, expiresAt } = subscriptions;
  const [row] = await ctx.db
    .select({ _id: id, subscriptionType: type, status, isRenewing, expiredAt: expiresAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId), givesAccess(ctx.clock.now())));
  return row ?? null;
}

/** The open offers of a performer, and what the viewer has of hers already; a guest has nothing. */
export async function offersTo(ctx: Context, viewerId: string | null, performerId: string, prices: Prices): Promise<Offers> {
  const rows = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.performerId, performerId), isOpen(ctx.clock.now())))
    .orderBy(asc(promotions.months), asc(promotions.createdAt));
  const open = rows.map((row) => promotionOf(row, prices));
  if (viewerId === null) return { promotions: open, isFreeSubscriptionUsed: false, subscription: null };
  const used = await ctx.db.$count(freePeriods, and(eq(freePeriods.userId, viewerId), eq(freePeriods.performerId, performerId)));
  const taken = await takenDiscounts(ctx, viewerId, performerId);
  const left = open.filter(({ _id }) => !taken.has(_id));
  return { promotions: left, isFreeSubscriptionUsed: used > 0, subscription: await subscriptionOf(ctx, viewerId, performerId) };
}
