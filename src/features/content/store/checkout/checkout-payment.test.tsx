/** Paying for a cart: errors and changes on the way, and a payment with an unknown outcome. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { lineOf } from '@web/checkout/cart-lines';
import { balanceReceived } from '@web/session/store/user.slice';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { cartPurchase, deliveryAddress, mug, orderOf, scarf, song } from '../../../../../tests/kit/fixtures/store';
import {
  finn,
  cartStorageKey,
  storedCartNames,
  storeCart,
  mockProducts,
  pressButton,
  idempotencyKeysOf,
  waitUntilEnabled,
  waitForDefaultAddress,
  SlowTopUp,
  openCheckout,
  purchaseStorageKey,
  storeUnfinishedPurchase,
  inAnotherTab,
  startTestCheckout,
} from '../../../../../tests/kit/screens/checkout';
import { CheckoutScreen } from './checkout-screen';

startTestCheckout();

describe('errors and changes before the payment', () => {
  it('shows a price that changed in the meantime, and pays it only after it is accepted', async () => {
    storeCart(lineOf(song(), 1));
    mockProducts(song());
    const rejected = mockError('POST /wallet/charges/cart', 'price_changed');
    openCheckout();
    await waitUntilEnabled('Pay 20.00');
    mockProducts(song({ price: 22 }));
    await pressButton('Pay 20.00');
    expect(await screen.findByText('Was 20 tokens, now 22 tokens')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay 22.00' })).toBeDisabled();
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song({ price: 22 }))], 78));
    await pressButton('Accept new prices');
    await pressButton('Pay 22.00');
    await screen.findByRole('heading', { name: 'Paid · 22.00' });
    expect(paid[0]?.body).toMatchObject({ expectedPrice: 22 });
    expect(idempotencyKeysOf(paid)[0]).not.toBe(idempotencyKeysOf(rejected)[0]);
  });

  it.each(['out_of_stock', 'product_not_found', 'already_so', 'blocked_by_performer'] as const)(
    'names the line in question, and says that nothing was charged: %s',
    async (code) => {
      storeCart(lineOf(song(), 1), lineOf(scarf(), 1));
      mockProducts(song(), scarf());
      mockError('POST /wallet/charges/cart', code, { issues: [{ path: 'lines.1', message: 'Not this one.' }] });
      openCheckout();
      await waitForDefaultAddress();
      await pressButton('Pay 50.00');
      const lines = within(await screen.findByRole('list', { name: 'Your items' })).getAllByRole('listitem');
      await waitFor(() => expect(lines[1]).toHaveTextContent('Not this one.'));
      expect(lines[0]).not.toHaveTextContent('Not this one.');
      expect(screen.getByText(/Nothing was charged\./)).toHaveTextContent(errors[code][1]);
      expect(storedCartNames()).toEqual(['Song', 'Scarf']);
    },
  );

  it.each(['spending_limit_reached', 'insufficient_balance', 'own_item'] as const)(
    'shows why the whole payment was rejected: %s',
    async (code) => {
      storeCart(lineOf(song(), 1));
      mockProducts(song());
      mockError('POST /wallet/charges/cart', code);
      const reads = mockEndpoint('GET /users/me', finn);
      openCheckout();
      await pressButton('Pay 20.00');
      expect(await screen.findByText(/Nothing was charged\./)).toHaveTextContent(errors[code][1]);
      expect(screen.queryByRole('link', { name: 'See your limit' }) !== null).toBe(code === 'spending_limit_reached');
      await waitFor(() => expect(reads.length).toBe(code === 'insufficient_balance' ? 1 : 0));
    },
  );

  it('does not pay for a product that has sold out', async () => {
    storeCart(lineOf(mug(), 1));
    mockProducts(mug({ stock: 0 }));
    openCheckout();
    expect(await screen.findByText('Sold out')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay 12.50' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Edit cart' })).toHaveAttribute('href', '/cart');
  });

  it('tops up the missing amount and pays, in place', async () => {
    storeCart({ ...lineOf(song(), 1), price: 120 });
    mockProducts(song({ price: 120 }));
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song({ price: 120 }))], 0));
    openCheckout();
    expect(await screen.findByText('20 tokens short')).toBeVisible();
    await pressButton('Top up 20.00 and pay');
    await screen.findByRole('heading', { name: 'Paid · 120.00' });
    expect(paid).toHaveLength(1);
    expect(screen.queryByText(/short/)).toBeNull();
  });

  it('does not pay a changed price that the buyer has not accepted, even after a top-up', async () => {
    storeCart({ ...lineOf(song(), 1), price: 120 });
    mockProducts(song({ price: 120 }));
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song({ price: 150 })), orderOf(scarf())], 20));
    const { store } = renderScreen(<CheckoutScreen parts={{ TopUpInPlace: SlowTopUp }} />, { user: finn, path: '/checkout' });
    await pressButton('Begin');
    // Another tab adds a product: all lines are compared again.
    mockProducts(song({ price: 150 }), scarf());
    act(() => {
      storeCart({ ...lineOf(song(), 1), price: 120 }, lineOf(scarf(), 1));
      window.dispatchEvent(new StorageEvent('storage', { key: cartStorageKey }));
    });
    await screen.findByText('Was 120 tokens, now 150 tokens');
    await waitForDefaultAddress();
    act(() => void store.dispatch(balanceReceived(200)));
    await pressButton('End');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay 180.00' })).toBeDisabled());
    expect(paid).toEqual([]);
    await pressButton('Accept new prices');
    await pressButton('Pay 180.00');
    await screen.findByRole('heading', { name: 'Paid · 180.00' });
  });

  it('retries a lost payment with the same key until the outcome is known, and pays once', async () => {
    storeCart(lineOf(song(), 1));
    mockProducts(song());
    const lost = mockNetworkError('POST /wallet/charges/cart');
    openCheckout();
    await pressButton('Pay 20.00');
    expect(await screen.findByText(/Checking your payment\. You won’t be charged twice/)).toBeVisible();
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(idempotencyKeysOf(paid)[0]).toBe(idempotencyKeysOf(lost)[0]);
    expect(paid[0]?.body).toEqual(lost[0]?.body);
    expect(storedCartNames()).toEqual([]);
  });

  it('resends the same request while the outcome is unknown, although the buyer already owns the file', async () => {
    storeCart(lineOf(song(), 1));
    mockProducts(song());
    const lost = mockNetworkError('POST /wallet/charges/cart');
    openCheckout();
    await pressButton('Pay 20.00');
    await screen.findByText(/Checking your payment\. You won’t be charged twice/);
    mockProducts(song({ isBought: true }));
    window.dispatchEvent(new Event('focus'));
    expect(screen.getByRole('list', { name: 'Your items' })).toHaveTextContent('Song');
    expect(screen.getByLabelText(/^Note to the seller/)).toBeDisabled();
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(idempotencyKeysOf(paid)[0]).toBe(idempotencyKeysOf(lost)[0]);
  });
});

describe('a payment with an unknown outcome', () => {
  it('is resent unchanged when the checkout is reopened, and never with another key', async () => {
    storeCart(lineOf(mug(), 2), lineOf(song(), 1));
    mockProducts(mug(), song());
    const lost = mockNetworkError('POST /wallet/charges/cart');
    const { unmount } = openCheckout();
    await waitForDefaultAddress();
    await userEvent.type(screen.getByLabelText(/^Note to the seller/), 'A green one');
    await pressButton('Pay 45.00');
    await screen.findByText(/Checking your payment\. You won’t be charged twice/);
    unmount();
    // In the meantime the cart, the prices and the address book have changed.
    storeCart(lineOf(scarf(), 1));
    mockProducts(scarf());
    mockEndpoint('GET /addresses/search', singlePage());
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(mug(), 2), orderOf(song())], 55));
    openCheckout();
    await screen.findByRole('heading', { name: 'Paid · 45.00' });
    expect(paid[0]?.body).toEqual(lost[0]?.body);
    expect(new Set(idempotencyKeysOf([...lost, ...paid])).size).toBe(1);
    expect(localStorage.getItem(purchaseStorageKey)).toBeNull();
    expect(storedCartNames()).toEqual(['Scarf']);
  });

  it('is shown as it was sent, with the balance before it, and is read-only', async () => {
    mockProducts();
    mockEndpoint('GET /addresses/search', singlePage());
    mockEndpoint('GET /countries/list', []);
    storeUnfinishedPurchase({
      body: {
        lines: [{ productId: mug()._id, quantity: 2 }],
        deliveryAddressId: deliveryAddress()._id,
        phoneNumber: '+43 9',
        expectedPrice: 25,
      },
      lines: [lineOf(mug(), 2)],
    });
    mockNetworkError('POST /wallet/charges/cart');
    const { store } = openCheckout();
    await screen.findByText(/Checking your payment\. You won’t be charged twice/);
    act(() => void store.dispatch(balanceReceived(75)));
    expect(screen.getByRole('list', { name: 'Your items' })).toHaveTextContent('2 × Mug');
    expect(screen.getByText('100 tokens')).toBeInTheDocument();
    expect(screen.queryByText('50 tokens')).toBeNull();
    expect(screen.getByLabelText('Phone number')).toHaveValue('+43 9');
    expect(screen.getByLabelText('Phone number')).toBeDisabled();
    await waitFor(() => expect(screen.queryByText('Loading your addresses…')).toBeNull());
    expect(screen.queryByRole('form', { name: 'New address' })).toBeNull();
  });

  it('is visible to other tabs, until one of them learns the outcome', async () => {
    storeCart(lineOf(scarf(), 1));
    mockProducts(scarf());
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    openCheckout();
    await waitUntilEnabled('Pay 30.00');
    inAnotherTab(() => storeUnfinishedPurchase());
    expect(screen.getByText(/Payment not confirmed yet/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Your items' })).toHaveTextContent('Song');
    inAnotherTab(() => localStorage.removeItem(purchaseStorageKey));
    expect(screen.queryByText(/Payment not confirmed yet/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Pay 30.00' })).toBeEnabled();
    let pendingKey = '';
    inAnotherTab(() => (pendingKey = storeUnfinishedPurchase()));
    await pressButton('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(idempotencyKeysOf(paid)).toEqual([pendingKey]);
  });

  it('ends when the API rejects it, and the next payment has a new key', async () => {
    storeCart(lineOf(song(), 1));
    mockProducts(song());
    const pendingKey = storeUnfinishedPurchase();
    mockError('POST /wallet/charges/cart', 'spending_limit_reached');
    openCheckout();
    expect(await screen.findByText(/Nothing was charged\./)).toBeVisible();
    expect(localStorage.getItem(purchaseStorageKey)).toBeNull();
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    await pressButton('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(idempotencyKeysOf(paid)).not.toContain(pendingKey);
  });

  it('stays unknown when the API rejects the retry before it checks the key: too many requests', async () => {
    mockProducts(song());
    const pendingKey = storeUnfinishedPurchase();
    mockError('POST /wallet/charges/cart', 'too_many_requests');
    openCheckout();
    expect(await screen.findByText(/Payment not confirmed yet/)).toBeVisible();
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    await pressButton('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(idempotencyKeysOf(paid)).toEqual([pendingKey]);
  });

  it('refers the buyer to their orders when the API no longer knows its key, and never says that it is unpaid', async () => {
    storeCart(lineOf(song(), 1));
    mockProducts(song());
    storeUnfinishedPurchase();
    mockError('POST /wallet/charges/cart', 'idempotency_key_reused');
    openCheckout();
    expect(await screen.findByRole('link', { name: 'your orders' })).toHaveAttribute('href', '/orders');
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay 20.00' })).toBeNull();
    await pressButton('Stop checking');
    await waitUntilEnabled('Pay 20.00');
    expect(localStorage.getItem(purchaseStorageKey)).toBeNull();
  });

  it('is not resent once the API may have forgotten its key', async () => {
    mockProducts(song());
    storeUnfinishedPurchase({ at: Date.now() - limits.idempotencyRetention_s * 1000 });
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    openCheckout();
    expect(await screen.findByRole('button', { name: 'Stop checking' })).toBeVisible();
    expect(paid).toEqual([]);
  });
});
