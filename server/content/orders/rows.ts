/** Orders as API responses: a constant number of queries, however many there are. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { Order } from '@contract/content/store';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { orderEvents, orders, productImages } from '../../platform/db/schema/store';
import { fail } from '../../kernel/api-error';
import { filesById } from '../../platform/media/claims';
import { fileResponse } from '../../platform/media/files';
import type { Viewer } from '../../platform/media/links';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../people/people/rows';
import { hasRight } from '../../platform/rights';

export type OrderRow = typeof orders.$inferSelect;
export type OrderResponse = z.output<typeof Order>;

const digits = 6;
/** The order number that buyer and seller see, and the receipt number. */
export const orderNumberOf = (number: number): string => `O-${String(number).padStart(digits, '0')}`;
export const orderReceiptOf = (number: number): string => `S-${String(number).padStart(digits, '0')}`;

async function firstImages(ctx: Pick<Context, 'db'>, productIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectDistinctOn([productImages.itemId], { itemId: productImages.itemId, fileId: productImages.fileId })
    .from(productImages)
    .where(inArray(productImages.itemId, [...productIds]))
    .orderBy(asc(productImages.itemId), asc(productImages.ordering), asc(productImages.fileId));
  return new Map(rows.map(({ itemId, fileId }) => [itemId, fileId]));
}

/** Whether the viewer may know who made a change: buyer and seller see each other, and only operators see operators. */
const mayKnowActor = ({ userId, performerId }: OrderRow, viewer: Viewer, byId: string | null): byId is string =>
  byId !== null && (byId === userId || byId === performerId || hasRight(viewer, 'orders.change'));

/** Orders by id, with image URLs that the viewer (buyer, seller or operator) may open. */
export async function orderResponses(ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<Map<string, OrderResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      order: orders,
      slug: items.slug,
      commission: charges.commissionCents,
      earning: charges.earningCents,
      refunded: charges.refundedCents,
      withheldAt: charges.withheldAt,
    })
    .from(orders)
    .innerJoin(charges, eq(charges.id, orders.chargeId))
    .innerJoin(items, eq(items.id, orders.productId))
    .where(inArray(orders.id, [...ids]));
  const events = await ctx.db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, [...ids]))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
  const byIds = events.flatMap(({ byId }) => byId ?? []);
  const people = await peopleByIds(ctx, [...new Set([...rows.flatMap(({ order }) => [order.userId, order.performerId]), ...byIds])]);
  const imageIds = await firstImages(ctx, [...new Set(rows.map(({ order }) => order.productId))]);
  const files = await filesById(ctx, [...new Set(imageIds.values())]);
  return new Map(
    rows.flatMap(({ order, slug, commission, earning, refunded, withheldAt }) => {
      const [user, performer] = [people.get(order.userId), people.get(order.performerId)];
      if (!user || !performer) return [];
      const image = files.get(imageIds.get(order.productId) ?? '');
      const response: OrderResponse = {
        _id: order.id,
        orderNumber: orderNumberOf(order.orderNumber),
        receiptNumber: orderReceiptOf(order.receiptNumber),
        chargeId: order.chargeId,
        product: {
          _id: order.productId,
          slug: slug ?? order.productId,
          name: order.productName,
          type: order.productType,
          image: image ? fileResponse(ctx, image, viewer) : null,
        },
        user,
        performer,
        quantity: order.quantity,
        unitPrice: order.unitPriceCents,
        totalPrice: order.totalPriceCents,
        commission,
        earning,
        refunded,
        deliveryStatus: order.deliveryStatus,
        isWithheld: withheldAt !== null,
        deliveryAddress: order.deliveryAddress,
        phoneNumber: order.phoneNumber,
        userNote: order.userNote,
        shippingCode: order.shippingCode,
        totalDownloads: order.downloads,
        history: events
          .filter(({ orderId }) => orderId === order.id)
          .map(({ status, note, byId, at }) => ({
            status,
            note,
            by: mayKnowActor(order, viewer, byId) ? (people.get(byId) ?? null) : null,
            at,
          })),
        createdAt: order.createdAt,
        updatedAt: order.updatedAt,
      };
      return [[order.id, response] as const];
    }),
  );
}

/** One order. Rejects with order_not_found. */
export async function orderResponse(ctx: Context, viewer: Viewer, id: string): Promise<OrderResponse> {
  return (await orderResponses(ctx, viewer, [id])).get(id) ?? fail('order_not_found');
}

/** Publishes the current state of orders to buyer and seller, each with their own image URLs. */
export async function publishOrders(tx: Context, rows: readonly Pick<OrderRow, 'id' | 'userId' | 'performerId'>[]): Promise<void> {
  for (const side of ['userId', 'performerId'] as const)
    for (const id of new Set(rows.map((row) => row[side]))) {
      const orderIds = rows.filter((row) => row[side] === id).map((row) => row.id);
      const responses = await orderResponses(tx, { id, rights: [] }, orderIds);
      for (const response of responses.values()) await publish(tx, 'order/changed', [`account:${id}`], Order.encode(response));
    }
}

/** Publishes the orders of charges whose tokens are owed from now on, or no longer. */
export async function publishOrdersOfCharges(tx: Context, chargeIds: readonly string[]): Promise<void> {
  const { id, userId, performerId, chargeId } = orders;
  await publishOrders(
    tx,
    await tx.db
      .select({ id, userId, performerId })
      .from(orders)
      .where(inArray(chargeId, [...chargeIds])),
  );
}
