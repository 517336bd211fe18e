/**
 * The cart of a fan or guest, in the browser's storage and synchronized between tabs. Performers and operators have no cart, so
 * `lines` is always empty for them.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'react-redux';
import { cartLoaded } from '@web/session/store/cart.slice';
import type { CartLine, CartState } from '@web/session/store/cart.slice';
import { lineOf, refreshed, repriced, withLineReplaced, withLine, without, withQuantity } from './cart-lines';
import type { Product } from './cart-lines';
import { cartKey, guestOwner, loadCart, storeCart, storedCart } from './cart-storage';
import { useCartLines, useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import type { UserState } from '@web/session/store/user.slice';

export interface Cart {
  /** Newest last; empty until the storage was read. */
  lines: readonly CartLine[];
  /** The total quantity. */
  count: number;
  /** Whether the storage was read. */
  isRead: boolean;
  /** Adds a quantity, limited by the stock. Returns the product's quantity in the cart: 0 if the cart is full. */
  add: (product: Product, quantity: number) => number;
  /** Sets the quantity and updates the line from `product`. Returns as `add` does. */
  set: (product: Product, quantity: number) => number;
  change: (productId: string, quantity: number) => void;
  remove: (...productIds: string[]) => void;
  /** Restores a removed line. */
  restore: (line: CartLine) => void;
  /** Updates the lines from `products`, but keeps the prices that the buyer has accepted. */
  refresh: (products: readonly Product[]) => void;
  /** The buyer accepts the prices of `products`. */
  acceptPrices: (products: readonly Product[]) => void;
  clear: () => void;
}

const noLines: readonly CartLine[] = [];

/** The cart's owner; null for accounts without a cart. */
export function cartOwner(user: CurrentUser | null): string | null {
  if (user === null) return guestOwner;
  return user.role === 'user' && !user.isPerformer ? user._id : null;
}

export function useCart(): Cart {
  const owner = cartOwner(useCurrentUser());
  const lines = useCartLines();
  const store = useStore<{ cart: CartState; user: UserState }>();
  const dispatch = useAppDispatch();

  useEffect(() => {
    if (owner === null) return;
    // Where the storage is forbidden, the Redux store holds the cart as long as the page lives.
    const read = () => dispatch(cartLoaded(loadCart(owner) ?? store.getState().cart.lines ?? []));
    read();
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === cartKey(owner)) read();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [owner, store, dispatch]);

  const actions = useMemo(() => {
    // Changes apply to the stored cart, since another tab's storage event may still be pending.
    const update = (change: (lines: readonly CartLine[]) => CartLine[]): CartLine[] => {
      if (owner === null) return [];
      const { user, cart } = store.getState();
      // The action may finish after a sign-out, when the screen shows another cart.
      const isShown = cartOwner(user.current) === owner;
      const next = change(storedCart(owner) ?? (isShown ? cart.lines : null) ?? []);
      storeCart(owner, next);
      if (isShown) dispatch(cartLoaded(next));
      return next;
    };
    const quantityOf = (lines: readonly CartLine[], id: string): number => lines.find(({ productId }) => productId === id)?.quantity ?? 0;
    return {
      add: (product: Product, quantity: number) =>
        quantityOf(
          update((now) => withLine(now, lineOf(product, quantity))),
          product._id,
        ),
      set: (product: Product, quantity: number) =>
        quantityOf(
          update((now) => withLineReplaced(now, lineOf(product, quantity))),
          product._id,
        ),
      change: (productId: string, quantity: number) => void update((now) => withQuantity(now, productId, quantity)),
      remove: (...productIds: string[]) => void update((now) => without(now, productIds)),
      restore: (line: CartLine) => void update((now) => withLine(without(now, [line.productId]), line)),
      refresh: (products: readonly Product[]) => void update((now) => refreshed(now, products)),
      acceptPrices: (products: readonly Product[]) => void update((now) => repriced(now, products)),
      clear: () => void update(() => []),
    };
  }, [owner, store, dispatch]);

  const current = owner === null ? noLines : (lines ?? noLines);
  return {
    ...actions,
    lines: current,
    count: current.reduce((sum, { quantity }) => sum + quantity, 0),
    isRead: owner === null || lines !== null,
  };
}
