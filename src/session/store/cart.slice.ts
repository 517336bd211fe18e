/** The cart of the current account or guest. The browser's storage is the source of truth; `src/checkout/use-cart.ts` copies it here. */
import type { ProductType } from '@contract/kernel/values/store';
import { resetPerAccount } from './auth.slice';
import { createSlice } from './slice';

/** A product with its quantity, as the buyer last saw it. */
export interface CartLine {
  productId: string;
  quantity: number;
  /** Unit price in tokens, as the buyer saw and accepted it. */
  price: number;
  name: string;
  performerId: string;
  performerName: string;
  type: ProductType;
  image: string | null;
  /** Units left when the product was read; null for unlimited stock. */
  stock: number | null;
}

export interface CartState {
  /** Newest last; null until the storage was read, so always null on the server. */
  lines: CartLine[] | null;
}

const notLoaded: CartState = { lines: null };

// Each account has its own cart, stored under its own key.
const slice = createSlice(
  'cart',
  notLoaded,
  { cartLoaded: (_state, lines: CartLine[]): CartState => ({ lines }) },
  resetPerAccount(notLoaded),
);

export const { cartLoaded } = slice.actions;
export const cartReducer = slice.reducer;
