/** Paying for a cart: what may come between, and a payment whose end is not known. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { lineOf } from '@web/checkout/cart-lines';
import { balanceHeard } from '@web/session/store/user.slice';
import { answer, cutOff, refuse } from '../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../tests/kit/answers/payments';
import { renderScreen } from '../../../tests/kit/screens/render';
import { boughtCart, home, mug, orderOf, scarf, song } from '../../../tests/kit/answers/store';
import {
  finn,
  key,
  kept,
  put,
  sell,
  press,
  keysOf,
  payable,
  isHome,
  SlowTopUp,
  open,
  sentKey,
  leave,
  inAnotherTab,
  startTestCheckout,
} from '../../../tests/support/checkout';
import { CheckoutScreen } from '../content/store/checkout/checkout-screen';

startTestCheckout();

describe('what may come between', () => {
  it('shows a price that changed meanwhile, and pays it only when it was accepted', async () => {
    put(lineOf(song(), 1));
    sell(song());
    const refusals = refuse('POST /wallet/charges/cart', 'price_changed');
    open();
    await payable('Pay 20.00');
    sell(song({ price: 22 }));
    await press('Pay 20.00');
    expect(await screen.findByText('Was 20 tokens, now 22 tokens')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay 22.00' })).toBeDisabled();
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song({ price: 22 }))], 78));
    await press('Accept new prices');
    await press('Pay 22.00');
    await screen.findByRole('heading', { name: 'Paid · 22.00' });
    expect(paid[0]?.body).toMatchObject({ expectedPrice: 22 });
    expect(keysOf(paid)[0]).not.toBe(keysOf(refusals)[0]);
  });

  it.each(['out_of_stock', 'product_not_found', 'already_so', 'blocked_by_performer'] as const)(
    'says which line it is about, and that nothing was charged: %s',
    async (code) => {
      put(lineOf(song(), 1), lineOf(scarf(), 1));
      sell(song(), scarf());
      refuse('POST /wallet/charges/cart', code, { issues: [{ path: 'lines.1', message: 'Not this one.' }] });
      open();
      await isHome();
      await press('Pay 50.00');
      const lines = within(await screen.findByRole('list', { name: 'What you buy' })).getAllByRole('listitem');
      await waitFor(() => expect(lines[1]).toHaveTextContent('Not this one.'));
      expect(lines[0]).not.toHaveTextContent('Not this one.');
      expect(screen.getByText(/Nothing was charged\./)).toHaveTextContent(errors[code][1]);
      expect(kept()).toEqual(['Song', 'Scarf']);
    },
  );

  it.each(['spending_limit_reached', 'insufficient_balance', 'own_item'] as const)('says why all of it was refused: %s', async (code) => {
    put(lineOf(song(), 1));
    sell(song());
    refuse('POST /wallet/charges/cart', code);
    const reads = answer('GET /users/me', finn);
    open();
    await press('Pay 20.00');
    expect(await screen.findByText(/Nothing was charged\./)).toHaveTextContent(errors[code][1]);
    expect(screen.queryByRole('link', { name: 'See your limit' }) !== null).toBe(code === 'spending_limit_reached');
    await waitFor(() => expect(reads.length).toBe(code === 'insufficient_balance' ? 1 : 0));
  });

  it('does not pay for what is sold out by now', async () => {
    put(lineOf(mug(), 1));
    sell(mug({ stock: 0 }));
    open();
    expect(await screen.findByText('Sold out')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay 12.50' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Change cart' })).toHaveAttribute('href', '/cart');
  });

  it('tops up what is missing and pays, in place', async () => {
    put({ ...lineOf(song(), 1), price: 120 });
    sell(song({ price: 120 }));
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song({ price: 120 }))], 0));
    open();
    expect(await screen.findByText('20 tokens short')).toBeVisible();
    await press('Top up 20.00 and pay');
    await screen.findByRole('heading', { name: 'Paid · 120.00' });
    expect(paid).toHaveLength(1);
    expect(screen.queryByText(/short/)).toBeNull();
  });

  it('pays no price after a top-up that its buyer has not accepted', async () => {
    put({ ...lineOf(song(), 1), price: 120 });
    sell(song({ price: 120 }));
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song({ price: 150 })), orderOf(scarf())], 20));
    const { store } = renderScreen(<CheckoutScreen parts={{ TopUpInPlace: SlowTopUp }} />, { user: finn, path: '/checkout' });
    await press('Begin');
    // Something comes into the cart in another tab: all of it is compared anew.
    sell(song({ price: 150 }), scarf());
    act(() => {
      put({ ...lineOf(song(), 1), price: 120 }, lineOf(scarf(), 1));
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });
    await screen.findByText('Was 120 tokens, now 150 tokens');
    await isHome();
    act(() => void store.dispatch(balanceHeard(200)));
    await press('End');
    expect(await screen.findByRole('button', { name: 'Pay 180.00' })).toBeDisabled();
    expect(paid).toEqual([]);
    await press('Accept new prices');
    await press('Pay 180.00');
    await screen.findByRole('heading', { name: 'Paid · 180.00' });
  });

  it('asks with the same key until it knows what became of a lost payment, and pays once', async () => {
    put(lineOf(song(), 1));
    sell(song());
    const lost = cutOff('POST /wallet/charges/cart');
    open();
    await press('Pay 20.00');
    expect(await screen.findByText(/Checking what became of the payment/)).toBeVisible();
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    await screen.findByRole('heading', { name: 'Paid · 20.00' }, { timeout: 5000 });
    expect(keysOf(paid)[0]).toBe(keysOf(lost)[0]);
    expect(paid[0]?.body).toEqual(lost[0]?.body);
    expect(kept()).toEqual([]);
  });

  it('sends the same again when nobody knows whether it was paid, although the file is owned by now', async () => {
    put(lineOf(song(), 1));
    sell(song());
    const lost = cutOff('POST /wallet/charges/cart');
    open();
    await press('Pay 20.00');
    await screen.findByText(/Checking what became of the payment/);
    sell(song({ isBought: true }));
    window.dispatchEvent(new Event('focus'));
    expect(screen.getByRole('list', { name: 'What you buy' })).toHaveTextContent('Song');
    expect(screen.getByLabelText(/^Note for the seller/)).toBeDisabled();
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    await screen.findByRole('heading', { name: 'Paid · 20.00' }, { timeout: 5000 });
    expect(keysOf(paid)[0]).toBe(keysOf(lost)[0]);
  });
});

describe('a payment whose end is not known', () => {
  it('is sent again as it was when the checkout is opened anew, and never under another key', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(mug(), song());
    const lost = cutOff('POST /wallet/charges/cart');
    const { unmount } = open();
    await isHome();
    await userEvent.type(screen.getByLabelText(/^Note for the seller/), 'A green one');
    await press('Pay 45.00');
    await screen.findByText(/Checking what became of the payment/);
    unmount();
    // Meanwhile the cart, the prices and the address book have changed.
    put(lineOf(scarf(), 1));
    sell(scarf());
    answer('GET /addresses/search', pageOf());
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(mug(), 2), orderOf(song())], 55));
    open();
    await screen.findByRole('heading', { name: 'Paid · 45.00' });
    expect(paid[0]?.body).toEqual(lost[0]?.body);
    expect(new Set(keysOf([...lost, ...paid])).size).toBe(1);
    expect(localStorage.getItem(sentKey)).toBeNull();
    expect(kept()).toEqual(['Scarf']);
  });

  it('is shown as it was sent, with the balance before it, and nothing of it can be changed', async () => {
    sell();
    answer('GET /addresses/search', pageOf());
    answer('GET /countries/list', []);
    leave({
      body: { lines: [{ productId: mug()._id, quantity: 2 }], deliveryAddressId: home()._id, phoneNumber: '+43 9', expectedPrice: 25 },
      lines: [lineOf(mug(), 2)],
    });
    cutOff('POST /wallet/charges/cart');
    const { store } = open();
    await screen.findByText(/Checking what became of the payment/);
    act(() => void store.dispatch(balanceHeard(75)));
    expect(screen.getByRole('list', { name: 'What you buy' })).toHaveTextContent('2 × Mug');
    expect(screen.getByText('100 tokens')).toBeInTheDocument();
    expect(screen.queryByText('50 tokens')).toBeNull();
    expect(screen.getByLabelText('Phone number')).toHaveValue('+43 9');
    expect(screen.getByLabelText('Phone number')).toBeDisabled();
    await waitFor(() => expect(screen.queryByText('Loading your addresses…')).toBeNull());
    expect(screen.queryByRole('form', { name: 'New address' })).toBeNull();
  });

  it('is seen by other tabs, until one of them knows', async () => {
    put(lineOf(scarf(), 1));
    sell(scarf());
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    open();
    await payable('Pay 30.00');
    inAnotherTab(() => leave());
    expect(screen.getByText(/We do not know yet whether this was paid/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'What you buy' })).toHaveTextContent('Song');
    inAnotherTab(() => localStorage.removeItem(sentKey));
    expect(screen.queryByText(/We do not know yet/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Pay 30.00' })).toBeEnabled();
    let leftKey = '';
    inAnotherTab(() => (leftKey = leave()));
    await press('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(keysOf(paid)).toEqual([leftKey]);
  });

  it('is past once it was plainly refused, and the next one is new', async () => {
    put(lineOf(song(), 1));
    sell(song());
    const leftKey = leave();
    refuse('POST /wallet/charges/cart', 'spending_limit_reached');
    open();
    expect(await screen.findByText(/Nothing was charged\./)).toBeVisible();
    expect(localStorage.getItem(sentKey)).toBeNull();
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    await press('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(keysOf(paid)).not.toContain(leftKey);
  });

  it('stays in doubt when the host says no before it looks: too many tries', async () => {
    sell(song());
    const leftKey = leave();
    refuse('POST /wallet/charges/cart', 'too_many_requests');
    open();
    expect(await screen.findByText(/We do not know yet whether this was paid/)).toBeVisible();
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    await press('Pay 20.00');
    await screen.findByRole('heading', { name: 'Paid · 20.00' });
    expect(keysOf(paid)).toEqual([leftKey]);
  });

  it('is looked up by its buyer when the host knows its key no more, and never said to be unpaid', async () => {
    put(lineOf(song(), 1));
    sell(song());
    leave();
    refuse('POST /wallet/charges/cart', 'idempotency_key_reused');
    open();
    expect(await screen.findByRole('link', { name: 'your orders' })).toHaveAttribute('href', '/orders');
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay 20.00' })).toBeNull();
    await press('Put payment aside');
    await payable('Pay 20.00');
    expect(localStorage.getItem(sentKey)).toBeNull();
  });

  it('is not sent again once the host may have forgotten its key', async () => {
    sell(song());
    leave({ at: Date.now() - limits.idempotencyKept_s * 1000 });
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    open();
    expect(await screen.findByRole('button', { name: 'Put payment aside' })).toBeVisible();
    expect(paid).toEqual([]);
  });
});
