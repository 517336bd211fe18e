/** Making orders out of what was paid, and telling both sides. */
import { sql } from 'drizzle-orm';
import type { ProductType } from '@contract/values';
import type { Context } from '../../platform/context';
import { orderEvents, orders, type StoredPlace } from '../../platform/db/schema/schema';
import { tellBuyer, tellSellers } from './mails';
import { newsOfOrders } from '../../modules/orders/news';
import { orderAnswers, publishOrders, type OrderAnswer } from './rows';

/** One line of a purchase, paid by a charge of its own. */
export interface PaidLine {
  chargeId: string;
  product: { id: string; name: string; type: ProductType; performerId: string; price_cents: bigint };
  quantity: number;
}

export interface Delivery {
  /** Where what is posted goes. */
  place: StoredPlace | null;
  phoneNumber: string | null;
  userNote: string;
}

/** What each seller sold. */
function bySeller(opened: readonly OrderAnswer[]): OrderAnswer[][] {
  const sellerIds = new Set(opened.map(({ performer }) => performer._id));
  return [...sellerIds].map((sellerId) => opened.filter(({ performer }) => performer._id === sellerId));
}

async function nextReceipt(tx: Context): Promise<number> {
  const { rows } = await tx.db.execute<{ number: string }>(sql`select nextval('order_receipts') as number`);
  return Number(rows[0]?.number);
}

/**
 * An order for each line, under one receipt, in the transaction that has paid them; files are delivered with it. The buyer gets
 * one receipt by mail, each seller a list of what is hers, by mail and on the site. Answers the orders in the order of the lines.
 */
export async function openOrders(tx: Context, userId: string, lines: readonly PaidLine[], delivery: Delivery): Promise<OrderAnswer[]> {
  const [now, receiptNumber] = [tx.clock.now(), await nextReceipt(tx)];
  const rows = lines.map(({ chargeId, product, quantity }) => {
    const isPosted = product.type === 'physical';
    return {
      id: tx.chance.id(),
      receiptNumber,
      chargeId,
      productId: product.id,
      productName: product.name,
      productType: product.type,
      userId,
      performerId: product.performerId,
      quantity,
      unitPriceCents: product.price_cents,
      totalPriceCents: product.price_cents * BigInt(quantity),
      deliveryStatus: isPosted ? ('processing' as const) : ('delivered' as const),
      deliveryAddress: isPosted ? delivery.place : null,
      phoneNumber: isPosted ? delivery.phoneNumber : null,
      userNote: delivery.userNote,
      createdAt: now,
      updatedAt: now,
    };
  });
  await tx.db.insert(orders).values(rows);
  await tx.db
    .insert(orderEvents)
    .values(
      rows.map(({ id, deliveryStatus }) => ({ id: tx.chance.id(), orderId: id, status: deliveryStatus, note: '', byId: userId, at: now })),
    );
  await publishOrders(tx, rows);
  const answers = await orderAnswers(
    tx,
    { id: userId, rights: [] },
    rows.map(({ id }) => id),
  );
  const opened = rows.flatMap(({ id }) => answers.get(id) ?? []);
  await tellBuyer(tx, opened);
  await tellSellers(tx, opened);
  for (const [first, ...rest] of bySeller(opened)) if (first) await newsOfOrders(tx, [first, ...rest]);
  return opened;
}
