/** Telling subscribers of a higher price, and from which day it holds: from their next period that was not announced yet. */
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { SubscriptionType } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { subscriptions } from '../../platform/db/schema/schema';
import { pricesOf, type Prices } from '../offers/offers';
import { tellFan } from './mails';
import { newsOfPrice } from '../../modules/subscriptions/news';
import { priceAt, priceWords, secondEnd } from '../../modules/subscriptions/prices';
import { publishChange, update, type SubscriptionRow } from './rows';

const batch = 100;

/** Which prices rose, and how far the list of subscribers was gone through. */
export interface PriceRise {
  performerId: string;
  types: Exclude<SubscriptionType, 'free'>[];
  /** The last subscription that was told of it; null at first. */
  afterId: string | null;
}

/** A price that was announced stays for the period that it was announced for. */
async function tell(tx: Context, row: SubscriptionRow, prices: Prices): Promise<void> {
  const price = priceAt(prices, row);
  if (price <= row.priceCents) return;
  const from = row.noticedAt === null ? row.expiresAt : secondEnd(prices, row);
  await tellFan(tx, 'price-raised', row, { before: priceWords(tx, row, row.priceCents), price: priceWords(tx, row, price), from });
  await newsOfPrice(tx, row, price, from);
  if (row.noticedAt === null) await publishChange(tx, await update(tx, row.id, { priceCents: price }));
}

/** Tells the next subscribers, and leaves the rest to another job: each is told in the transaction that passes her by. */
export async function tellOfPriceRise(ctx: Context, { performerId, types, afterId }: PriceRise): Promise<void> {
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
      .limit(batch)
      .for('update');
    for (const row of rows) await tell(tx, row, prices);
    const last = rows.at(-1);
    if (last && rows.length === batch) await tx.jobs.enqueue(tx.db, 'subscriptions/price-rise', { performerId, types, afterId: last.id });
  });
}
