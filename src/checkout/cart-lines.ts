/** Pure operations on cart lines, within the limits of an order and a cart. */
import * as limits from '@contract/kernel/limits';
import { quantityMaxOf } from '@web/lib/wording/product-labels';
import type { ResponseOf } from '@web/services/call';
import type { CartLine } from '@web/session/store/cart.slice';

export type Product = ResponseOf<'GET /performer-assets/products/:id'>;
type Lines = readonly CartLine[];

const clampQuantity = (quantity: number, line: CartLine): number => Math.max(1, Math.min(quantity, quantityMaxOf(line)));

/** The cart line of a product, with the quantity clamped to what may be ordered. */
export function lineOf(product: Product, quantity: number): CartLine {
  const { _id, price, name, performer, type, image, stock } = product;
  const line = {
    productId: _id,
    quantity,
    price,
    name,
    performerId: performer._id,
    performerName: performer.name,
    type,
    image: image?.thumbnailUrl ?? null,
    stock,
  };
  return { ...line, quantity: clampQuantity(quantity, line) };
}

/** Adds `line`. If the product is in the cart, the quantities are added and `line` replaces the rest. A full cart is unchanged. */
export function withLine(lines: Lines, line: CartLine): CartLine[] {
  const existing = lines.find(({ productId }) => productId === line.productId);
  if (existing === undefined) return lines.length < limits.cartLinesMax ? [...lines, line] : [...lines];
  const combined = { ...line, quantity: clampQuantity(existing.quantity + line.quantity, line) };
  return lines.map((other) => (other === existing ? combined : other));
}

/** Replaces the product's line with `line`, or adds it. A full cart is unchanged. */
export const withLineReplaced = (lines: Lines, line: CartLine): CartLine[] =>
  lines.some(({ productId }) => productId === line.productId)
    ? lines.map((other) => (other.productId === line.productId ? line : other))
    : withLine(lines, line);

/** Sets the quantity, limited by the stock. */
export const withQuantity = (lines: Lines, id: string, quantity: number): CartLine[] =>
  lines.map((line) => (line.productId === id ? { ...line, quantity: clampQuantity(quantity, line) } : line));

/** The lines without the products `ids`. */
export const without = (lines: Lines, ids: readonly string[]): CartLine[] => lines.filter(({ productId }) => !ids.includes(productId));

/** Merges two carts. Quantities of the same product are added. */
export const merged = (own: Lines, added: Lines): CartLine[] => added.reduce<CartLine[]>(withLine, [...own]);

/** Updates the lines from `products`, except the quantity and the accepted price. */
export function refreshed(lines: Lines, products: readonly Product[]): CartLine[] {
  return lines.map((line) => {
    const product = products.find(({ _id }) => _id === line.productId);
    return product === undefined ? line : { ...lineOf(product, line.quantity), quantity: line.quantity, price: line.price };
  });
}

/** Updates the prices of the lines from `products`. */
export const repriced = (lines: Lines, products: readonly Product[]): CartLine[] =>
  lines.map((line) => ({ ...line, price: products.find(({ _id }) => _id === line.productId)?.price ?? line.price }));
