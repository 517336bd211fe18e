/** Reading orders: one, and lists for buyers, sellers and operators. */
import { and, eq, or, type SQL } from 'drizzle-orm';
import type { DeliveryStatus, ProductType } from '@contract/kernel/values/store';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { contains, readPage, type PageQuery } from '../../platform/db/paging';
import { orders } from '../../platform/db/schema/store';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { anyNameMatches } from '../../people/people/name-search';
import { hasRight } from '../../platform/rights';
import { orderResponse, orderResponses, type OrderResponse, type OrderRow } from './rows';

interface Filter {
  q?: string | undefined;
  userId?: string | undefined;
  performerId?: string | undefined;
  productId?: string | undefined;
  deliveryStatus?: DeliveryStatus | undefined;
  type?: ProductType | undefined;
}
type Query = PageQuery<'createdAt' | 'updatedAt' | 'totalPrice'> & Filter;

/** Whether a person may see an order: its buyer, its seller, and operators. */
export const mayViewOrder = (
  actor: Pick<Actor, 'id' | 'rights'>,
  { userId, performerId }: Pick<OrderRow, 'userId' | 'performerId'>,
): boolean => hasRight(actor, 'orders.change') || actor.id === userId || actor.id === performerId;

const numberPattern = /^[os]-0*(\d{1,9})$/iu;

/** The condition that an order matches a text: by the number of the order or receipt, by product name, or by a person's name. */
function textCondition(ctx: Context, { q, userId, performerId }: Filter): SQL | undefined {
  if (q === undefined) return undefined;
  const number = numberPattern.exec(q)?.[1];
  if (number !== undefined) return or(eq(orders.orderNumber, Number(number)), eq(orders.receiptNumber, Number(number)));
  return or(
    contains(orders.productName, q),
    anyNameMatches(ctx, q, { user: orders.userId, performer: orders.performerId, userId, performerId }),
  );
}

/** Orders that match a query. The caller restricts whose orders they are in `query`. */
export function searchOrders(ctx: Context, viewer: Actor, query: Query): Promise<Page<OrderResponse>> {
  const { userId, performerId, productId, deliveryStatus, type } = query;
  const source = ctx.db
    .select({ id: orders.id, createdAt: orders.createdAt, updatedAt: orders.updatedAt, totalPrice: orders.totalPriceCents })
    .from(orders)
    .where(
      and(
        textCondition(ctx, query),
        userId === undefined ? undefined : eq(orders.userId, userId),
        performerId === undefined ? undefined : eq(orders.performerId, performerId),
        productId === undefined ? undefined : eq(orders.productId, productId),
        deliveryStatus === undefined ? undefined : eq(orders.deliveryStatus, deliveryStatus),
        type === undefined ? undefined : eq(orders.productType, type),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => orderResponses(ctx, viewer, ids));
}

/** One order, for its buyer, its seller and operators. Rejects with order_not_found. */
export async function viewOrder(ctx: Context, actor: Actor, id: string): Promise<OrderResponse> {
  const order = await orderResponse(ctx, actor, id);
  return mayViewOrder(actor, { userId: order.user._id, performerId: order.performer._id }) ? order : fail('order_not_found');
}
