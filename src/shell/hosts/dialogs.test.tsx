/** Paying a performer: tips, subscriptions and unlocks, from the dialog to the receipt. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { headers } from '@contract/kernel/conventions';
import { errors } from '@contract/kernel/errors';
import { subscribeDialogOpened, subscribeDialogClosed, tipDialogOpened, unlockDialogOpened } from '@web/session/store/dialogs.slice';
import type { Performer, UnlockTarget } from '@web/session/store/dialogs.slice';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { balanceReceived } from '@web/session/store/user.slice';
import { fan } from '../../../tests/kit/fixtures/accounts';
import { bought, forSale, gallery, post, video } from '../../../tests/kit/fixtures/content';
import { singlePage, payment, profileOfAda, savedCard, subscriptionPayment, tip } from '../../../tests/kit/fixtures/payments';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../tests/kit/screens/fake-host';
import type { ReceivedRequest } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { Dialogs } from './dialogs';

startFakeHost();
afterEach(() => {
  localStorage.clear();
  for (const { id } of toasts.read()) dismissToast(id);
});

type RenderOptions = NonNullable<Parameters<typeof renderScreen>[1]>;

function open(options: RenderOptions = {}) {
  const shown = renderScreen(<Dialogs />, { user: fan(), ...options });
  const subscribe = (performer: Performer, subscriptionType?: 'monthly' | 'yearly' | 'free') =>
    act(() => void shown.store.dispatch(subscribeDialogOpened({ performer, ...(subscriptionType ? { subscriptionType } : {}) })));
  const tipFor = (performer: Performer, price: number | null = null) =>
    act(() => void shown.store.dispatch(tipDialogOpened({ performer, price })));
  return { ...shown, subscribe, tipFor };
}

const keysOf = (requests: ReceivedRequest[]): (string | null)[] => requests.map((request) => request.headers.get(headers.idempotencyKey));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the subscription modal', () => {
  it('is closed initially, opens with a month selected, and resets when it is closed', () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    const { store, subscribe } = open();
    expect(store.getState().dialogs.subscription).toEqual({ showModal: false, performer: null, subscriptionType: 'monthly' });
    const ada = profileOfAda();
    subscribe(ada);
    expect(store.getState().dialogs.subscription).toEqual({ showModal: true, performer: ada, subscriptionType: 'monthly' });
    subscribe(ada, 'yearly');
    expect(store.getState().dialogs.subscription.subscriptionType).toBe('yearly');
    act(() => void store.dispatch(subscribeDialogClosed()));
    expect(store.getState().dialogs.subscription).toEqual({ showModal: false, performer: null, subscriptionType: 'monthly' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows the price now and at renewal, and pays with the saved card', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan());
    const paid = mockEndpoint('POST /payment/subscribe/performers', subscriptionPayment());
    mockEndpoint(
      'GET /performers/:id',
      profileOfAda({
        isSubscribed: true,
        subscription: {
          _id: '0198c0de-0000-7000-8000-0000000000e1',
          subscriptionType: 'monthly',
          status: 'active',
          isRenewing: true,
          expiredAt: '2090-06-01T10:00:00.000Z',
        },
      }),
    );
    const { subscribe } = open();
    subscribe(profileOfAda());
    expect(await screen.findByText(/^\$9\.99 today, then \$9\.99 a month from /)).toBeInTheDocument();
    await screen.findByText('Visa ending in 4242');
    await press('Subscribe for $9.99');
    expect(await screen.findByText('Renews on Jun 1, 2090')).toBeInTheDocument();
    expect(paid[0]?.body).toMatchObject({ type: 'monthly', source: 'card', expectedPrice: 9.99, cardId: savedCard()._id });
    expect(keysOf(paid)[0]).toBeTruthy();
  });

  it('saves a new card on payment, and sends a token instead of the number', async () => {
    mockEndpoint('GET /payment-cards', singlePage());
    mockEndpoint('GET /users/me', fan());
    mockEndpoint('GET /performers/:id', profileOfAda());
    const savedCards = mockEndpoint('POST /:gateway/cards', savedCard());
    const paid = mockEndpoint('POST /payment/subscribe/performers', subscriptionPayment());
    const { subscribe } = open({ user: fan({ balance: 0 }) });
    subscribe(profileOfAda());
    await userEvent.type(await screen.findByLabelText('Card number'), '4242 4242 4242 4242');
    await press('Subscribe for $9.99');
    await screen.findByText(/^Renews on/);
    expect(savedCards[0]?.body).toEqual({ token: 'test_visa' });
    expect(paid[0]?.body).toMatchObject({ cardId: savedCard()._id });
  });

  it('rejects a number that is not a test card, without a request', async () => {
    mockEndpoint('GET /payment-cards', singlePage());
    const { subscribe } = open({ user: fan({ balance: 0 }) });
    subscribe(profileOfAda());
    await userEvent.type(await screen.findByLabelText('Card number'), '4111 1111 1111 1111');
    await press('Subscribe for $9.99');
    expect(await screen.findByLabelText('Card number')).toHaveAccessibleDescription(/Only test cards work here/);
    expect(screen.getByRole('button', { name: 'Subscribe for $9.99' })).not.toHaveAttribute('aria-busy');
  });

  it('shows why the test bank declined a payment, and succeeds once it approves the next one', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan());
    mockEndpoint('GET /performers/:id', profileOfAda());
    const pending = subscriptionPayment({ status: 'requires_action', clientSecret: 'secret' });
    const paid = mockEndpoint('POST /payment/subscribe/performers', pending);
    const { subscribe } = open();
    subscribe(profileOfAda());
    await screen.findByText('Visa ending in 4242');
    await press('Subscribe for $9.99');
    const bank = await screen.findByRole('region', { name: 'Test bank' });
    const failure = { code: 'authentication_failed', message: 'Your bank did not confirm the payment.' };
    mockEndpoint('POST /payment/transactions/:id/confirm', { ...pending, status: 'failed', failure });
    await userEvent.click(within(bank).getByRole('button', { name: 'Decline payment' }));
    expect(await screen.findByText('Your bank did not confirm the payment.')).toBeInTheDocument();

    await press('Subscribe for $9.99');
    const confirmations = mockEndpoint('POST /payment/transactions/:id/confirm', subscriptionPayment());
    await press('Approve payment');
    await screen.findByText(/^Renews on/);
    expect(confirmations[0]?.body).toEqual({ isApproved: true });
    expect(new Set(keysOf(paid)).size).toBe(2);
  });

  it('asks to accept a changed price', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan());
    mockEndpoint('GET /performers/:id', profileOfAda({ monthlyPrice: 12.5 }));
    mockError('POST /payment/subscribe/performers', 'price_changed');
    const { subscribe } = open();
    subscribe(profileOfAda());
    await screen.findByText('Visa ending in 4242');
    await press('Subscribe for $9.99');
    expect(await screen.findByText('It’s now $12.50. You haven’t been charged.')).toBeInTheDocument();
    const paid = mockEndpoint('POST /payment/subscribe/performers', subscriptionPayment());
    await press('Subscribe for $12.50');
    await screen.findByText(/^Renews on/);
    expect(paid[0]?.body).toMatchObject({ expectedPrice: 12.5 });
  });

  it('pays from a wallet that has enough when there is no card, and offers the other methods', async () => {
    mockEndpoint('GET /payment-cards', singlePage());
    mockEndpoint('GET /users/me', fan());
    mockEndpoint('GET /performers/:id', profileOfAda());
    const paid = mockEndpoint('POST /payment/subscribe/performers', subscriptionPayment());
    const { subscribe } = open({ user: fan({ balance: 100 }) });
    subscribe(profileOfAda());
    await press('Change');
    expect(screen.getByRole('radio', { name: /^Wallet/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Card' })).toBeInTheDocument();
    await press('Subscribe for 9.99 tokens');
    await screen.findByText(/^Renews on/);
    expect(paid[0]?.body).toMatchObject({ source: 'wallet', expectedPrice: 9.99 });
    expect(screen.getByRole('link', { name: 'See posts' })).toHaveAttribute('href', '/ada');
  });

  it('shows that a card was declined, and uses a new idempotency key for the next attempt', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    const first = mockError('POST /payment/subscribe/performers', 'card_declined');
    const { subscribe } = open();
    subscribe(profileOfAda());
    await screen.findByText('Visa ending in 4242');
    await press('Subscribe for $9.99');
    expect(await screen.findByText(errors.card_declined[1])).toBeInTheDocument();
    const second = mockError('POST /payment/subscribe/performers', 'card_declined');
    await press('Subscribe for $9.99');
    await waitFor(() => expect(second).toHaveLength(1));
    expect(keysOf(second)[0]).not.toBe(keysOf(first)[0]);
  });

  it('preselects a free trial, which needs no card', async () => {
    mockEndpoint('GET /users/me', fan());
    mockEndpoint('GET /performers/:id', profileOfAda());
    const started = mockEndpoint('POST /payment/subscribe/performers', subscriptionPayment({ type: 'free_subscription', totalPrice: 0 }));
    const { subscribe } = open();
    subscribe(profileOfAda({ isFreeSubscription: true, freeSubscriptionDays: 3 }), 'free');
    await waitFor(() => expect(screen.getByRole('radio', { name: /Free trial/ })).toBeChecked());
    await press('Start free trial');
    expect(await screen.findByText(/^Free until .*\d$/)).toBeInTheDocument();
    expect(started[0]?.body).toMatchObject({ type: 'free', expectedPrice: 0 });
  });

  it('shows existing subscribers their renewal date', async () => {
    const { subscribe } = open();
    subscribe(
      profileOfAda({
        subscription: {
          _id: '0198c0de-0000-7000-8000-0000000000e1',
          subscriptionType: 'monthly',
          status: 'active',
          isRenewing: true,
          expiredAt: '2090-06-01T10:00:00.000Z',
        },
      }),
    );
    expect(await screen.findByText(/renews on Jun 1, 2090/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Subscribe for/ })).not.toBeInTheDocument();
  });

  it("shows bundles and discounts at the server's prices", async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    const offer = { totalUses: 0, maximumUses: null, startsAt: null, endsAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
    const bundle = { ...offer, _id: '0198c0de-0000-7000-8000-000000000aa1', kind: 'bundle' as const, months: 3, value: 0.1, price: 26.97 };
    const discount = {
      ...offer,
      _id: '0198c0de-0000-7000-8000-000000000aa2',
      kind: 'discount' as const,
      months: null,
      value: 0.25,
      price: null,
    };
    const { subscribe } = open();
    subscribe(profileOfAda({ promotions: [bundle, discount] }));
    expect(await screen.findByRole('button', { name: 'Subscribe for $7.50' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /3 months/ }));
    expect(screen.getByRole('button', { name: 'Subscribe for $26.97' })).toBeInTheDocument();
  });
});

describe('a tip', () => {
  it('shows the split and the balance, and ends with a receipt', async () => {
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(20));
    const { tipFor, store } = open();
    tipFor(profileOfAda());
    await userEvent.click(await screen.findByRole('button', { name: '20' }));
    expect(screen.getByText('You pay 20 · Ada receives 16 · site keeps 4')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(/Message/), 'Bravo');
    await press('Send 20 tokens');
    expect(await screen.findByText('You sent 20 tokens to Ada.')).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({ price: 20, text: 'Bravo' });
    expect(store.getState().user.current?.balance).toBe(80);
  });

  it('is sent once when it is tapped twice', async () => {
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(20));
    const { tipFor } = open();
    tipFor(profileOfAda(), 20);
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Send 20 tokens' }));
    await screen.findByText('You sent 20 tokens to Ada.');
    expect(sent).toHaveLength(1);
  });

  it('retries with the same idempotency key after a lost response', async () => {
    const lost = mockNetworkError('POST /wallet/charges/tip/:id');
    const { tipFor } = open();
    tipFor(profileOfAda(), 20);
    await press('Send 20 tokens');
    expect(await screen.findByRole('button', { name: 'Checking…' })).toBeInTheDocument();
    const found = mockEndpoint('POST /wallet/charges/tip/:id', tip(20));
    expect(await screen.findByText('You sent 20 tokens to Ada.')).toBeInTheDocument();
    expect(keysOf(found)[0]).toBe(keysOf(lost)[0]);
  });

  it("enforces the site's limits", async () => {
    const { tipFor } = open();
    tipFor(profileOfAda());
    await userEvent.type(await screen.findByLabelText('Other amount'), '3');
    await press('Send tip');
    expect(screen.getByLabelText('Other amount')).toHaveAccessibleDescription(/Enter an amount from 10 to 10,000 tokens/);
  });

  it("asks for confirmation above the fan's limit", async () => {
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(50));
    const { tipFor } = open({ user: fan({ confirmTipAbove: 30 }) });
    tipFor(profileOfAda(), 50);
    await press('Send 50 tokens');
    const question = await screen.findByRole('alertdialog', { name: 'Send 50 tokens to Ada?' });
    expect(sent).toHaveLength(0);
    await userEvent.click(within(question).getByRole('button', { name: 'Send 50 tokens' }));
    await screen.findByText('You sent 50 tokens to Ada.');
  });

  it('tops up a short balance inline, keeps the message, and sends', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan({ balance: 25 }));
    const bought = mockEndpoint('POST /payment/wallet/top-up', payment());
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(25));
    const { tipFor } = open({ user: fan({ balance: 15 }) });
    tipFor(profileOfAda(), 25);
    expect(await screen.findByRole('heading', { name: 'You need 10 tokens more' })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(/Message/), 'For the song');
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up 10.00 and send');
    await screen.findByText('You sent 25 tokens to Ada.');
    expect(bought[0]?.body).toEqual({ amount: 10, cardId: savedCard()._id, expectedPrice: 10, expectedTokens: 10 });
    expect(sent[0]?.body).toEqual({ price: 25, text: 'For the song' });
  });

  it("sends when the balance event arrives before the top-up's response", async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan({ balance: 25 }));
    const { tipFor, store } = open({ user: fan({ balance: 15 }) });
    mockEndpoint('POST /payment/wallet/top-up', () => {
      act(() => void store.dispatch(balanceReceived(25)));
      return payment();
    });
    const sent = mockEndpoint('POST /wallet/charges/tip/:id', tip(25));
    tipFor(profileOfAda(), 25);
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up 10.00 and send');
    await screen.findByText('You sent 25 tokens to Ada.');
    expect(sent).toHaveLength(1);
  });

  it('shows the error of the server', async () => {
    mockError('POST /wallet/charges/tip/:id', 'spending_limit_reached');
    const { tipFor } = open();
    tipFor(profileOfAda(), 20);
    await press('Send 20 tokens');
    expect(await screen.findByText(errors.spending_limit_reached[1])).toBeInTheDocument();
  });
});

it('asks guests to sign up, and returns to the open dialog', async () => {
  const { subscribe } = open({ user: undefined });
  subscribe(profileOfAda(), 'yearly');
  const back = encodeURIComponent('/ada?subscribe=yearly');
  expect(await screen.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/auth/register?next=${back}`);
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/auth/login?next=${back}`);
});

describe('unlocking', () => {
  const locked = post({ ...forSale, title: 'Blue hour' });
  const target = (changes: Partial<UnlockTarget> = {}): UnlockTarget => ({
    type: 'feed',
    id: locked._id,
    title: 'Blue hour',
    price: 12,
    performer: locked.performer,
    contents: '12 photos',
    path: '/post/first-post',
    isInSubscription: false,
    ...changes,
  });
  const ask = ({ store }: ReturnType<typeof open>, changes: Partial<UnlockTarget> = {}) =>
    act(() => void store.dispatch(unlockDialogOpened(target(changes))));

  it('shows the contents, the split and the balance; pays once when tapped twice, and closes', async () => {
    const shown = open();
    const paid = mockEndpoint('POST /wallet/charges/feed/:id', bought({ ...locked, isLocked: false }, 12));
    ask(shown);
    expect(await screen.findByRole('dialog', { name: 'Unlock Blue hour' })).toBeInTheDocument();
    expect(screen.getByText('12 photos by Ada. Yours to keep.')).toBeInTheDocument();
    expect(screen.getByText('You pay 12 · Ada receives 9.60 · site keeps 2.40')).toBeInTheDocument();
    expect(screen.queryByText(/Also included/)).not.toBeInTheDocument();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Unlock for 12.00' }));
    expect(await screen.findByText('Unlocked · 12 tokens')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(paid.map(({ body }) => body)).toEqual([{ expectedPrice: 12 }]);
    expect(keysOf(paid)[0]).toBeTruthy();
    expect(shown.store.getState().user.current?.balance).toBe(88);
  });

  it('asks to accept a changed price', async () => {
    const shown = open();
    mockError('POST /wallet/charges/feed/:id', 'price_changed');
    mockEndpoint('GET /user/feeds/:id', { ...locked, price: 15 });
    ask(shown);
    await press('Unlock for 12.00');
    expect(await screen.findByText('The price is now 15 tokens. You haven’t been charged.')).toBeInTheDocument();
    const paid = mockEndpoint('POST /wallet/charges/feed/:id', bought({ ...locked, price: 15, isLocked: false }, 15));
    await press('Unlock for 15.00');
    await screen.findByText('Unlocked · 15 tokens');
    expect(paid[0]?.body).toEqual({ expectedPrice: 15 });
  });

  it('retries with the same idempotency key after a lost response', async () => {
    const shown = open();
    const lost = mockNetworkError('POST /wallet/charges/video/:id');
    ask(shown, { type: 'video' });
    await press('Unlock for 12.00');
    expect(await screen.findByRole('button', { name: 'Checking…' })).toBeInTheDocument();
    const found = mockEndpoint('POST /wallet/charges/video/:id', bought(video({ isLocked: false }), 12));
    expect(await screen.findByText('Unlocked · 12 tokens')).toBeInTheDocument();
    expect(keysOf(found)[0]).toBe(keysOf(lost)[0]);
  });

  it('tops up a short balance inline and unlocks', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /users/me', fan({ balance: 15 }));
    mockEndpoint('POST /payment/wallet/top-up', payment());
    const paid = mockEndpoint('POST /wallet/charges/gallery/:id', bought(gallery({ isLocked: false }), 12));
    const shown = open({ user: fan({ balance: 5 }) });
    ask(shown, { type: 'gallery' });
    expect(await screen.findByRole('heading', { name: 'You need 7 tokens more' })).toBeInTheDocument();
    await screen.findByRole('radio', { name: /Visa/ });
    await press(/^Top up .* and unlock$/);
    await screen.findByText('Unlocked · 12 tokens');
    expect(paid).toHaveLength(1);
  });

  it('offers the subscription if it includes the item', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard()));
    mockEndpoint('GET /performers/:id', profileOfAda());
    const shown = open();
    ask(shown, { isInSubscription: true });
    expect(await screen.findByText('Also included in a subscription, from 9.99 a month.')).toBeInTheDocument();
    await press('Subscribe');
    expect(await screen.findByRole('dialog', { name: 'Subscribe to Ada' })).toBeInTheDocument();
  });

  it('shows the error of the server', async () => {
    mockError('POST /wallet/charges/feed/:id', 'not_for_sale');
    const shown = open();
    ask(shown);
    await press('Unlock for 12.00');
    expect(await screen.findByText(errors.not_for_sale[1])).toBeInTheDocument();
  });

  it('asks guests to sign up, and returns to the open dialog', async () => {
    const shown = open({ user: undefined });
    ask(shown);
    const back = encodeURIComponent('/post/first-post?unlock=1');
    expect(await screen.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/auth/register?next=${back}`);
  });
});
