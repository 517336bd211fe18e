/** What becomes of a cart's lines: pure, and never beyond what one order and one cart may hold. */
import * as limits from '@contract/kernel/limits';
import { quantityMaxOf } from '@web/lib/wording/product-labels';
import type { AnswerOf } from '@web/services/call';
import type { CartLine } from '@web/session/cart.slice';

export type Product = AnswerOf<'GET /performer-assets/products/:id'>;
type Lines = readonly CartLine[];

const within = (quantity: number, line: CartLine): number => Math.max(1, Math.min(quantity, quantityMaxOf(line)));

/** How a product stands in a cart. */
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
  return { ...line, quantity: within(quantity, line) };
}

/** `lines` with `line` in it: more pieces of what is there already, seen as `line` says. A full cart stays as it is. */
export function withLine(lines: Lines, line: CartLine): CartLine[] {
  const before = lines.find(({ productId }) => productId === line.productId);
  if (before === undefined) return lines.length < limits.cartLinesMax ? [...lines, line] : [...lines];
  const more = { ...line, quantity: within(before.quantity + line.quantity, line) };
  return lines.map((one) => (one === before ? more : one));
}

/** `lines` with `line` at the place of what was there of it. A full cart stays as it is. */
export const withExactly = (lines: Lines, line: CartLine): CartLine[] =>
  lines.some(({ productId }) => productId === line.productId)
    ? lines.map((one) => (one.productId === line.productId ? line : one))
    : withLine(lines, line);

/** `quantity` pieces, as far as there are so many. */
export const withQuantity = (lines: Lines, id: string, quantity: number): CartLine[] =>
  lines.map((line) => (line.productId === id ? { ...line, quantity: within(quantity, line) } : line));

export const without = (lines: Lines, ids: readonly string[]): CartLine[] => lines.filter(({ productId }) => !ids.includes(productId));

/** One cart of two: pieces of the same thing are added up. */
export const merged = (own: Lines, brought: Lines): CartLine[] => brought.reduce<CartLine[]>(withLine, [...own]);

/** The lines as `products` are now, but for what the buyer has decided: how many, and what price she has accepted. */
export function refreshed(lines: Lines, products: readonly Product[]): CartLine[] {
  return lines.map((line) => {
    const product = products.find(({ _id }) => _id === line.productId);
    return product === undefined ? line : { ...lineOf(product, line.quantity), quantity: line.quantity, price: line.price };
  });
}

/** The lines at the prices that `products` have now. */
export const repriced = (lines: Lines, products: readonly Product[]): CartLine[] =>
  lines.map((line) => ({ ...line, price: products.find(({ _id }) => _id === line.productId)?.price ?? line.price }));
