/** Rows of subscriptions, and the shape of them that leaves the host. */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { Subscription } from '@contract/money/money';
import { walletSource } from '@contract/values';
import type { z } from 'zod';
import { inTransaction, type Context } from '../../platform/context';
import { paymentCards, payments, subscriptionPeriods, subscriptions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { shownGateway } from '../gateways/names';
import { publish } from '../../platform/outbox/publish';
import { tellPair } from '../../talk/conversations/conversations';
import { lockAccount, peopleByIds } from '../../modules/people/people';
import { cardsById } from '../../modules/performers/performers';
import { retriesAfter } from './state';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type SubscriptionAnswer = z.output<typeof Subscription>;

/** Who reads: the fan sees what pays, and her own relation to the performer; the performer sees neither; operators what pays. */
export type Reader = { kind: 'fan'; id: string } | { kind: 'performer' } | { kind: 'operator' };

/** The one subscription of a fan to a performer, held until the transaction of `tx` ends, or null. Hold the fan's account first. */
export async function lockPair(tx: Context, userId: string, performerId: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId)))
    .for('update');
  return row ?? null;
}

/** A subscription, held until the transaction of `tx` ends, or null. Hold the fan's account first. */
export async function lockSubscription(tx: Context, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row ?? null;
}

/** A subscription as it stands, or null. */
export async function findSubscription(ctx: Context, id: string): Promise<SubscriptionRow | null> {
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}

/** Runs `work` with the subscription locked, and its fan's account before it. Refuses with subscription_not_found. */
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

/** Changes columns of a subscription and answers the row as it is then. */
export async function update(tx: Context, id: string, columns: Partial<typeof subscriptions.$inferInsert>): Promise<SubscriptionRow> {
  const [row] = await tx.db
    .update(subscriptions)
    .set({ ...columns, updatedAt: tx.clock.now() })
    .where(eq(subscriptions.id, id))
    .returning();
  return row ?? fail('subscription_not_found');
}

/** When it will be charged next: at its end, or when a failed renewal is tried again. */
function nextCharge({ isRenewing, status, renewsAt, expiresAt }: SubscriptionRow): Date | null {
  if (!isRenewing) return null;
  return status === 'past_due' ? renewsAt : expiresAt;
}

/** When it is tried again: what is still to come, and what is due now. */
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

/** What the fan's next renewal from the wallet costs, in hundredths; null when the wallet pays for none. */
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

interface Face {
  brand: string;
  last4: string;
  gateway: string;
}

async function cardFaces(ctx: Context, rows: readonly SubscriptionRow[]): Promise<Map<string, Face>> {
  const ids = rows.flatMap(({ cardId }) => cardId ?? []);
  if (ids.length === 0) return new Map();
  const { id, brand, last4, gateway } = paymentCards;
  const cards = await ctx.db.select({ id, brand, last4, gateway }).from(paymentCards).where(inArray(id, ids));
  return new Map(cards.map((card) => [card.id, card]));
}

/** Subscriptions by id, in a constant number of queries. */
export async function subscriptionAnswers(ctx: Context, ids: readonly string[], reader: Reader): Promise<Map<string, SubscriptionAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.id, [...ids]));
  const users = await peopleByIds(ctx, [...new Set(rows.map(({ userId }) => userId))]);
  const viewerId = reader.kind === 'fan' ? reader.id : null;
  const performers = await cardsById(ctx, viewerId, [...new Set(rows.map(({ performerId }) => performerId))]);
  const cards = reader.kind === 'performer' ? new Map<string, Face>() : await cardFaces(ctx, rows);
  const paid = await paidPrices(ctx, ids);
  const now = ctx.clock.now();
  const answers = new Map<string, SubscriptionAnswer>();
  for (const row of rows) {
    const [user, performer, card] = [users.get(row.userId), performers.get(row.performerId), cards.get(row.cardId ?? '')];
    if (!user || !performer) continue;
    answers.set(row.id, {
      _id: row.id,
      subscriptionType: row.type,
      months: row.months,
      status: row.status,
      user,
      performer,
      price: row.priceCents,
      paidPrice: paid.get(row.id) ?? null,
      source: row.source,
      paymentGateway: row.source === 'card' ? (card ? shownGateway(card.gateway) : null) : row.source,
      card: card ? { brand: card.brand, last4: card.last4 } : null,
      startedAt: row.startedAt,
      expiredAt: row.expiresAt,
      nextRecurringDate: nextCharge(row),
      retryDates: retriesOf(row, now),
      isRenewing: row.isRenewing,
      // What a fan owes is not for the performer to know.
      isWithheld: reader.kind !== 'performer' && row.withheldAt !== null,
      cancelledAt: row.cancelledAt,
      promotionId: row.promotionId,
      totalPaid: row.totalPaidCents,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    });
  }
  return answers;
}

/** One subscription for its reader. Refuses with subscription_not_found. */
export async function subscriptionAnswer(ctx: Context, id: string, reader: Reader): Promise<SubscriptionAnswer> {
  return (await subscriptionAnswers(ctx, [id], reader)).get(id) ?? fail('subscription_not_found');
}

/** Tells the fan and the performer how a subscription stands now, each as she may see it. */
export async function publishChange(tx: Context, { id, userId, performerId }: SubscriptionRow): Promise<void> {
  const own = (await subscriptionAnswers(tx, [id], { kind: 'fan', id: userId })).get(id);
  if (own) await publish(tx, 'subscription/changed', [`account:${userId}`], Subscription.encode(own));
  const seen = (await subscriptionAnswers(tx, [id], { kind: 'performer' })).get(id);
  if (seen) await publish(tx, 'subscription/changed', [`account:${performerId}`], Subscription.encode(seen));
  await tellPair(tx, userId, performerId);
}

/** As `publishChange`, for who knows nothing but its id. */
export async function publishChangeOf(tx: Context, id: string): Promise<void> {
  const row = await findSubscription(tx, id);
  if (row) await publishChange(tx, row);
}
