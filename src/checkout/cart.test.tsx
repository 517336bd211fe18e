/** The cart through `useCart`, with the browser's storage. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as limits from '@contract/kernel/limits';
import { LazyCartLink } from '@web/shell/layouts/lazy-cart-link';
import { fan, operator, performer } from '../../tests/kit/fixtures/accounts';
import { mug, scarf, song } from '../../tests/kit/fixtures/store';
import { renderScreen } from '../../tests/kit/screens/render';
import { loginSucceeded, signedOut } from '@web/session/store/auth.slice';
import type { CartLine } from '@web/session/store/cart.slice';
import { lineOf } from './cart-lines';
import type { Product } from './cart-lines';
import type { CurrentUser } from '@web/services/current-user';
import { useCart } from './use-cart';
import type { Cart } from './use-cart';

const finn = fan();
const keyOf = (owner: string) => `cart:${owner}`;
const storedLines = (owner: string): CartLine[] => JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]') as CartLine[];
const storeLines = (owner: string, lines: unknown) => localStorage.setItem(keyOf(owner), JSON.stringify(lines));
const describeLines = (lines: readonly CartLine[]) => lines.map(({ name, quantity }) => `${String(quantity)} ${name}`);
/** Simulates a write in another tab, with its storage event. */
const inOtherTab = (key: string, write: () => void) =>
  act(() => {
    write();
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

function open(user?: CurrentUser) {
  const captured: { cart: Cart | null } = { cart: null };
  function Holder() {
    const cart = useCart();
    return (
      <button type="button" onClick={() => (captured.cart = cart)}>
        {describeLines(cart.lines).join(', ') || 'nothing'}
      </button>
    );
  }
  const shown = renderScreen(<Holder />, user ? { user } : {});
  const cart = (): Cart => {
    act(() => screen.getByRole('button').click());
    if (captured.cart === null) throw new Error('The cart was not opened.');
    return captured.cart;
  };
  const add = (product: Product, quantity = 1): number => {
    const actions = cart();
    let quantityInCart = -1;
    act(() => void (quantityInCart = actions.add(product, quantity)));
    return quantityInCart;
  };
  const expectLines = (text: string) => expect(screen.getByRole('button')).toHaveTextContent(text);
  return { ...shown, cart, add, expectLines };
}

describe('a cart', () => {
  it("stores added products under the account's id", () => {
    const { add, expectLines, cart } = open(finn);
    expect(add(mug(), 2)).toBe(2);
    expect(add(song())).toBe(1);
    expectLines('2 Mug, 1 Song');
    expect(cart().count).toBe(3);
    expect(storedLines(finn._id)[0]).toEqual({
      productId: mug()._id,
      quantity: 2,
      price: 12.5,
      name: 'Mug',
      performerId: mug().performer._id,
      performerName: 'Ada',
      type: 'physical',
      image: null,
      stock: 10,
    });
  });

  it('is restored on reload, and is not visible to another account', () => {
    const first = open(finn);
    first.add(mug());
    first.unmount();
    const again = open(finn);
    again.expectLines('1 Mug');
    again.unmount();
    open(fan({ _id: '0198c0de-0000-7000-8000-0000000000ff' })).expectLines('nothing');
  });

  it('adds up quantities of the same product, limited by the stock', () => {
    const { add } = open(finn);
    add(mug({ stock: 3 }), 2);
    expect(add(mug({ stock: 3 }), 2)).toBe(3);
    expect(add(scarf({ stock: limits.stockMax }), limits.quantityMax + 1)).toBe(limits.quantityMax);
  });

  it('limits a digital product to 1', () => {
    const { add, cart, expectLines } = open(finn);
    add(song(), 5);
    expect(add(song())).toBe(1);
    act(() => cart().change(song()._id, 4));
    expectLines('1 Song');
  });

  it('rejects products beyond its limit', () => {
    const { add, cart } = open(finn);
    for (let count = 0; count < limits.cartLinesMax; count += 1) add(mug({ _id: `product-${String(count)}` }));
    expect(add(scarf())).toBe(0);
    expect(cart().lines).toHaveLength(limits.cartLinesMax);
  });

  it('changes quantities, and removes, restores and clears lines', () => {
    const { add, cart, expectLines } = open(finn);
    add(mug());
    add(scarf());
    act(() => cart().change(mug()._id, 4));
    expectLines('4 Mug, 1 Scarf');
    act(() => cart().change(mug()._id, 0));
    expectLines('1 Mug, 1 Scarf');
    const [line] = cart().lines;
    act(() => cart().remove(mug()._id));
    expectLines('1 Scarf');
    act(() => line && cart().restore(line));
    expectLines('1 Scarf, 1 Mug');
    act(() => cart().clear());
    expectLines('nothing');
    expect(localStorage.getItem(keyOf(finn._id))).toBeNull();
  });

  it('updates its lines from reloaded products, and keeps the accepted price until a new one is accepted', () => {
    const { add, cart } = open(finn);
    add(mug());
    const reloaded = [mug({ name: 'Big mug', price: 15, stock: 2 })];
    act(() => cart().refresh(reloaded));
    expect(cart().lines[0]).toMatchObject({ name: 'Big mug', price: 12.5, stock: 2 });
    act(() => cart().acceptPrices(reloaded));
    expect(cart().lines[0]).toMatchObject({ price: 15 });
  });

  it('lasts as long as the page if the storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    const { add, expectLines } = open(finn);
    add(mug());
    // Another tab clears the storage.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    expectLines('1 Mug');
  });

  it('drops invalid lines', () => {
    storeLines(finn._id, [{ ...lineOf(mug(), 1), quantity: 'many' }, null, lineOf(scarf(), 1), { ...lineOf(song(), 1), type: 'gift' }]);
    const first = open(finn);
    first.expectLines('1 Scarf');
    first.unmount();
    localStorage.setItem(keyOf(finn._id), '{');
    open(finn).expectLines('nothing');
  });
});

describe('in several tabs', () => {
  it('the cart is synchronized', () => {
    const { expectLines } = open(finn);
    expectLines('nothing');
    inOtherTab(keyOf(finn._id), () => storeLines(finn._id, [lineOf(scarf(), 2)]));
    expectLines('2 Scarf');
    inOtherTab(keyOf('another-account'), () => storeLines(finn._id, []));
    expectLines('2 Scarf');
  });

  it('a change applies to the stored cart, not to the one this tab shows', () => {
    const { add, expectLines } = open(finn);
    storeLines(finn._id, [lineOf(scarf(), 2)]);
    add(mug());
    expectLines('2 Scarf, 1 Mug');
  });
});

describe('guests', () => {
  it('have a cart that is merged into the cart of the fan who signs in', () => {
    storeLines(finn._id, [lineOf(mug(), 1), lineOf(song(), 1)]);
    const { add, expectLines, store } = open();
    add(mug(), 2);
    add(song());
    expectLines('2 Mug, 1 Song');
    act(() => void store.dispatch(loginSucceeded({ user: finn, expiresAt: null })));
    expectLines('3 Mug, 1 Song');
    expect(describeLines(storedLines(finn._id))).toEqual(['3 Mug', '1 Song']);
    expect(storedLines('guest')).toEqual([]);
  });

  it('do not see the cart of the account that signed out', () => {
    const { add, expectLines, store } = open(finn);
    add(mug());
    act(() => void store.dispatch(signedOut()));
    expectLines('nothing');
    expect(describeLines(storedLines(finn._id))).toEqual(['1 Mug']);
  });
});

it('an action after sign-out changes the stored cart of its owner, and not the current one', () => {
  const { add, expectLines, cart, store } = open(finn);
  add(mug());
  add(song());
  const cartOfFinn = cart();
  act(() => void store.dispatch(signedOut()));
  act(() => cartOfFinn.remove(mug()._id));
  expectLines('nothing');
  expect(describeLines(storedLines(finn._id))).toEqual(['1 Song']);
  expect(storedLines('guest')).toEqual([]);
});

describe('performers and operators', () => {
  it.each([
    ['performer', performer()],
    ['operator', operator()],
  ])('a %s has no cart, and does not take over the guest cart', (_, user) => {
    storeLines('guest', [lineOf(mug(), 1)]);
    const { add, expectLines } = open(user);
    expect(add(scarf())).toBe(0);
    expectLines('nothing');
    expect(storedLines('guest')).toHaveLength(1);
    expect(storedLines(user._id)).toEqual([]);
  });
});

describe('the link to the cart', () => {
  it('appears once the cart has items, and shows their number', async () => {
    storeLines('guest', [lineOf(mug(), 2), lineOf(song(), 1)]);
    renderScreen(<LazyCartLink place="bar" />);
    const link = await screen.findByRole('link', { name: 'Cart, 3 pieces' });
    expect(link).toHaveAttribute('href', '/cart');
    inOtherTab(keyOf('guest'), () => storeLines('guest', [lineOf(song(), 1)]));
    expect(screen.getByRole('link', { name: 'Cart, 1 piece' })).toBeVisible();
    inOtherTab(keyOf('guest'), () => localStorage.removeItem(keyOf('guest')));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });

  it('appears when another tab adds the first product', async () => {
    renderScreen(<LazyCartLink place="rail" />, { user: finn });
    expect(screen.queryByRole('link')).toBeNull();
    inOtherTab(keyOf(finn._id), () => storeLines(finn._id, [lineOf(mug({ stock: null }), 99), lineOf(scarf(), 1)]));
    expect(await screen.findByRole('link', { name: 'Cart, 100 pieces' })).toHaveTextContent('99+');
  });

  it('is hidden for performers and operators', () => {
    storeLines('guest', [lineOf(mug(), 1)]);
    for (const user of [performer(), operator()]) {
      const { container, unmount } = renderScreen(<LazyCartLink place="bar" />, { user });
      expect(container.querySelector('a')).toBeNull();
      unmount();
    }
  });

  it('appears on the page where the first product is added', async () => {
    function Shelf() {
      const { add } = useCart();
      return (
        <>
          <LazyCartLink place="bar" />
          <button type="button" onClick={() => add(mug(), 1)}>
            Add to cart
          </button>
        </>
      );
    }
    renderScreen(<Shelf />);
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(await screen.findByRole('link', { name: 'Cart, 1 piece' })).toBeVisible();
  });
});
