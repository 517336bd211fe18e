/**
 * Carts in the browser's storage, one per account and one for guests. What a guest has put in goes into the cart of the fan
 * that she turns out to be. Storage is written by people and programs of all kinds: what does not look like a line is no line.
 */
import * as limits from '@contract/kernel/limits';
import { productTypes } from '@contract/values';
import type { CartLine } from '@web/session/cart.slice';
import { merged } from './cart-lines';

export const guestCart = 'guest';
/** The key of an account's cart, or of `guestCart`. */
export const cartKey = (owner: string): string => `cart:${owner}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const { productId, quantity, price, name, performerId, performerName, type, image, stock } = value as Record<string, unknown>;
  return (
    [productId, name, performerId, performerName].every(isText) &&
    isAmount(price) &&
    Number.isInteger(quantity) &&
    isAmount(quantity) &&
    quantity > 0 &&
    productTypes.some((known) => known === type) &&
    (image === null || isText(image)) &&
    (stock === null || isAmount(stock))
  );
}

/** Whatever of a stored `list` looks like a line. */
export function cartLinesIn(list: unknown): CartLine[] {
  const lines = Array.isArray(list) ? list.filter(isLine).slice(0, limits.cartLinesMax) : [];
  return lines.map((line) => ({ ...line, quantity: Math.min(line.quantity, limits.quantityMax) }));
}

function linesIn(text: string | null): CartLine[] {
  try {
    return cartLinesIn(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The lines that are kept for `owner`; null where the storage is forbidden. */
export function storedCart(owner: string): CartLine[] | null {
  try {
    return linesIn(localStorage.getItem(cartKey(owner)));
  } catch {
    return null;
  }
}

/** Keeps `lines` for `owner`, and no empty carts. A full or forbidden storage keeps nothing: the cart lives as long as the page. */
export function storeCart(owner: string, lines: readonly CartLine[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(cartKey(owner));
    else localStorage.setItem(cartKey(owner), JSON.stringify(lines));
  } catch {
    // See above.
  }
}

/** The cart of `owner` as it is opened: with what a guest has left here, if she is one no longer. */
export function openedCart(owner: string): CartLine[] | null {
  const own = storedCart(owner);
  const brought = owner === guestCart ? [] : (storedCart(guestCart) ?? []);
  if (own === null || brought.length === 0) return own;
  const both = merged(own, brought);
  storeCart(owner, both);
  storeCart(guestCart, []);
  return both;
}
