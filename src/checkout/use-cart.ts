/**
 * The cart of a fan or a guest: kept in the browser's storage, the same in all tabs. Performers and operators have none: theirs
 * is always empty, and takes nothing.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'react-redux';
import { cartHeard } from '@web/session/cart.slice';
import type { CartLine, CartState } from '@web/session/cart.slice';
import { lineOf, refreshed, repriced, withExactly, withLine, without, withQuantity } from './cart-lines';
import type { Product } from './cart-lines';
import { cartKey, guestCart, openedCart, storeCart, storedCart } from './cart-storage';
import { useCartLines, useCurrentUser, useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import type { UserState } from '@web/session/store/user.slice';

export interface Cart {
  /** The newest last; empty until it was read. */
  lines: readonly CartLine[];
  /** Pieces of all lines together. */
  count: number;
  /** Whether the storage was read: before that, nothing is known. */
  isRead: boolean;
  /** Puts pieces in, as far as there are so many. Answers how many of it lie in the cart now: none when the cart is full. */
  add: (product: Product, quantity: number) => number;
  /** So many pieces of `product` as it is now, whatever of it was in before. Answers as `add` does. */
  set: (product: Product, quantity: number) => number;
  change: (productId: string, quantity: number) => void;
  remove: (...productIds: string[]) => void;
  /** Puts a line back that was removed. */
  restore: (line: CartLine) => void;
  /** Learns how products stand now. What has another price keeps the one that its buyer has accepted. */
  refresh: (products: readonly Product[]) => void;
  /** The buyer accepts the prices of `products`. */
  acceptPrices: (products: readonly Product[]) => void;
  clear: () => void;
}

const nothing: readonly CartLine[] = [];

/** Whose cart it is; null for those who have none. */
export function cartOwner(user: CurrentUser | null): string | null {
  if (user === null) return guestCart;
  return user.role === 'user' && !user.isPerformer ? user._id : null;
}

export function useCart(): Cart {
  const owner = cartOwner(useCurrentUser());
  const lines = useCartLines();
  const store = useStore<{ cart: CartState; user: UserState }>();
  const tell = useIntents();

  useEffect(() => {
    if (owner === null) return;
    // Where the storage is forbidden, the cart lives as long as the page: here.
    const read = () => tell(cartHeard(openedCart(owner) ?? store.getState().cart.lines ?? []));
    read();
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key === cartKey(owner)) read();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [owner, store, tell]);

  const ways = useMemo(() => {
    // Another tab may have been quicker than its event: what is stored is changed, not what is shown.
    const alter = (change: (lines: readonly CartLine[]) => CartLine[]): CartLine[] => {
      if (owner === null) return [];
      const { user, cart } = store.getState();
      // What somebody has begun may end after she has left: then the screen shows another's cart.
      const isShown = cartOwner(user.current) === owner;
      const next = change(storedCart(owner) ?? (isShown ? cart.lines : null) ?? []);
      storeCart(owner, next);
      if (isShown) tell(cartHeard(next));
      return next;
    };
    const piecesOf = (lines: readonly CartLine[], id: string): number => lines.find(({ productId }) => productId === id)?.quantity ?? 0;
    return {
      add: (product: Product, quantity: number) =>
        piecesOf(
          alter((now) => withLine(now, lineOf(product, quantity))),
          product._id,
        ),
      set: (product: Product, quantity: number) =>
        piecesOf(
          alter((now) => withExactly(now, lineOf(product, quantity))),
          product._id,
        ),
      change: (productId: string, quantity: number) => void alter((now) => withQuantity(now, productId, quantity)),
      remove: (...productIds: string[]) => void alter((now) => without(now, productIds)),
      restore: (line: CartLine) => void alter((now) => withLine(without(now, [line.productId]), line)),
      refresh: (products: readonly Product[]) => void alter((now) => refreshed(now, products)),
      acceptPrices: (products: readonly Product[]) => void alter((now) => repriced(now, products)),
      clear: () => void alter(() => []),
    };
  }, [owner, store, tell]);

  const held = owner === null ? nothing : (lines ?? nothing);
  return { ...ways, lines: held, count: held.reduce((sum, { quantity }) => sum + quantity, 0), isRead: owner === null || lines !== null };
}
