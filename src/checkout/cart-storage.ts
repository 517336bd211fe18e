/**
 * Carts in the browser's storage, one per account and one for guests. The guest cart is merged into the cart of a fan who signs in. The
 * storage can be edited by anyone, so invalid lines are dropped.
 */
import * as limits from '@contract/kernel/limits';
import { productTypes } from '@contract/kernel/values/store';
import type { CartLine } from '@web/session/store/cart.slice';
import { merged } from './cart-lines';

/** The owner of the cart that all guests of this browser share. */
export const guestOwner = 'guest';
/** The storage key of the cart of an account id, or of `guestOwner`. */
export const cartKey = (owner: string): string => `cart:${owner}`;

const isString = (value: unknown): value is string => typeof value === 'string';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const { productId, quantity, price, name, performerId, performerName, type, image, stock } = value as Record<string, unknown>;
  return (
    [productId, name, performerId, performerName].every(isString) &&
    isAmount(price) &&
    Number.isInteger(quantity) &&
    isAmount(quantity) &&
    quantity > 0 &&
    productTypes.some((productType) => productType === type) &&
    (image === null || isString(image)) &&
    (stock === null || isAmount(stock))
  );
}

/** The valid lines of a stored `list`. */
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

/** The stored lines of `owner`; null where the storage is forbidden. */
export function storedCart(owner: string): CartLine[] | null {
  try {
    return linesIn(localStorage.getItem(cartKey(owner)));
  } catch {
    return null;
  }
}

/** Stores the lines of `owner`; an empty cart is removed. If the storage is full or forbidden, the cart lasts as long as the page. */
export function storeCart(owner: string, lines: readonly CartLine[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(cartKey(owner));
    else localStorage.setItem(cartKey(owner), JSON.stringify(lines));
  } catch {
    // See above.
  }
}

/** The stored cart of `owner`; null where the storage is forbidden. An account takes over the guest cart, which is then removed. */
export function loadCart(owner: string): CartLine[] | null {
  const own = storedCart(owner);
  const fromGuest = owner === guestOwner ? [] : (storedCart(guestOwner) ?? []);
  if (own === null || fromGuest.length === 0) return own;
  const combined = merged(own, fromGuest);
  storeCart(owner, combined);
  storeCart(guestOwner, []);
  return combined;
}
