/** The checkout of a fan's cart, with the host of `fake-host.ts` behind it, for tests of the web. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { headers } from '@contract/kernel/conventions';
import { formatTokens } from '@web/lib/i18n/money';
import { useIntents } from '@web/session/store/hooks';
import { lineOf } from '@web/checkout/cart-lines';
import { balanceHeard } from '@web/session/store/user.slice';
import { fan } from '../kit/answers/accounts';
import { answer, startTestHost } from '../kit/screens/fake-host';
import { pageOf } from '../kit/answers/payments';
import { renderScreen } from '../kit/screens/render';
import { home, song } from '../kit/answers/store';
import type { AnswerOf } from '@web/services/call';
import type { CurrentUser } from '@web/session/intents';
import type { CartLine } from '@web/session/cart.slice';
import type { TopUpInPlaceProps } from '@web/checkout/wallet-parts';
import type { Heard } from '../kit/screens/fake-host';
import { CheckoutScreen } from '@web/features/content/store/checkout/checkout-screen';

/** Begins and ends the tests' host around the tests of a file; each begins with an empty cart and one address in the book. */
export function startTestCheckout(): void {
  startTestHost();
  beforeEach(() => {
    localStorage.clear();
    answer('GET /addresses/search', pageOf(home()));
  });
}

type Product = AnswerOf<'GET /performer-assets/products/:id'>;
export const finn = fan({ phone: '+43 1 234567' });
export const key = `cart:${finn._id}`;
export const kept = () => (JSON.parse(localStorage.getItem(key) ?? '[]') as CartLine[]).map(({ name }) => name);
export const put = (...lines: CartLine[]) => localStorage.setItem(key, JSON.stringify(lines));
export const sell = (...products: Product[]) => answer('GET /performer-assets/products/search', pageOf(...products));
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const keysOf = (heard: Heard[]) => heard.map((one) => one.headers.get(headers.idempotencyKey));
export const payable = async (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
export const isHome = async () => expect(await screen.findByRole('radio', { name: /Finn Miller/ })).toBeChecked();

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
export function SlowTopUp({ onUnderWay, onDone }: TopUpInPlaceProps) {
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

export const open = (path = '/checkout', user: CurrentUser = finn) => renderScreen(<CheckoutScreen parts={parts} />, { user, path });

export const sentKey = `sent-cart:${finn._id}`;
/** What another visit has left that does not know how its payment ended. */
export const leave = (changes: object = {}): string => {
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
export const inAnotherTab = (write: () => unknown) =>
  act(() => {
    write();
    window.dispatchEvent(new StorageEvent('storage', { key: sentKey }));
  });
