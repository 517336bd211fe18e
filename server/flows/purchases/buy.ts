/**
 * Buying products: one or a whole cart, in one transaction. Every line is checked before anything is charged. The products are locked
 * first in a fixed order, so that the last unit is sold once and carts cannot deadlock.
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { errors, type ErrorCode } from '@contract/kernel/errors';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { orders } from '../../platform/db/schema/store';
import { fail, type Issue, ApiError } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { postalAddressOf } from '../../people/addresses/addresses';
import { visitorOf } from '../../people/blocking/blocking';
import { getVisibleItem } from '../../content/items/access';
import { visibleItems } from '../../content/items/visible';
import { createOrders, type Delivery, type PaidLine } from '../../content/orders/open';
import type { OrderResponse } from '../../content/orders/rows';
import { lockForSale, reserveStock, type ProductForSale } from '../../content/products/products';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { charge } from '../../money/charges/charge';
import type { ChargeResponse } from '../../money/charges/rows';

export interface CartLine {
  productId: string;
  quantity: number;
}

export interface Purchase {
  lines: readonly CartLine[];
  deliveryAddressId?: string | undefined;
  phoneNumber?: string | undefined;
  userNote: string;
  /** The total that the buyer has seen. */
  expectedPrice?: bigint | undefined;
}

export interface PurchaseResult {
  charges: ChargeResponse[];
  orders: OrderResponse[];
}

/** Why a line cannot be bought. */
interface LineError {
  code: ErrorCode;
  issue: Issue;
}
const lineError = (path: string, code: ErrorCode): LineError => ({ code, issue: { path, message: errors[code][1] } });

/** Those of the products that are digital and that the buyer already owns. */
async function ownedDigitalProducts(tx: Context, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .select({ id: orders.productId })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        inArray(orders.productId, [...ids]),
        eq(orders.productType, 'digital'),
        ne(orders.deliveryStatus, 'refunded'),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Those of the products that the buyer may find in stores. */
async function visibleProducts(tx: Context, fan: Actor, client: Client, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...ids]), visibleItems(tx, visitorOf(fan, client))));
  return new Set(rows.map(({ id }) => id));
}

/** Why the buyer may not see a product, as the error of viewing it; null if they may. */
async function visibilityError(tx: Context, fan: Actor, client: Client, id: string): Promise<ErrorCode | null> {
  try {
    const { row } = await getVisibleItem(tx, fan, client, 'product', id);
    // Buyers can still see an unlisted product, but it is no longer sold.
    return row.isListed ? null : 'product_not_found';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

type LinePath = (index: number) => string;

/** The lines with their products, locked and reserved. Rejects with all lines that have the same error as the first one. */
async function reserveLines(tx: Context, fan: Actor, client: Client, lines: readonly CartLine[], pathOf: LinePath) {
  const ids = lines.map(({ productId }) => productId);
  const locked = await lockForSale(tx, ids);
  const owned = await ownedDigitalProducts(tx, fan.id, ids);
  const visible = await visibleProducts(tx, fan, client, ids);
  const reserveLine = async ({ productId, quantity }: CartLine): Promise<ProductForSale | ErrorCode> => {
    const product = locked.get(productId);
    if (product?.performerId === fan.id) return 'own_item';
    if (!product || !visible.has(productId)) return (await visibilityError(tx, fan, client, productId)) ?? 'product_not_found';
    if (owned.has(productId)) return 'already_so';
    if (product.type === 'digital' && quantity > 1) return 'invalid_request';
    return (await reserveStock(tx, productId, quantity)) ? product : 'out_of_stock';
  };
  const reserved: { product: ProductForSale; quantity: number }[] = [];
  const lineErrors: LineError[] = [];
  for (const [index, line] of lines.entries()) {
    const result = await reserveLine(line);
    if (typeof result === 'string') lineErrors.push(lineError(pathOf(index), result));
    else reserved.push({ product: result, quantity: line.quantity });
  }
  const [first] = lineErrors;
  if (first) fail(first.code, { issues: lineErrors.filter(({ code }) => code === first.code).map(({ issue }) => issue) });
  return reserved;
}

/** The delivery address, if there is a physical product. Rejects with address_required and address_not_found. */
async function deliveryOf(tx: Context, fanId: string, purchase: Purchase, hasPhysical: boolean): Promise<Delivery> {
  const { deliveryAddressId, phoneNumber, userNote } = purchase;
  if (!hasPhysical) return { address: null, phoneNumber: null, userNote };
  if (deliveryAddressId === undefined || phoneNumber === undefined) {
    const missing = { deliveryAddressId, phoneNumber };
    const paths = (['deliveryAddressId', 'phoneNumber'] as const).filter((field) => missing[field] === undefined);
    return fail('address_required', { issues: paths.map((path) => ({ path, message: errors.address_required[1] })) });
  }
  return { address: await postalAddressOf(tx, fanId, deliveryAddressId), phoneNumber, userNote };
}

/**
 * Buys all lines in the transaction of `tx`, or nothing: one charge and one order per line, under one receipt. The error of a line has
 * the path `pathOf(index)`. Rejects with product_not_found, blocked_by_performer, own_item, already_so, out_of_stock, address_required,
 * address_not_found, price_changed, insufficient_balance and spending_limit_reached.
 */
export async function buyProducts(tx: Context, fan: Actor, client: Client, purchase: Purchase, pathOf: LinePath): Promise<PurchaseResult> {
  const reserved = await reserveLines(tx, fan, client, purchase.lines, pathOf);
  const hasPhysical = reserved.some(({ product }) => product.type === 'physical');
  const delivery = await deliveryOf(tx, fan.id, purchase, hasPhysical);
  const total_cents = reserved.reduce((sum, { product, quantity }) => sum + product.price_cents * BigInt(quantity), 0n);
  if (purchase.expectedPrice !== undefined && purchase.expectedPrice !== total_cents) fail('price_changed');
  const charges: ChargeResponse[] = [];
  const paid: PaidLine[] = [];
  for (const { product, quantity } of reserved) {
    const { id, performerId, price_cents } = product;
    const price = price_cents * BigInt(quantity);
    const charged = await charge(tx, fan.id, { type: 'product', targetId: id, performerId, price_cents: price, quantity, text: '' });
    await tx.db
      .update(items)
      .set({ sales: sql`${items.sales} + ${quantity}` })
      .where(eq(items.id, id));
    charges.push(charged);
    paid.push({ chargeId: charged._id, product, quantity });
  }
  await reportFlaggedAuthor(tx, fan.id, 'Order');
  return { charges, orders: await createOrders(tx, fan.id, paid, delivery) };
}

/** Buys a single product. Returns its charge with the order. Rejects with the errors of `buyProducts`. */
export async function buyProduct(
  tx: Context,
  fan: Actor,
  client: Client,
  line: CartLine,
  purchase: Omit<Purchase, 'lines'>,
): Promise<ChargeResponse & { order: OrderResponse }> {
  const { charges, orders: created } = await buyProducts(tx, fan, client, { ...purchase, lines: [line] }, () => 'id');
  const [paid, order] = [charges[0], created[0]];
  if (!paid || !order) throw new Error('the purchase has no order');
  return { ...paid, order };
}
