/** Paying for a cart: where it goes, what it costs, what may come between, and what it leaves. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/errors';
import { headers, limits } from '@contract/limits';
import type { AnswerOf } from '@web/services/call';
import { formatTokens } from '@web/lib/money';
import { useIntents } from '@web/session/hooks';
import type { CurrentUser } from '@web/session/intents';
import type { CartLine } from '@web/session/cart.slice';
import { lineOf } from '@web/session/cart-lines';
import type { TopUpInPlaceProps } from '@web/session/wallet-parts';
import { balanceHeard } from '@web/session/user.slice';
import { fan, performer } from '../../../tests/support/accounts';
import { answer, cutOff, refuse, startTestHost } from '../../../tests/support/msw';
import type { Heard } from '../../../tests/support/msw';
import { pageOf } from '../../../tests/support/paying';
import { renderScreen } from '../../../tests/support/render';
import { boughtCart, home, mug, orderOf, scarf, song } from '../../../tests/support/store-things';
import { CheckoutScreen } from './checkout-screen';

startTestHost();

type Product = AnswerOf<'GET /performer-assets/products/:id'>;
const finn = fan({ phone: '+43 1 234567' });
const key = `cart:${finn._id}`;
const kept = () => (JSON.parse(localStorage.getItem(key) ?? '[]') as CartLine[]).map(({ name }) => name);
const put = (...lines: CartLine[]) => localStorage.setItem(key, JSON.stringify(lines));
const sell = (...products: Product[]) => answer('GET /performer-assets/products/search', pageOf(...products));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const keysOf = (heard: Heard[]) => heard.map((one) => one.headers.get(headers.idempotencyKey));
const payable = async (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
const isHome = async () => expect(await screen.findByRole('radio', { name: /Finn Miller/ })).toBeChecked();

beforeEach(() => {
  localStorage.clear();
  answer('GET /addresses/search', pageOf(home()));
});

/** Stands for the wallet's part, which no feature knows: its one press brings what is missing. */
function TopUpInPlace({ missing, andThen, mayBuy, onDone }: TopUpInPlaceProps) {
  const tell = useIntents();
  const topUp = () => {
    if (mayBuy?.() === false) return;
    tell(balanceHeard(finn.balance + missing));
    onDone();
  };
  return (
    <button type="button" onClick={topUp}>
      Top up {formatTokens(missing)} and {andThen}
    </button>
  );
}
const parts = { TopUpInPlace };
/** The same of which the press and the end are two things. */
function SlowTopUp({ onUnderWay, onDone }: TopUpInPlaceProps) {
  const end = () => {
    onUnderWay(false);
    onDone();
  };
  return (
    <>
      <button type="button" onClick={() => onUnderWay(true)}>
        Begin
      </button>
      <button type="button" onClick={end}>
        End
      </button>
    </>
  );
}

const open = (path = '/checkout', user: CurrentUser = finn) => renderScreen(<CheckoutScreen parts={parts} />, { user, path });

const sentKey = `sent-cart:${finn._id}`;
/** What another visit has left that does not know how its payment ended. */
const leave = (changes: object = {}): string => {
  const leftKey = crypto.randomUUID();
  localStorage.setItem(
    sentKey,
    JSON.stringify({
      key: leftKey,
      body: { lines: [{ productId: song()._id, quantity: 1 }], userNote: 'As it was', expectedPrice: 20 },
      lines: [lineOf(song(), 1)],
      balance: 100,
      at: Date.now(),
      ...changes,
    }),
  );
  return leftKey;
};
const inAnotherTab = (write: () => unknown) =>
  act(() => {
    write();
    window.dispatchEvent(new StorageEvent('storage', { key: sentKey }));
  });

describe('what is paid', () => {
  it('is shown line by line: what the fan pays, what the performer receives, what the site keeps, and what is left', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(mug(), song());
    open();
    expect(await screen.findByText('You pay 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText('You pay 20 · Ada receives 16 · site keeps 4')).toBeVisible();
    expect(screen.getByText('55 tokens')).toBeInTheDocument();
    await payable('Pay 45.00');
  });

  it('is sent to the first address of the book, with the phone number, the note and the sum that was seen', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(mug(), song());
    const paid = answer(
      'POST /wallet/charges/cart',
      boughtCart([{ ...orderOf(mug(), 2), earning: 20, commission: 5 }, orderOf(song())], 55),
    );
    const { store } = open();
    await isHome();
    await userEvent.type(screen.getByLabelText(/^Note for the seller/), 'A green one, please');
    await press('Pay 45.00');
    expect(await screen.findByRole('heading', { name: 'Paid · 45.00' })).toHaveFocus();
    expect(paid[0]?.body).toEqual({
      lines: [
        { productId: mug()._id, quantity: 2 },
        { productId: song()._id, quantity: 1 },
      ],
      deliveryAddressId: home()._id,
      phoneNumber: '+43 1 234567',
      userNote: 'A green one, please',
      expectedPrice: 45,
    });
    expect(keysOf(paid)[0]).toBeTruthy();
    expect(kept()).toEqual([]);
    expect(store.getState().user.current?.balance).toBe(55);
    expect(screen.getByText('You paid 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText(/^Balance now/)).toHaveTextContent('55 tokens');
    expect(screen.getByRole('link', { name: 'See orders' })).toHaveAttribute('href', '/orders');
    expect(screen.getByRole('link', { name: '2 × Mug' })).toHaveAttribute('href', `/orders/${orderOf(mug(), 2)._id}`);
    expect(screen.getByRole('button', { name: 'Download Song' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Mug' })).toBeNull();
  });

  it('may be one line alone, which leaves the others in the cart and leads to its own order', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(song());
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    open(`/checkout?only=${song()._id}`);
    await payable('Pay 20.00');
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    expect(screen.queryByText('Send to')).toBeNull();
    await press('Pay 20.00');
    expect(await screen.findByRole('link', { name: 'See order' })).toHaveAttribute('href', `/orders/${orderOf(song())._id}`);
    expect(paid[0]?.body).toEqual({ lines: [{ productId: song()._id, quantity: 1 }], userNote: '', expectedPrice: 20 });
    expect(kept()).toEqual(['Mug']);
  });

  it('is nothing where the cart is empty', async () => {
    open();
    expect(await screen.findByText('Nothing to pay for')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open cart' })).toHaveAttribute('href', '/cart');
  });

  it('is nothing that performers pay', () => {
    open('/checkout', performer());
    expect(screen.getByText('Carts are for fans')).toBeVisible();
  });
});

describe('the delivery', () => {
  it('needs an address and a phone number before anything is sent', async () => {
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /addresses/search', pageOf());
    answer('GET /countries/list', []);
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(mug())], 87.5));
    open('/checkout', fan());
    expect(await screen.findByRole('form', { name: 'New address' })).toBeVisible();
    await payable('Pay 12.50');
    await press('Pay 12.50');
    expect(await screen.findByText('Choose an address, or save the new one first.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(/Enter a phone number/);
    expect(paid).toEqual([]);
  });

  it('is asked for before a card is charged for what is missing', async () => {
    put(lineOf(mug({ price: 120 }), 1));
    sell(mug({ price: 120 }));
    answer('GET /addresses/search', pageOf());
    answer('GET /countries/list', []);
    const { store } = open();
    await screen.findByRole('form', { name: 'New address' });
    await press('Top up 20.00 and pay');
    expect(screen.getByText('Choose an address, or save the new one first.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(store.getState().user.current?.balance).toBe(finn.balance);
  });

  it('goes to an address that is added in place', async () => {
    const work = home({ _id: '0198c0de-0000-7000-8000-0000000d00a2', name: 'Finn at work' });
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /countries/list', []);
    answer('GET /states/:country', []);
    answer('POST /addresses/create', work);
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(mug())], 87.5));
    open('/checkout', fan({ phone: '+43 1 234567', country: 'AT' }));
    await isHome();
    await press('Add address');
    for (const [label, text] of [
      ['City', 'Vienna'],
      ['Street', 'Graben'],
      ['Number', '7'],
      ['Postal code', '1010'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), text);
    await press('Save address');
    await waitFor(() => expect(screen.getByRole('radio', { name: /Finn at work/ })).toBeChecked());
    await press('Pay 12.50');
    await screen.findByRole('heading', { name: 'Paid · 12.50' });
    expect(paid[0]?.body).toMatchObject({ deliveryAddressId: work._id });
  });

  it.each(['address_required', 'address_not_found'] as const)('says at the addresses what the host says of them: %s', async (code) => {
    put(lineOf(mug(), 1));
    sell(mug());
    refuse('POST /wallet/charges/cart', code);
    open();
    await isHome();
    await press('Pay 12.50');
    const delivery = within(screen.getByRole('region', { name: 'Delivery' }));
    expect(await delivery.findByText(errors[code][1])).toBeVisible();
    await waitFor(() => expect(delivery.getByRole('heading', { name: 'Delivery' })).toHaveFocus());
  });

  it('offers no eleventh address', async () => {
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /addresses/search', pageOf(...Array.from({ length: 10 }, (_, index) => home({ _id: `address-${String(index)}` }))));
    open();
    expect(await screen.findByText(/10 of 10 addresses/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
  });
});

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

it('hands over a file that was just paid for', async () => {
  put(lineOf(song(), 1));
  sell(song());
  answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
  refuse('GET /performer-assets/products/:id/download-link', 'purchase_required');
  open();
  await press('Pay 20.00');
  await press('Download Song');
  expect(await screen.findByText(errors.purchase_required[1])).toBeVisible();
});
