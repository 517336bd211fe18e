/** How an order moves on. Whoever changes one holds it, so that two never decide at once. */
import { and, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { deliverySteps, type DeliveryStatus } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { items, orderEvents, orders } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Viewer } from '../../platform/media/links';
import { placeOf } from '../../people/addresses/addresses';
import { lockForSale, returnStock } from '../../content/products/products';
import { tellAddress, tellStatus } from '../../content/orders/mails';
import { newsOfAddress, newsOfStatus } from './news';
import { orderAnswer, publishOrders, type OrderAnswer, type OrderRow } from '../../content/orders/rows';

const addressWords = 'The delivery address was changed.';

/** The order, locked until the transaction of `tx` ends, or null. */
export async function lockOrder(tx: Context, id: string): Promise<OrderRow | null> {
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id)).for('no key update');
  return row ?? null;
}

interface Step {
  status: DeliveryStatus;
  shippingCode?: string | undefined;
  note: string;
  by: Viewer;
}

async function write(tx: Context, row: OrderRow, { status, shippingCode, note, by }: Step): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(orders)
    .set({ deliveryStatus: status, shippingCode: shippingCode ?? row.shippingCode, updatedAt: now })
    .where(eq(orders.id, row.id));
  await tx.db.insert(orderEvents).values({ id: tx.chance.id(), orderId: row.id, status, note, byId: by.id, at: now });
  await publishOrders(tx, [row]);
}

/** Refuses with transition_not_allowed where an order cannot go from where it is. */
export function assertStep(from: DeliveryStatus, to: DeliveryStatus): void {
  if (!deliverySteps[from].includes(to)) fail('transition_not_allowed');
}

/** Refuses with too_many_requests where so much was said of an order that it must move on first. */
async function assertRoom(tx: Context, id: string): Promise<void> {
  if ((await tx.db.$count(orderEvents, eq(orderEvents.orderId, id))) >= limits.orderEventsMax) fail('too_many_requests');
}

/**
 * Says how far a locked order is, or what belongs to it, and tells both sides; its buyer gets a notification and a mail when it has
 * moved or is followed by another code. What is refunded goes through the charges: see `closeOrder`. Refuses with transition_not_allowed.
 */
export async function moveOrder(tx: Context, row: OrderRow, step: Step): Promise<OrderAnswer> {
  const isMoved = step.status !== row.deliveryStatus;
  const isRecoded = step.shippingCode !== undefined && step.shippingCode !== row.shippingCode;
  if (isMoved) assertStep(row.deliveryStatus, step.status);
  else if (row.deliveryStatus === 'refunded') fail('transition_not_allowed');
  if (!isMoved && !isRecoded && step.note === '') return orderAnswer(tx, step.by, row.id);
  if (!isMoved) await assertRoom(tx, row.id);
  await write(tx, row, step);
  const answer = await orderAnswer(tx, step.by, row.id);
  if (!isMoved && !isRecoded) return answer;
  await tellStatus(tx, answer, step.note);
  await newsOfStatus(tx, answer, step.by.id, isMoved);
  return answer;
}

/**
 * The order that a charge paid, held with its product until the transaction of `tx` ends. Ask before any money moves: whoever
 * buys holds the product before the wallet, too, so that nobody waits for another in a circle.
 */
export async function holdOrderOf(tx: Context, chargeId: string): Promise<OrderRow> {
  const [row] = await tx.db.select().from(orders).where(eq(orders.chargeId, chargeId)).for('no key update');
  if (!row) throw new Error(`charge ${chargeId} has no order`);
  await lockForSale(tx, [row.productId]);
  return row;
}

/** Closes a held order all of whose price went back: its pieces return to the store, and its file is closed to the buyer. */
export async function closeOrder(tx: Context, row: OrderRow, { by, note }: Pick<Step, 'by' | 'note'>): Promise<void> {
  await returnStock(tx, row.productId, row.quantity);
  await tx.db
    .update(items)
    .set({ sales: sql`${items.sales} - ${row.quantity}` })
    .where(eq(items.id, row.productId));
  await write(tx, row, { status: 'refunded', note, by });
}

/**
 * Sends an own order elsewhere, while nothing of it was sent; its seller hears of it. Refuses with order_not_found,
 * address_not_found and order_changed.
 */
export async function redirectOrder(ctx: Context, buyer: Viewer, id: string, addressId: string): Promise<OrderAnswer> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.userId, buyer.id)))
      .for('no key update');
    if (!row) return fail('order_not_found');
    const deliveryAddress = await placeOf(tx, buyer.id, addressId);
    if (row.deliveryStatus !== 'processing') fail('order_changed');
    await assertRoom(tx, id);
    await tx.db.update(orders).set({ deliveryAddress }).where(eq(orders.id, id));
    await write(tx, row, { status: row.deliveryStatus, note: addressWords, by: buyer });
    const answer = await orderAnswer(tx, buyer, id);
    await tellAddress(tx, answer);
    await newsOfAddress(tx, answer);
    return answer;
  });
}
