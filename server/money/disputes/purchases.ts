/** What was bought with the tokens of a top-up, and when the payer opened those purchases. */
import { and, asc, between, eq, gte, inArray } from 'drizzle-orm';
import { walletSource, type ChargeType } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { items, itemViews } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { payments } from '../../platform/db/schema/payments';
import { streamViewers } from '../../platform/db/schema/streaming';
import { subscriptionPeriods } from '../../platform/db/schema/subscriptions';
import { formatTokenCount } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';
import type { Payment } from '../payments/rows';
import { peopleByIds } from '../../people/people/rows';
import { dayText, minuteText } from './format';

/** Applies to charges and to wallet subscriptions separately. */
const purchasesMax = 100;
const openedMax = 100;

interface Purchase {
  type: ChargeType | 'subscription';
  performerId: string;
  targetId: string;
  sessionId: string | null;
  cents: bigint;
  at: Date;
}

const purchaseLabels: Record<Purchase['type'], string> = {
  tip: 'tip to',
  feed: 'post by',
  video: 'video by',
  gallery: 'gallery by',
  product: 'product from',
  message: 'locked message from',
  message_fee: 'message to',
  stream: 'entry to a live stream by',
  ticket: 'ticket for a live stream by',
  private_minute: 'minute of a private show with',
  subscription: 'subscription to',
};

/**
 * What a top-up paid for. Tokens are interchangeable, so these are the purchases since then, in order, up to the number of tokens
 * that it added.
 */
export async function purchasesPaidBy(ctx: Context, { userId, createdAt, tokensCents }: Payment): Promise<Purchase[]> {
  const bought = await ctx.db
    .select()
    .from(charges)
    .where(and(eq(charges.userId, userId), gte(charges.createdAt, createdAt)))
    .orderBy(asc(charges.createdAt), asc(charges.id))
    .limit(purchasesMax);
  const subscribed = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        gte(payments.createdAt, createdAt),
        eq(payments.gateway, walletSource),
        inArray(payments.status, ['success', 'refunded']),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(purchasesMax);
  const purchases: Purchase[] = [
    ...bought.map(({ type, performerId, targetId, sessionId, priceCents: cents, createdAt: at }) => ({
      type,
      performerId,
      targetId,
      sessionId,
      cents,
      at,
    })),
    ...subscribed.flatMap(({ id: targetId, performerId, totalCents: cents, createdAt: at }) =>
      performerId === null ? [] : [{ type: 'subscription' as const, performerId, targetId, sessionId: null, cents, at }],
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  let left = tokensCents ?? 0n;
  return purchases.filter(({ cents }) => {
    const isPaid = left > 0n;
    left -= cents;
    return isPaid;
  });
}

/** The purchases of a top-up, one per line. */
export async function describePurchases(ctx: Context, payment: Payment): Promise<string> {
  const bought = await purchasesPaidBy(ctx, payment);
  if (bought.length === 0) return 'No purchases have been made with these tokens yet.';
  const people = await peopleByIds(ctx, [...new Set(bought.map(({ performerId }) => performerId))]);
  return bought
    .map(({ type, performerId, cents, at }) => {
      const name = people.get(performerId)?.name ?? 'a creator whose account was deleted';
      return `${minuteText(at)}: ${purchaseLabels[type]} ${name}, ${formatTokenCount(cents)(english)}`;
    })
    .join('\n');
}

const accessLines = (opened: { kind: string; day: string }[]): string[] =>
  opened.map(({ kind, day }) => `${day}: opened a purchased ${kind}`);

/** Item views, by day: no exact time is stored. */
async function openedItems(ctx: Context, userId: string, where: ReturnType<typeof and>): Promise<string[]> {
  const kind = items.kind;
  const day = itemViews.day;
  const opened = await ctx.db
    .select({ kind, day })
    .from(itemViews)
    .innerJoin(items, eq(items.id, itemViews.itemId))
    .where(and(eq(itemViews.viewer, userId), where))
    .orderBy(asc(day), asc(items.id))
    .limit(openedMax);
  return accessLines(opened.map((row) => ({ ...row, kind: row.kind === 'feed' ? 'post' : row.kind })));
}

async function watchedShows(ctx: Context, userId: string, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const rows = await ctx.db
    .select({ at: streamViewers.joinedAt })
    .from(streamViewers)
    .where(and(eq(streamViewers.accountId, userId), inArray(streamViewers.sessionId, sessionIds)))
    .orderBy(asc(streamViewers.joinedAt));
  return rows.map(({ at }) => `${minuteText(at)}: watched a purchased live stream`);
}

/** When the payer opened what this payment paid for, one line each. */
export async function describeAccess(ctx: Context, payment: Payment): Promise<string[]> {
  const { id, userId, performerId } = payment;
  if (performerId !== null) {
    const [period] = await ctx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.paymentId, id));
    if (!period) return [];
    const days = between(itemViews.day, dayText(period.startsAt), dayText(period.endsAt));
    return openedItems(ctx, userId, and(eq(items.performerId, performerId), inArray(items.audience, ['subscribers']), days));
  }
  const bought = await purchasesPaidBy(ctx, payment);
  const targets = bought.map(({ targetId }) => targetId);
  const sessionIds = bought.flatMap(({ sessionId }) => sessionId ?? []);
  return [
    ...(targets.length === 0
      ? []
      : await openedItems(ctx, userId, and(inArray(items.id, targets), gte(itemViews.day, dayText(payment.createdAt))))),
    ...(await watchedShows(ctx, userId, [...new Set(sessionIds)])),
  ];
}
