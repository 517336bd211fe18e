/** Rows of subscriptions, and their API responses. */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { Subscription } from '@contract/money/money';
import { walletSource } from '@contract/kernel/values/money';
import type { z } from 'zod';
import { inTransaction, type Context } from '../../platform/context';
import { paymentCards, payments } from '../../platform/db/schema/payments';
import { subscriptionPeriods, subscriptions } from '../../platform/db/schema/subscriptions';
import { fail } from '../../kernel/api-error';
import { configuredNameOf } from '../gateways/names';
import { publish } from '../../platform/outbox/publish';
import { lockAccount, peopleByIds } from '../../people/people/rows';
import { cardsById } from '../../people/performers/rows';
import { retriesAfter } from './state';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type SubscriptionResponse = z.output<typeof Subscription>;

/**
 * The viewer of a subscription. The fan sees the payment source and their relation to the performer, operators see the payment
 * source, and the performer sees neither.
 */
export type SubscriptionViewer = { kind: 'fan'; id: string } | { kind: 'performer' } | { kind: 'operator' };

/** The subscription of a fan to a performer, locked until the transaction of `tx` ends, or null. Lock the fan's account first. */
export async function lockSubscriptionOf(tx: Context, userId: string, performerId: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId)))
    .for('update');
  return row ?? null;
}

/** A subscription, locked until the transaction of `tx` ends, or null. Lock the fan's account first. */
export async function lockSubscription(tx: Context, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row ?? null;
}

/** The current row of a subscription, or null. */
export async function findSubscription(ctx: Context, id: string): Promise<SubscriptionRow | null> {
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** Runs `work` with the fan's account and the subscription locked. Rejects with subscription_not_found. */
export function withLocked<T>(
  ctx: Context,
  { id, userId }: Pick<SubscriptionRow, 'id' | 'userId'>,
  work: (tx: Context, row: SubscriptionRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    return work(tx, (await lockSubscription(tx, id)) ?? fail('subscription_not_found'));
  });
}

/** Updates columns of a subscription and returns the new row. */
export async function updateSubscription(
  tx: Context,
  id: string,
  columns: Partial<typeof subscriptions.$inferInsert>,
): Promise<SubscriptionRow> {
  const [row] = await tx.db
    .update(subscriptions)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(subscriptions.id, id))
    .returning();
  return row ?? fail('subscription_not_found');
}

/** The next charge: at the end of the period, or the next retry of a failed renewal. */
function nextCharge({ isRenewing, status, renewsAt, expiresAt }: SubscriptionRow): Date | null {
  if (!isRenewing) return null;
  return status === 'past_due' ? renewsAt : expiresAt;
}

/** The retries that are still to come or due now. */
function retriesOf({ status, pastDueAt, renewsAt }: SubscriptionRow, now: Date): Date[] {
  if (status !== 'past_due' || pastDueAt === null) return [];
  return retriesAfter(pastDueAt).filter((at) => at > now || at.getTime() === renewsAt?.getTime());
}

/** What the latest period of each subscription cost. */
async function paidPrices(ctx: Context, ids: readonly string[]): Promise<Map<string, bigint>> {
  const { subscriptionId, paymentId, startsAt } = subscriptionPeriods;
  const paid = await ctx.db
    .selectDistinctOn([subscriptionId], { subscriptionId, cents: payments.totalCents })
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(inArray(subscriptionId, [...ids]))
    .orderBy(subscriptionId, desc(startsAt));
  return new Map(paid.map((row) => [row.subscriptionId, row.cents]));
}

/** The price of the fan's next renewal from the wallet, in hundredths; null when there is none. */
export async function nextWalletRenewal(ctx: Context, userId: string): Promise<bigint | null> {
  const { priceCents, renewsAt, expiresAt, isRenewing, source, type } = subscriptions;
  const [next] = await ctx.db
    .select({ cents: priceCents })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(isRenewing, true), eq(source, walletSource), ne(type, 'free')))
    .orderBy(asc(renewsAt), asc(expiresAt))
    .limit(1);
  return next?.cents ?? null;
}

interface CardSummary {
  brand: string;
  last4: string;
  gateway: string;
}

async function cardSummaries(ctx: Context, rows: readonly SubscriptionRow[]): Promise<Map<string, CardSummary>> {
  const ids = rows.flatMap(({ cardId }) => cardId ?? []);
  if (ids.length === 0) return new Map();
  const { id, brand, last4, gateway } = paymentCards;
  const cards = await ctx.db.select({ id, brand, last4, gateway }).from(paymentCards).where(inArray(id, ids));
  return new Map(cards.map((card) => [card.id, card]));
}

/** Subscriptions by id, in a constant number of queries. */
export async function subscriptionResponses(
  ctx: Context,
  ids: readonly string[],
  viewer: SubscriptionViewer,
): Promise<Map<string, SubscriptionResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.id, [...ids]));
  const users = await peopleByIds(ctx, [...new Set(rows.map(({ userId }) => userId))]);
  const viewerId = viewer.kind === 'fan' ? viewer.id : null;
  const performers = await cardsById(ctx, viewerId, [...new Set(rows.map(({ performerId }) => performerId))]);
  const cards = viewer.kind === 'performer' ? new Map<string, CardSummary>() : await cardSummaries(ctx, rows);
  const paid = await paidPrices(ctx, ids);
  const now = ctx.clock.now();
  const responses = new Map<string, SubscriptionResponse>();
  for (const row of rows) {
    const [user, performer, card] = [users.get(row.userId), performers.get(row.performerId), cards.get(row.cardId ?? '')];
    if (!user || !performer) continue;
    responses.set(row.id, {
      _id: row.id,
      subscriptionType: row.type,
      months: row.months,
      status: row.status,
      user,
      performer,
      price: row.priceCents,
      paidPrice: paid.get(row.id) ?? null,
      source: row.source,
      paymentGateway: row.source === 'card' ? (card ? configuredNameOf(card.gateway) : null) : row.source,
      card: card ? { brand: card.brand, last4: card.last4 } : null,
      startedAt: row.startedAt,
      expiredAt: row.expiresAt,
      nextRecurringDate: nextCharge(row),
      retryDates: retriesOf(row, now),
      isRenewing: row.isRenewing,
      // A fan's debt is not visible to the performer.
      isWithheld: viewer.kind !== 'performer' && row.withheldAt !== null,
      cancelledAt: row.cancelledAt,
      promotionId: row.promotionId,
      totalPaid: row.totalPaidCents,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    });
  }
  return responses;
}

/** One subscription as `viewer` sees it. Rejects with subscription_not_found. */
export async function subscriptionResponse(ctx: Context, id: string, viewer: SubscriptionViewer): Promise<SubscriptionResponse> {
  return (await subscriptionResponses(ctx, [id], viewer)).get(id) ?? fail('subscription_not_found');
}

/** Emits a subscription's current state to the fan and to the performer, each with the fields that they may see. */
export async function publishChange(tx: Context, { id, userId, performerId }: SubscriptionRow): Promise<void> {
  const forFan = (await subscriptionResponses(tx, [id], { kind: 'fan', id: userId })).get(id);
  if (forFan) await publish(tx, 'subscription/changed', [`account:${userId}`], Subscription.encode(forFan));
  const forPerformer = (await subscriptionResponses(tx, [id], { kind: 'performer' })).get(id);
  if (forPerformer) await publish(tx, 'subscription/changed', [`account:${performerId}`], Subscription.encode(forPerformer));
  await tx.hooks.relationChanged(tx, userId, performerId);
}

/** As `publishChange`, for callers that only have the id. */
export async function publishChangeOf(tx: Context, id: string): Promise<void> {
  const row = await findSubscription(tx, id);
  if (row) await publishChange(tx, row);
}
