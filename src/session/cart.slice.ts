/** What lies in the cart of whoever uses the browser. The browser's storage is the truth; `use-cart.ts` brings its word here. */
import type { ProductType } from '@contract/values';
import { ofOnePerson } from './store/auth.slice';
import { makeSlice } from './store/slice';

/** Some pieces of one product, as their buyer has last seen it. */
export interface CartLine {
  productId: string;
  quantity: number;
  /** Of one piece, in tokens: what the buyer has seen and accepted. */
  price: number;
  name: string;
  performerId: string;
  performerName: string;
  type: ProductType;
  image: string | null;
  /** Pieces that were left; null where there is no end of them. */
  stock: number | null;
}

export interface CartState {
  /** The newest last; null until the storage was read, which the server never does. */
  lines: CartLine[] | null;
}

const unread: CartState = { lines: null };

// Another person, another cart: it is read under her key.
const slice = makeSlice('cart', unread, { cartHeard: (_state, lines: CartLine[]): CartState => ({ lines }) }, ofOnePerson(unread));

export const { cartHeard } = slice.actions;
export const cartReducer = slice.reducer;
