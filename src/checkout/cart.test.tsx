/** Stories of the cart: through the screen's own door, with the browser's storage behind it. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as limits from '@contract/kernel/limits';
import { CartSpot } from '@web/shell/layouts/cart-slot';
import { fan, operator, performer } from '../../tests/kit/answers/accounts';
import { mug, scarf, song } from '../../tests/kit/answers/store';
import { renderScreen } from '../../tests/kit/screens/render';
import { loginSucceeded, signedOut } from '@web/session/store/auth.slice';
import type { CartLine } from '@web/session/cart.slice';
import { lineOf } from './cart-lines';
import type { Product } from './cart-lines';
import type { CurrentUser } from '@web/session/intents';
import { useCart } from './use-cart';
import type { Cart } from './use-cart';

const finn = fan();
const keyOf = (owner: string) => `cart:${owner}`;
const kept = (owner: string): CartLine[] => JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]') as CartLine[];
const keep = (owner: string, lines: unknown) => localStorage.setItem(keyOf(owner), JSON.stringify(lines));
const inWords = (lines: readonly CartLine[]) => lines.map(({ name, quantity }) => `${String(quantity)} ${name}`);
/** What another tab does: it writes, and this one is told. */
const elsewhere = (key: string, write: () => void) =>
  act(() => {
    write();
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

function open(user?: CurrentUser) {
  const held: { cart: Cart | null } = { cart: null };
  function Holder() {
    const cart = useCart();
    return (
      <button type="button" onClick={() => (held.cart = cart)}>
        {inWords(cart.lines).join(', ') || 'nothing'}
      </button>
    );
  }
  const shown = renderScreen(<Holder />, user ? { user } : {});
  const cart = (): Cart => {
    act(() => screen.getByRole('button').click());
    if (held.cart === null) throw new Error('The cart was not opened.');
    return held.cart;
  };
  const add = (product: Product, quantity = 1): number => {
    const ways = cart();
    let answer = -1;
    act(() => void (answer = ways.add(product, quantity)));
    return answer;
  };
  const says = (words: string) => expect(screen.getByRole('button')).toHaveTextContent(words);
  return { ...shown, cart, add, says };
}

describe('a cart', () => {
  it('keeps what is put in, under the id of the account', () => {
    const { add, says, cart } = open(finn);
    expect(add(mug(), 2)).toBe(2);
    expect(add(song())).toBe(1);
    says('2 Mug, 1 Song');
    expect(cart().count).toBe(3);
    expect(kept(finn._id)[0]).toEqual({
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

  it('is there again when the site is opened anew, and another account does not see it', () => {
    const first = open(finn);
    first.add(mug());
    first.unmount();
    const again = open(finn);
    again.says('1 Mug');
    again.unmount();
    open(fan({ _id: '0198c0de-0000-7000-8000-0000000000ff' })).says('nothing');
  });

  it('adds pieces of the same thing up, as far as there are so many', () => {
    const { add } = open(finn);
    add(mug({ stock: 3 }), 2);
    expect(add(mug({ stock: 3 }), 2)).toBe(3);
    expect(add(scarf({ stock: limits.stockMax }), limits.quantityMax + 1)).toBe(limits.quantityMax);
  });

  it('holds a file once', () => {
    const { add, cart, says } = open(finn);
    add(song(), 5);
    expect(add(song())).toBe(1);
    act(() => cart().change(song()._id, 4));
    says('1 Song');
  });

  it('takes no more things than a cart may hold, and says so', () => {
    const { add, cart } = open(finn);
    for (let count = 0; count < limits.cartLinesMax; count += 1) add(mug({ _id: `product-${String(count)}` }));
    expect(add(scarf())).toBe(0);
    expect(cart().lines).toHaveLength(limits.cartLinesMax);
  });

  it('changes, removes, puts back and clears', () => {
    const { add, cart, says } = open(finn);
    add(mug());
    add(scarf());
    act(() => cart().change(mug()._id, 4));
    says('4 Mug, 1 Scarf');
    act(() => cart().change(mug()._id, 0));
    says('1 Mug, 1 Scarf');
    const [line] = cart().lines;
    act(() => cart().remove(mug()._id));
    says('1 Scarf');
    act(() => line && cart().restore(line));
    says('1 Scarf, 1 Mug');
    act(() => cart().clear());
    says('nothing');
    expect(localStorage.getItem(keyOf(finn._id))).toBeNull();
  });

  it('learns how things stand, and keeps the price that was accepted until another one is', () => {
    const { add, cart } = open(finn);
    add(mug());
    const now = [mug({ name: 'Big mug', price: 15, stock: 2 })];
    act(() => cart().refresh(now));
    expect(cart().lines[0]).toMatchObject({ name: 'Big mug', price: 12.5, stock: 2 });
    act(() => cart().acceptPrices(now));
    expect(cart().lines[0]).toMatchObject({ price: 15 });
  });

  it('lives as long as the page where the storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    const { add, says } = open(finn);
    add(mug());
    // Another screen opens it, or another tab speaks.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    says('1 Mug');
  });

  it('drops what does not look like a line', () => {
    keep(finn._id, [{ ...lineOf(mug(), 1), quantity: 'many' }, null, lineOf(scarf(), 1), { ...lineOf(song(), 1), type: 'gift' }]);
    const first = open(finn);
    first.says('1 Scarf');
    first.unmount();
    localStorage.setItem(keyOf(finn._id), '{');
    open(finn).says('nothing');
  });
});

describe('in several tabs', () => {
  it('the cart is the same in all of them', () => {
    const { says } = open(finn);
    says('nothing');
    elsewhere(keyOf(finn._id), () => keep(finn._id, [lineOf(scarf(), 2)]));
    says('2 Scarf');
    elsewhere(keyOf('somebody-else'), () => keep(finn._id, []));
    says('2 Scarf');
  });

  it('a change is made to what is kept, not to what this tab still shows', () => {
    const { add, says } = open(finn);
    keep(finn._id, [lineOf(scarf(), 2)]);
    add(mug());
    says('2 Scarf, 1 Mug');
  });
});

describe('guests', () => {
  it('have a cart that becomes the one of the fan who signs in, added to hers', () => {
    keep(finn._id, [lineOf(mug(), 1), lineOf(song(), 1)]);
    const { add, says, store } = open();
    add(mug(), 2);
    add(song());
    says('2 Mug, 1 Song');
    act(() => void store.dispatch(loginSucceeded({ user: finn, expiresAt: null })));
    says('3 Mug, 1 Song');
    expect(inWords(kept(finn._id))).toEqual(['3 Mug', '1 Song']);
    expect(kept('guest')).toEqual([]);
  });

  it('do not see the cart of who has signed out, and find an own one', () => {
    const { add, says, store } = open(finn);
    add(mug());
    act(() => void store.dispatch(signedOut()));
    says('nothing');
    expect(inWords(kept(finn._id))).toEqual(['1 Mug']);
  });
});

it('is changed where it is kept, and not on the screen of another, by what ends after its owner has left', () => {
  const { add, says, cart, store } = open(finn);
  add(mug());
  add(song());
  const hers = cart();
  act(() => void store.dispatch(signedOut()));
  act(() => hers.remove(mug()._id));
  says('nothing');
  expect(inWords(kept(finn._id))).toEqual(['1 Song']);
  expect(kept('guest')).toEqual([]);
});

describe('performers and operators', () => {
  it.each([
    ['performer', performer()],
    ['operator', operator()],
  ])('a %s has no cart, and takes over none', (_, user) => {
    keep('guest', [lineOf(mug(), 1)]);
    const { add, says } = open(user);
    expect(add(scarf())).toBe(0);
    says('nothing');
    expect(kept('guest')).toHaveLength(1);
    expect(kept(user._id)).toEqual([]);
  });
});

describe('the way to the cart', () => {
  it('is there once something lies in it, and counts the pieces', async () => {
    keep('guest', [lineOf(mug(), 2), lineOf(song(), 1)]);
    renderScreen(<CartSpot place="bar" />);
    const way = await screen.findByRole('link', { name: 'Cart, 3 pieces' });
    expect(way).toHaveAttribute('href', '/cart');
    elsewhere(keyOf('guest'), () => keep('guest', [lineOf(song(), 1)]));
    expect(screen.getByRole('link', { name: 'Cart, 1 piece' })).toBeVisible();
    elsewhere(keyOf('guest'), () => localStorage.removeItem(keyOf('guest')));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });

  it('appears when another tab puts the first thing in', async () => {
    renderScreen(<CartSpot place="rail" />, { user: finn });
    expect(screen.queryByRole('link')).toBeNull();
    elsewhere(keyOf(finn._id), () => keep(finn._id, [lineOf(mug({ stock: null }), 99), lineOf(scarf(), 1)]));
    expect(await screen.findByRole('link', { name: 'Cart, 100 pieces' })).toHaveTextContent('99+');
  });

  it('is nothing for performers and operators', () => {
    keep('guest', [lineOf(mug(), 1)]);
    for (const user of [performer(), operator()]) {
      const { container, unmount } = renderScreen(<CartSpot place="bar" />, { user });
      expect(container.querySelector('a')).toBeNull();
      unmount();
    }
  });

  it('appears on the page where the first thing is put in', async () => {
    function Shelf() {
      const { add } = useCart();
      return (
        <>
          <CartSpot place="bar" />
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
