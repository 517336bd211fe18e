/** Creating orders from a purchase, and notifying buyer and sellers. */
import { sql } from 'drizzle-orm';
import type { ProductType } from '@contract/kernel/values/store';
import type { Context } from '../../platform/context';
import { orderEvents, orders, type StoredAddress } from '../../platform/db/schema/store';
import { mailReceipt, mailSellers } from './mails';
import { notifySeller } from './notifications';
import { orderResponses, publishOrders, type OrderResponse } from './rows';

/** One line of a purchase, paid by its own charge. */
export interface PaidLine {
  chargeId: string;
  product: { id: string; name: string; type: ProductType; performerId: string; price_cents: bigint };
  quantity: number;
}

export interface Delivery {
  /** The address for physical products. */
  address: StoredAddress | null;
  phoneNumber: string | null;
  userNote: string;
}

/** The orders grouped by seller. */
function bySeller(created: readonly OrderResponse[]): OrderResponse[][] {
  const sellerIds = new Set(created.map(({ performer }) => performer._id));
  return [...sellerIds].map((sellerId) => created.filter(({ performer }) => performer._id === sellerId));
}

async function nextReceipt(tx: Context): Promise<number> {
  const { rows } = await tx.db.execute<{ number: string }>(sql`select nextval('order_receipts') as number`);
  return Number(rows[0]?.number);
}

/**
 * Creates an order for each line under one receipt, in the transaction of the payment. Files are delivered immediately. The buyer gets
 * one receipt by mail; each seller gets a list of their products, by mail and as a notification. Returns the orders in the order of the
 * lines.
 */
export async function createOrders(tx: Context, userId: string, lines: readonly PaidLine[], delivery: Delivery): Promise<OrderResponse[]> {
  const [now, receiptNumber] = [tx.clock.now(), await nextReceipt(tx)];
  const rows = lines.map(({ chargeId, product, quantity }) => {
    const isPhysical = product.type === 'physical';
    return {
      id: tx.random.id(),
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
      deliveryStatus: isPhysical ? ('processing' as const) : ('delivered' as const),
      deliveryAddress: isPhysical ? delivery.address : null,
      phoneNumber: isPhysical ? delivery.phoneNumber : null,
      userNote: delivery.userNote,
      createdAt: now,
      updatedAt: now,
    };
  });
  await tx.db.insert(orders).values(rows);
  await tx.db
    .insert(orderEvents)
    .values(
      rows.map(({ id, deliveryStatus }) => ({ id: tx.random.id(), orderId: id, status: deliveryStatus, note: '', byId: userId, at: now })),
    );
  await publishOrders(tx, rows);
  const responses = await orderResponses(
    tx,
    { id: userId, rights: [] },
    rows.map(({ id }) => id),
  );
  const created = rows.flatMap(({ id }) => responses.get(id) ?? []);
  await mailReceipt(tx, created);
  await mailSellers(tx, created);
  for (const [first, ...rest] of bySeller(created)) if (first) await notifySeller(tx, [first, ...rest]);
  return created;
}
