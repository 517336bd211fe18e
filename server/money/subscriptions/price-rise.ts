/** Notifying subscribers of a price increase. It applies from their next period that was not announced yet. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import { inTransaction, type Context } from '../../platform/context';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { pricesOf } from '../offers/promotions';
import type { Prices } from '../offers/terms';
import { emailFan } from './mails';
import { notifyFanOfPriceRise } from './notifications';
import { priceAt, priceMessage, endOfNextPeriod } from './prices';
import { publishChange, updateSubscription, type SubscriptionRow } from './rows';

const batchSize = 100;

/** The types whose price rose, and the progress through the list of subscribers. */
export interface PriceRise {
  performerId: string;
  types: Exclude<SubscriptionType, 'free'>[];
  /** The last subscription that was notified; null at the start. */
  afterId: string | null;
}

/** An announced price is kept for the period that it was announced for. */
async function notifySubscriber(tx: Context, row: SubscriptionRow, prices: Prices): Promise<void> {
  const price = priceAt(prices, row);
  if (price <= row.priceCents) return;
  const from = row.noticedAt === null ? row.expiresAt : endOfNextPeriod(prices, row);
  await emailFan(tx, 'price-raised', row, { before: priceMessage(tx, row, row.priceCents), price: priceMessage(tx, row, price), from });
  await notifyFanOfPriceRise(tx, row, price, from);
  if (row.noticedAt === null) await publishChange(tx, await updateSubscription(tx, row.id, { priceCents: price }));
}

/** Notifies the next batch of subscribers and enqueues a job for the rest, in one transaction, so that each is notified once. */
export async function notifySubscribersOfPriceRise(ctx: Context, { performerId, types, afterId }: PriceRise): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const prices = await pricesOf(tx, performerId);
    const rows = await tx.db
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.performerId, performerId),
          eq(subscriptions.isRenewing, true),
          inArray(subscriptions.type, types),
          afterId === null ? undefined : gt(subscriptions.id, afterId),
        ),
      )
      .orderBy(asc(subscriptions.id))
      .limit(batchSize)
      .for('update');
    for (const row of rows) await notifySubscriber(tx, row, prices);
    const last = rows.at(-1);
    if (last && rows.length === batchSize)
      await tx.jobs.enqueue(tx.db, 'subscriptions/price-rise', { performerId, types, afterId: last.id });
  });
}
