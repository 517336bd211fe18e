/** Notices of renewals: sent some days before, they fix what the next period costs. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, paymentCards, subscriptions } from '../../platform/db/schema/schema';
import { say, type Words } from '../../languages/say';
import { tellFan } from './mails';
import { nextPriceOf, priceWords } from '../../modules/subscriptions/prices';
import { publishChange, update, type SubscriptionRow } from './rows';
import { daysAfter } from './state';

const batch = 50;
const fans = alias(accounts, 'fans');
const publishers = alias(accounts, 'publishers');

/** What pays, in words. */
async function sourceText(tx: Context, { cardId }: SubscriptionRow): Promise<Words> {
  if (cardId === null) return say`Your wallet`;
  const { brand, last4 } = paymentCards;
  const [card] = await tx.db.select({ brand, last4 }).from(paymentCards).where(eq(paymentCards.id, cardId));
  if (!card) return say`Your card`;
  const shown = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  return say`${shown} ending in ${card.last4}`;
}

async function announce(tx: Context, row: SubscriptionRow): Promise<void> {
  const priceCents = await nextPriceOf(tx, row);
  const noticed = await update(tx, row.id, { priceCents, noticedAt: tx.clock.now() });
  await tellFan(tx, 'renewal-notice', row, {
    price: priceWords(tx, row, priceCents),
    at: row.expiresAt,
    source: await sourceText(tx, row),
  });
  await publishChange(tx, noticed);
}

/** Announces some; answers how many. Those of suspended accounts are left: they will not renew. */
function announceSome(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await tx.db
      .select({ row: subscriptions })
      .from(subscriptions)
      .innerJoin(fans, and(eq(fans.id, subscriptions.userId), eq(fans.status, 'active')))
      .innerJoin(publishers, and(eq(publishers.id, subscriptions.performerId), eq(publishers.status, 'active')))
      .where(
        and(
          eq(subscriptions.status, 'active'),
          eq(subscriptions.isRenewing, true),
          isNull(subscriptions.noticedAt),
          gt(subscriptions.expiresAt, now),
          lte(subscriptions.expiresAt, daysAfter(now, limits.renewalNotice_days)),
        ),
      )
      .limit(batch)
      .for('update', { of: subscriptions, skipLocked: true });
    for (const { row } of due) await announce(tx, row);
    return due.length;
  });
}

/** Announces every renewal that is near enough and was not announced yet, and fixes its price at today's. */
export async function announceRenewals(ctx: Context): Promise<void> {
  while ((await announceSome(ctx)) === batch);
}
