/** Renewal notices. They are sent some days before a renewal, and fix the price of the next period. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { paymentCards } from '../../platform/db/schema/payments';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { say, type Message } from '../../platform/languages/messages';
import { emailFan } from './mails';
import { nextPriceOf, priceMessage } from './prices';
import { publishChange, updateSubscription, type SubscriptionRow } from './rows';
import { daysAfter } from './state';

const batchSize = 50;
const fanAccounts = alias(accounts, 'fan_accounts');
const performerAccounts = alias(accounts, 'performer_accounts');

/** The payment source, as text. */
async function sourceText(tx: Context, { cardId }: SubscriptionRow): Promise<Message> {
  if (cardId === null) return say`Your wallet`;
  const { brand, last4 } = paymentCards;
  const [card] = await tx.db.select({ brand, last4 }).from(paymentCards).where(eq(paymentCards.id, cardId));
  if (!card) return say`Your card`;
  const brandName = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  return say`${brandName} ending in ${card.last4}`;
}

async function announce(tx: Context, row: SubscriptionRow): Promise<void> {
  const priceCents = await nextPriceOf(tx, row);
  const noticed = await updateSubscription(tx, row.id, { priceCents, noticedAt: tx.clock.now() });
  await emailFan(tx, 'renewal-notice', row, {
    price: priceMessage(tx, row, priceCents),
    at: row.expiresAt,
    source: await sourceText(tx, row),
  });
  await publishChange(tx, noticed);
}

/** Announces a batch of renewals. Returns their number. Skips suspended accounts, because they will not renew. */
function announceBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await tx.db
      .select({ row: subscriptions })
      .from(subscriptions)
      .innerJoin(fanAccounts, and(eq(fanAccounts.id, subscriptions.userId), eq(fanAccounts.status, 'active')))
      .innerJoin(performerAccounts, and(eq(performerAccounts.id, subscriptions.performerId), eq(performerAccounts.status, 'active')))
      .where(
        and(
          eq(subscriptions.status, 'active'),
          eq(subscriptions.isRenewing, true),
          isNull(subscriptions.noticedAt),
          gt(subscriptions.expiresAt, now),
          lte(subscriptions.expiresAt, daysAfter(now, limits.renewalNotice_days)),
        ),
      )
      .limit(batchSize)
      .for('update', { of: subscriptions, skipLocked: true });
    for (const { row } of due) await announce(tx, row);
    return due.length;
  });
}

/** Announces every upcoming renewal that has not been announced, and fixes its price at today's. */
export async function announceRenewals(ctx: Context): Promise<void> {
  while ((await announceBatch(ctx)) === batchSize);
}
