/** The checkout of a fan's cart against the fake host, for tests of the web app. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { headers } from '@contract/kernel/conventions';
import { formatTokens } from '@web/lib/i18n/money';
import { useAppDispatch } from '@web/session/store/hooks';
import { lineOf } from '@web/checkout/cart-lines';
import { balanceReceived } from '@web/session/store/user.slice';
import { fan } from '../fixtures/accounts';
import { mockEndpoint, startFakeHost } from './fake-host';
import { singlePage } from '../fixtures/payments';
import { renderScreen } from './render';
import { deliveryAddress, song } from '../fixtures/store';
import type { ResponseOf } from '@web/services/call';
import type { CurrentUser } from '@web/services/current-user';
import type { CartLine } from '@web/session/store/cart.slice';
import type { TopUpInPlaceProps } from '@web/checkout/wallet-parts';
import type { ReceivedRequest } from './fake-host';
import { CheckoutScreen } from '@web/features/content/store/checkout/checkout-screen';

/** Runs the fake host during the tests of a file; each test starts with an empty cart and one saved address. */
export function startTestCheckout(): void {
  startFakeHost();
  beforeEach(() => {
    localStorage.clear();
    mockEndpoint('GET /addresses/search', singlePage(deliveryAddress()));
  });
}

type Product = ResponseOf<'GET /performer-assets/products/:id'>;
export const finn = fan({ phone: '+43 1 234567' });
export const cartStorageKey = `cart:${finn._id}`;
export const storedCartNames = () => (JSON.parse(localStorage.getItem(cartStorageKey) ?? '[]') as CartLine[]).map(({ name }) => name);
export const storeCart = (...lines: CartLine[]) => localStorage.setItem(cartStorageKey, JSON.stringify(lines));
export const mockProducts = (...products: Product[]) => mockEndpoint('GET /performer-assets/products/search', singlePage(...products));
export const pressButton = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const idempotencyKeysOf = (requests: ReceivedRequest[]) => requests.map((request) => request.headers.get(headers.idempotencyKey));
export const waitUntilEnabled = async (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
export const waitForDefaultAddress = async () => waitFor(() => expect(screen.getByRole('radio', { name: /Finn Miller/ })).toBeChecked());

/** Replaces the wallet's component, which other features must not import: one press tops up the missing tokens. */
function TopUpInPlace({ missing, andThen, mayBuy, onDone }: TopUpInPlaceProps) {
  const dispatch = useAppDispatch();
  const topUp = () => {
    if (mayBuy?.() === false) return;
    dispatch(balanceReceived(finn.balance + missing));
    onDone();
  };
  return (
    <button type="button" onClick={topUp}>
      Top up {formatTokens(missing)} and {andThen}
    </button>
  );
}
const parts = { TopUpInPlace };
/** The same, with separate buttons for the start and the end of a top-up. */
export function SlowTopUp({ onPending, onDone }: TopUpInPlaceProps) {
  const finish = () => {
    onPending(false);
    onDone();
  };
  return (
    <>
      <button type="button" onClick={() => onPending(true)}>
        Begin
      </button>
      <button type="button" onClick={finish}>
        End
      </button>
    </>
  );
}

export const openCheckout = (path = '/checkout', user: CurrentUser = finn) =>
  renderScreen(<CheckoutScreen parts={parts} />, { user, path });

export const purchaseStorageKey = `sent-cart:${finn._id}`;
/** Stores a purchase of an earlier visit whose outcome is unknown; returns its idempotency key. */
export const storeUnfinishedPurchase = (changes: object = {}): string => {
  const idempotencyKey = crypto.randomUUID();
  localStorage.setItem(
    purchaseStorageKey,
    JSON.stringify({
      key: idempotencyKey,
      body: { lines: [{ productId: song()._id, quantity: 1 }], userNote: 'As it was', expectedPrice: 20 },
      lines: [lineOf(song(), 1)],
      balance: 100,
      at: Date.now(),
      ...changes,
    }),
  );
  return idempotencyKey;
};
export const inAnotherTab = (write: () => unknown) =>
  act(() => {
    write();
    window.dispatchEvent(new StorageEvent('storage', { key: purchaseStorageKey }));
  });
