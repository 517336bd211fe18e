/** Orders as they leave the host: a constant number of queries, however many there are. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { Order } from '@contract/content/store';
import type { Context } from '../../platform/context';
import { charges, items, orderEvents, orders, productImages } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { filesById } from '../../platform/media/claims';
import { fileAnswer } from '../../platform/media/files';
import type { Viewer } from '../../platform/media/links';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../modules/people/people';
import { mayDo } from '../../platform/rights';

export type OrderRow = typeof orders.$inferSelect;
export type OrderAnswer = z.output<typeof Order>;

const digits = 6;
/** By which number a buyer and a seller speak of an order, and by which its receipt is known. */
export const orderNumberOf = (number: number): string => `O-${String(number).padStart(digits, '0')}`;
export const orderReceiptOf = (number: number): string => `S-${String(number).padStart(digits, '0')}`;

async function firstPictures(ctx: Pick<Context, 'db'>, productIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectDistinctOn([productImages.itemId], { itemId: productImages.itemId, fileId: productImages.fileId })
    .from(productImages)
    .where(inArray(productImages.itemId, [...productIds]))
    .orderBy(asc(productImages.itemId), asc(productImages.ordering), asc(productImages.fileId));
  return new Map(rows.map(({ itemId, fileId }) => [itemId, fileId]));
}

/** Whether a reader learns who did something to an order: its two sides know each other, operators are known to operators alone. */
const isKnown = ({ userId, performerId }: OrderRow, reader: Viewer, byId: string | null): byId is string =>
  byId !== null && (byId === userId || byId === performerId || mayDo(reader, 'orders.change'));

/** Orders by id, as this reader (of either side, or an operator) may open their pictures. */
export async function orderAnswers(ctx: Context, reader: Viewer, ids: readonly string[]): Promise<Map<string, OrderAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      order: orders,
      slug: items.slug,
      commission: charges.commissionCents,
      earning: charges.earningCents,
      refunded: charges.refundedCents,
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
  const pictures = await firstPictures(ctx, [...new Set(rows.map(({ order }) => order.productId))]);
  const files = await filesById(ctx, [...new Set(pictures.values())]);
  return new Map(
    rows.flatMap(({ order, slug, commission, earning, refunded }) => {
      const [user, performer] = [people.get(order.userId), people.get(order.performerId)];
      if (!user || !performer) return [];
      const picture = files.get(pictures.get(order.productId) ?? '');
      const answer: OrderAnswer = {
        _id: order.id,
        orderNumber: orderNumberOf(order.orderNumber),
        receiptNumber: orderReceiptOf(order.receiptNumber),
        chargeId: order.chargeId,
        product: {
          _id: order.productId,
          slug: slug ?? order.productId,
          name: order.productName,
          type: order.productType,
          image: picture ? fileAnswer(ctx, picture, reader) : null,
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
            by: isKnown(order, reader, byId) ? (people.get(byId) ?? null) : null,
            at,
          })),
        createdAt: order.createdAt,
        updatedAt: order.updatedAt,
      };
      return [[order.id, answer] as const];
    }),
  );
}

/** One order. Refuses with order_not_found. */
export async function orderAnswer(ctx: Context, reader: Viewer, id: string): Promise<OrderAnswer> {
  return (await orderAnswers(ctx, reader, [id])).get(id) ?? fail('order_not_found');
}

/** Tells buyer and seller how orders stand now, each with pictures of her own. */
export async function publishOrders(tx: Context, rows: readonly Pick<OrderRow, 'id' | 'userId' | 'performerId'>[]): Promise<void> {
  for (const side of ['userId', 'performerId'] as const)
    for (const id of new Set(rows.map((row) => row[side]))) {
      const hers = rows.filter((row) => row[side] === id).map((row) => row.id);
      const answers = await orderAnswers(tx, { id, rights: [] }, hers);
      for (const answer of answers.values()) await publish(tx, 'order/changed', [`account:${id}`], Order.encode(answer));
    }
}
