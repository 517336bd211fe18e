/** Changes of orders. Each change locks the order, so that changes are serialized. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { deliveryTransitions, type DeliveryStatus } from '@contract/kernel/values/store';
import { inTransaction, type Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { orderEvents, orders } from '../../platform/db/schema/store';
import { fail } from '../../kernel/api-error';
import type { Viewer } from '../../platform/media/links';
import { postalAddressOf } from '../../people/addresses/addresses';
import { lockForSale, returnStock } from '../products/products';
import { mailAddressChange, mailStatus } from './mails';
import { notifyOfAddressChange, notifyOfStatus } from './notifications';
import { orderResponse, publishOrders, type OrderResponse, type OrderRow } from './rows';

const addressNote = 'The delivery address was changed.';

/** The order, locked until the transaction of `tx` ends, or null. */
export async function lockOrder(tx: Context, id: string): Promise<OrderRow | null> {
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id)).for('no key update');
  return row ?? null;
}

interface OrderUpdate {
  status: DeliveryStatus;
  shippingCode?: string | undefined;
  note: string;
  actor: Viewer;
}

/** Stores the update with its event in the history, and publishes the order. */
async function writeUpdate(tx: Context, row: OrderRow, { status, shippingCode, note, actor }: OrderUpdate): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(orders)
    .set({ deliveryStatus: status, shippingCode: shippingCode ?? row.shippingCode, updatedAt: now })
    .where(eq(orders.id, row.id));
  await tx.db.insert(orderEvents).values({ id: tx.random.id(), orderId: row.id, status, note, byId: actor.id, at: now });
  await publishOrders(tx, [row]);
}

/** Rejects status changes that are not allowed with transition_not_allowed. */
export function assertTransition(from: DeliveryStatus, to: DeliveryStatus): void {
  if (!deliveryTransitions[from].includes(to)) fail('transition_not_allowed');
}

/** Asserts that the buyer does not owe the price because their payment was reversed. Rejects with order_withheld. */
async function assertPaid(tx: Context, row: OrderRow): Promise<void> {
  const isWithheld = and(eq(charges.id, row.chargeId), isNotNull(charges.withheldAt));
  if ((await tx.db.$count(charges, isWithheld)) > 0) fail('order_withheld');
}

/** Limits the number of events of an order. Rejects with too_many_requests. */
async function assertEventLimit(tx: Context, id: string): Promise<void> {
  if ((await tx.db.$count(orderEvents, eq(orderEvents.orderId, id))) >= limits.orderEventsMax) fail('too_many_requests');
}

/**
 * Changes the status of a locked order, its shipping code or its note, and publishes it to both parties. The buyer gets a notification
 * and a mail for a new status or code. Refunds go through the charges: see `closeOrder`. Rejects with transition_not_allowed and
 * order_withheld.
 */
export async function updateOrderStatus(tx: Context, row: OrderRow, update: OrderUpdate): Promise<OrderResponse> {
  const hasNewStatus = update.status !== row.deliveryStatus;
  const hasNewCode = update.shippingCode !== undefined && update.shippingCode !== row.shippingCode;
  if (hasNewStatus) assertTransition(row.deliveryStatus, update.status);
  else if (row.deliveryStatus === 'refunded') fail('transition_not_allowed');
  if (hasNewStatus && row.deliveryStatus === 'processing') await assertPaid(tx, row);
  if (!hasNewStatus && !hasNewCode && update.note === '') return orderResponse(tx, update.actor, row.id);
  if (!hasNewStatus) await assertEventLimit(tx, row.id);
  await writeUpdate(tx, row, update);
  const response = await orderResponse(tx, update.actor, row.id);
  if (!hasNewStatus && !hasNewCode) return response;
  await mailStatus(tx, response, update.note);
  await notifyOfStatus(tx, response, update.actor.id, hasNewStatus);
  return response;
}

/**
 * The order of a charge, locked with its product until the transaction of `tx` ends. Call it before any money moves: buyers too lock
 * the product before the wallet, which prevents deadlocks.
 */
export async function lockOrderOfCharge(tx: Context, chargeId: string): Promise<OrderRow> {
  const [row] = await tx.db.select().from(orders).where(eq(orders.chargeId, chargeId)).for('no key update');
  if (!row) throw new Error(`charge ${chargeId} has no order`);
  await lockForSale(tx, [row.productId]);
  return row;
}

/** Closes a locked order that was fully refunded: its quantity returns to the stock, and the buyer loses access to its file. */
export async function closeOrder(tx: Context, row: OrderRow, { actor, note }: Pick<OrderUpdate, 'actor' | 'note'>): Promise<void> {
  await returnStock(tx, row.productId, row.quantity);
  await tx.db
    .update(items)
    .set({ sales: sql`${items.sales} - ${row.quantity}` })
    .where(eq(items.id, row.productId));
  await writeUpdate(tx, row, { status: 'refunded', note, actor });
}

/**
 * Changes the delivery address of one of the buyer's orders before it is shipped, and notifies the seller. Rejects with
 * order_not_found, address_not_found and order_changed.
 */
export async function changeDeliveryAddress(ctx: Context, buyer: Viewer, id: string, addressId: string): Promise<OrderResponse> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.userId, buyer.id)))
      .for('no key update');
    if (!row) return fail('order_not_found');
    const deliveryAddress = await postalAddressOf(tx, buyer.id, addressId);
    if (row.deliveryStatus !== 'processing') fail('order_changed');
    await assertEventLimit(tx, id);
    await tx.db.update(orders).set({ deliveryAddress }).where(eq(orders.id, id));
    await writeUpdate(tx, row, { status: row.deliveryStatus, note: addressNote, actor: buyer });
    const response = await orderResponse(tx, buyer, id);
    await mailAddressChange(tx, response);
    await notifyOfAddressChange(tx, response);
    return response;
  });
}
