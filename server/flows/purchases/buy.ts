/**
 * Buying products: one or a whole cart, in one transaction. Every line is judged before anything is charged; the products are
 * held first, in one order, so that the last piece is sold once and two carts never wait for each other in a circle.
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { errors, type ErrorCode } from '@contract/kernel/errors';
import type { Context } from '../../platform/context';
import { items, orders } from '../../platform/db/schema/schema';
import { fail, type Issue, Refusal } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { placeOf } from '../../people/addresses/addresses';
import { visitorOf } from '../../people/blocking/blocking';
import { itemToSee, shownItems } from '../../modules/items/items';
import { openOrders, type Delivery, type OrderAnswer, type PaidLine } from '../../content/orders/orders';
import { lockForSale, takeStock, type ProductForSale } from '../../content/products/products';
import { flagPerson } from '../../safety/reports/reports';
import { charge } from '../../money/charges/charge';
import type { ChargeAnswer } from '../../money/charges/rows';

export interface CartLine {
  productId: string;
  quantity: number;
}

export interface Purchase {
  lines: readonly CartLine[];
  deliveryAddressId?: string | undefined;
  phoneNumber?: string | undefined;
  userNote: string;
  /** The sum that the buyer has seen. */
  expectedPrice?: bigint | undefined;
}

export interface Bought {
  charges: ChargeAnswer[];
  orders: OrderAnswer[];
}

/** What keeps a line from being bought. */
interface Fault {
  code: ErrorCode;
  issue: Issue;
}
const faultAt = (path: string, code: ErrorCode): Fault => ({ code, issue: { path, message: errors[code][1] } });

/** The files among them that the buyer has already. */
async function filesOwned(tx: Context, userId: string, ids: readonly string[]): Promise<Set<string>> {
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

/** Those that the buyer finds in stores. */
async function shownOf(tx: Context, fan: Actor, client: Client, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...ids]), shownItems(tx, visitorOf(fan, client))));
  return new Set(rows.map(({ id }) => id));
}

/** Whether the buyer may know of it, in the words of whoever would show it to her. */
async function seenBy(tx: Context, fan: Actor, client: Client, id: string): Promise<ErrorCode | null> {
  try {
    const { row } = await itemToSee(tx, fan, client, 'product', id);
    // Who has bought something finds it still when it has left the store; it is not sold any more.
    return row.isListed ? null : 'product_not_found';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

type Path = (index: number) => string;

/** The lines with their products, held and taken from the stock. Refuses with all lines that cannot be bought for the same reason. */
async function takeLines(tx: Context, fan: Actor, client: Client, lines: readonly CartLine[], pathOf: Path) {
  const ids = lines.map(({ productId }) => productId);
  const known = await lockForSale(tx, ids);
  const owned = await filesOwned(tx, fan.id, ids);
  const shown = await shownOf(tx, fan, client, ids);
  const judged = async ({ productId, quantity }: CartLine): Promise<ProductForSale | ErrorCode> => {
    const product = known.get(productId);
    if (product?.performerId === fan.id) return 'own_item';
    if (!product || !shown.has(productId)) return (await seenBy(tx, fan, client, productId)) ?? 'product_not_found';
    if (owned.has(productId)) return 'already_so';
    if (product.type === 'digital' && quantity > 1) return 'invalid_request';
    return (await takeStock(tx, productId, quantity)) ? product : 'out_of_stock';
  };
  const taken: { product: ProductForSale; quantity: number }[] = [];
  const faults: Fault[] = [];
  for (const [index, line] of lines.entries()) {
    const found = await judged(line);
    if (typeof found === 'string') faults.push(faultAt(pathOf(index), found));
    else taken.push({ product: found, quantity: line.quantity });
  }
  const [first] = faults;
  if (first) fail(first.code, { issues: faults.filter(({ code }) => code === first.code).map(({ issue }) => issue) });
  return taken;
}

/** Where it goes, if something of it is posted. Refuses with address_required and address_not_found. */
async function deliveryOf(tx: Context, fanId: string, purchase: Purchase, isPosted: boolean): Promise<Delivery> {
  const { deliveryAddressId, phoneNumber, userNote } = purchase;
  if (!isPosted) return { place: null, phoneNumber: null, userNote };
  if (deliveryAddressId === undefined || phoneNumber === undefined) {
    const missing = { deliveryAddressId, phoneNumber };
    const paths = (['deliveryAddressId', 'phoneNumber'] as const).filter((field) => missing[field] === undefined);
    return fail('address_required', { issues: paths.map((path) => ({ path, message: errors.address_required[1] })) });
  }
  return { place: await placeOf(tx, fanId, deliveryAddressId), phoneNumber, userNote };
}

/**
 * Buys all lines in the transaction of `tx`, or nothing: a charge and an order each, under one receipt. Where a line cannot be
 * bought, the refusal says so at `pathOf` it. Refuses with product_not_found, blocked_by_performer, own_item, already_so,
 * out_of_stock, address_required, address_not_found, price_changed, insufficient_balance and spending_limit_reached.
 */
export async function buyProducts(tx: Context, fan: Actor, client: Client, purchase: Purchase, pathOf: Path): Promise<Bought> {
  const taken = await takeLines(tx, fan, client, purchase.lines, pathOf);
  const isPosted = taken.some(({ product }) => product.type === 'physical');
  const delivery = await deliveryOf(tx, fan.id, purchase, isPosted);
  const total_cents = taken.reduce((sum, { product, quantity }) => sum + product.price_cents * BigInt(quantity), 0n);
  if (purchase.expectedPrice !== undefined && purchase.expectedPrice !== total_cents) fail('price_changed');
  const charges: ChargeAnswer[] = [];
  const paid: PaidLine[] = [];
  for (const { product, quantity } of taken) {
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
  await flagPerson(tx, fan.id, 'an order');
  return { charges, orders: await openOrders(tx, fan.id, paid, delivery) };
}

/** One product alone. Answers its charge with the order; refuses as `buyProducts`. */
export async function buyProduct(
  tx: Context,
  fan: Actor,
  client: Client,
  line: CartLine,
  purchase: Omit<Purchase, 'lines'>,
): Promise<ChargeAnswer & { order: OrderAnswer }> {
  const { charges, orders: opened } = await buyProducts(tx, fan, client, { ...purchase, lines: [line] }, () => 'id');
  const [paid, order] = [charges[0], opened[0]];
  if (!paid || !order) throw new Error('what was bought has no order');
  return { ...paid, order };
}
