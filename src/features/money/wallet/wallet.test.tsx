/** The wallet: top-ups, coupons, cards, limits, statements, and the status of a payment. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import * as messages from '@contract/kernel/messages';
import { SocketContext } from '@web/realtime/socket-events';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { fakeEventSource } from '../../../../tests/kit/screens/live-page';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage, payment, savedCard, subscriptionPayment } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { CardsScreen } from './cards-screen';
import { PaymentResultScreen } from './payment-result';
import { TopUpInPlace } from './top-up-in-place';
import { WalletScreen } from './wallet-screen';

startFakeHost();

const spending = { spent: 35, reserved: 0, owed: 0, limit: 100, from: '2026-05-01T00:00:00.000Z', until: '2026-06-01T00:00:00.000Z' };
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const id = payment()._id;

function openWallet(path = '/wallet', settings = {}) {
  mockEndpoint('GET /payment-cards', singlePage(savedCard()));
  mockEndpoint('GET /wallet/spending', spending);
  mockEndpoint('GET /users/me', fan({ balance: 150 }));
  return renderScreen(<WalletScreen charges={<p>The charges table</p>} />, { user: fan(), path, settings });
}

describe('topping up', () => {
  beforeEach(() => void mockEndpoint('GET /package/token/search', singlePage()));

  it('shows tokens and price, and pays with the default card', async () => {
    const requests = mockEndpoint('POST /payment/wallet/top-up', payment());
    openWallet();
    await press('50');
    expect(screen.getByText(/^You pay/)).toHaveTextContent('You pay $50.00 and get 50 tokens');
    await screen.findByRole('radio', { name: /Visa ending in 4242/ });
    await press('Top up $50.00');
    expect(await screen.findByText(/We’ve added 50 tokens to your wallet/)).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ amount: 50, cardId: savedCard()._id, expectedPrice: 50, expectedTokens: 50 });
  });

  it('applies a coupon and removes it', async () => {
    mockEndpoint('POST /coupons/:code/apply-coupon', { code: 'SPRING', name: 'Spring', value: 0.1, expiresAt: null, totalPrice: null });
    const requests = mockEndpoint('POST /payment/wallet/top-up', payment());
    openWallet();
    await press('50');
    await userEvent.type(screen.getByLabelText(/Coupon/), 'spring');
    await press('Apply coupon');
    expect(await screen.findByRole('button', { name: 'Top up $45.00' })).toBeInTheDocument();
    await press('Remove coupon');
    expect(screen.getByRole('button', { name: 'Top up $50.00' })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(/Coupon/), 'spring');
    await press('Apply coupon');
    await press('Top up $45.00');
    await screen.findByText(/We’ve added .* to your wallet/);
    expect(requests[0]?.body).toMatchObject({ amount: 50, couponCode: 'SPRING' });
  });

  it.each(['coupon_not_found', 'coupon_used', 'coupon_expired'] as const)(
    'shows at the field why a coupon is rejected: %s',
    async (code) => {
      mockError('POST /coupons/:code/apply-coupon', code);
      openWallet();
      await userEvent.type(await screen.findByLabelText(/Coupon/), 'OLD');
      await press('Apply coupon');
      await waitFor(() => expect(screen.getByLabelText(/Coupon/)).toHaveAccessibleDescription(errors[code][1]));
    },
  );

  it('enforces the limits of the site', async () => {
    openWallet('/wallet', { minimumWalletPrice: 5, maximumWalletPrice: 40 });
    expect(screen.queryByRole('button', { name: '50' })).not.toBeInTheDocument();
    await userEvent.type(await screen.findByLabelText('Amount'), '41');
    await press('Top up');
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(/From \$5.00 to \$40.00/);
  });

  it('shows that the card was declined, and allows a retry', async () => {
    const declined = { code: 'card_declined', message: 'Your bank declined the card.' };
    mockEndpoint('POST /payment/wallet/top-up', payment({ status: 'failed', failure: declined }));
    openWallet();
    await userEvent.click(await screen.findByRole('button', { name: '10' }));
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up $10.00');
    expect(await screen.findByText('Your bank declined the card.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Top up $10.00' })).not.toHaveAttribute('aria-busy');
  });

  it('pays with the saved card when its number is entered again', async () => {
    const saved = savedCard({ _id: '0198c0de-0000-7000-8000-000000000c07', brand: 'visa', last4: '3184', isDefault: false });
    mockError('POST /:gateway/cards', 'card_known');
    const requests = mockEndpoint('POST /payment/wallet/top-up', payment());
    openWallet();
    mockEndpoint('GET /payment-cards', singlePage(savedCard(), saved));
    await press('50');
    await userEvent.click(await screen.findByRole('radio', { name: /Another card/ }));
    await userEvent.type(screen.getByLabelText('Card number'), '4000 0027 6000 3184');
    await press('Top up $50.00');
    expect(await screen.findByText(/We’ve added 50 tokens to your wallet/)).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({ cardId: saved._id });
  });

  it('waits for a slow bank, and polls until it has responded', async () => {
    mockEndpoint('POST /payment/wallet/top-up', payment({ status: 'processing' }));
    mockEndpoint('GET /payment/transactions/:id', payment());
    openWallet();
    await press('50');
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up $50.00');
    expect(await screen.findByRole('link', { name: 'its status' })).toHaveAttribute('href', `/payment/pending?id=${id}`);
    expect(await screen.findByText(/We’ve added 50 tokens to your wallet/)).toBeInTheDocument();
  });
});

it('does not top up in place when the payment itself is not possible', async () => {
  mockEndpoint('GET /payment-cards', singlePage(savedCard()));
  mockEndpoint('GET /users/me', fan({ balance: 110 }));
  const requests = mockEndpoint('POST /payment/wallet/top-up', payment());
  let isPossible = false;
  const done = jest.fn();
  renderScreen(<TopUpInPlace missing={10} andThen="pay" onPending={() => undefined} mayBuy={() => isPossible} onDone={done} />, {
    user: fan(),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Top up 10.00 and pay');
  expect(requests).toEqual([]);
  isPossible = true;
  await press('Top up 10.00 and pay');
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(requests).toHaveLength(1);
});

it('offers packages if there are any', async () => {
  const big = { _id: '0198c0de-0000-7000-8000-000000000b01', name: 'Big', description: '', price: 90, tokens: 100, ordering: 0 };
  mockEndpoint('GET /package/token/search', singlePage(big));
  const requests = mockEndpoint('POST /payment/wallet/top-up', payment());
  openWallet();
  await userEvent.click(await screen.findByRole('radio', { name: /100 tokens · Big/ }));
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Top up $90.00');
  await screen.findByText(/We’ve added .* to your wallet/);
  expect(requests[0]?.body).toMatchObject({ packageId: big._id });
});

it("sets the viewer's limits and shows the amount spent", async () => {
  mockEndpoint('GET /package/token/search', singlePage());
  const requests = mockEndpoint('PUT /users', fan({ monthlySpendingLimit: 200 }));
  openWallet();
  expect(await screen.findByText(/Spent this month: 35 of 100 tokens/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/Monthly spending limit/), '200');
  await press('Save limits');
  expect(await screen.findByText(messages.saved)).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ monthlySpendingLimit: 200, confirmTipAbove: null });
});

it('exports a statement of the selected days', async () => {
  mockEndpoint('GET /package/token/search', singlePage());
  const requests = mockEndpoint('GET /wallet/statement', 'day,change');
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:statement';
  URL.revokeObjectURL = () => undefined;
  openWallet('/wallet?tab=statements');
  await userEvent.type(await screen.findByLabelText(/From/), '2026-05-01');
  await press('Download CSV');
  await waitFor(() => expect(requests[0]?.query.get('fromDate')).toBe('2026-05-01'));
});

describe('cards', () => {
  it('can be added, with an error when the card is already saved', async () => {
    mockEndpoint('GET /payment-cards', singlePage());
    mockError('POST /:gateway/cards', 'card_known');
    renderScreen(<CardsScreen />, { user: fan() });
    await press('Add card');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add card' }));
    await userEvent.click(dialog.getByText('Test cards'));
    await userEvent.click(dialog.getByRole('button', { name: 'Use 4242 4242 4242 4242' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }));
    expect(await dialog.findByText(errors.card_known[1])).toBeInTheDocument();
    const requests = mockEndpoint('POST /:gateway/cards', savedCard());
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(requests[0]?.params).toEqual({ gateway: 'stripe' });
  });

  it('list the subscriptions they renew before removal, and show why one was not removed', async () => {
    mockEndpoint('GET /payment-cards', singlePage(savedCard({ renews: ['Ada', 'Bruno'] })));
    mockError('DELETE /payment-cards/:id', 'card_in_use');
    renderScreen(<CardsScreen />, { user: fan() });
    await press('Remove Visa ending in 4242');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Your subscriptions to Ada and Bruno renew with this card/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await dialog.findByText(errors.card_in_use[1])).toBeInTheDocument();
  });

  it('can be made the default, and show when they have expired', async () => {
    const old = savedCard({
      _id: '0198c0de-0000-7000-8000-0000000000f2',
      last4: '4444',
      brand: 'mastercard',
      isDefault: false,
      year: 2020,
    });
    mockEndpoint('GET /payment-cards', singlePage(savedCard(), old));
    const requests = mockEndpoint('PUT /payment-cards/:id', { ...old, isDefault: true });
    renderScreen(<CardsScreen />, { user: fan() });
    expect(await screen.findByText('Expired')).toBeInTheDocument();
    await press('Make Mastercard ending in 4444 the default');
    await waitFor(() => expect(requests[0]?.params).toEqual({ id: old._id }));
  });
});

describe('a payment', () => {
  const open = (result: string) => renderScreen(<PaymentResultScreen />, { user: fan(), path: `/payment/${result}?id=${id}` });

  it('that succeeded shows what it unlocked, with its receipt', async () => {
    mockEndpoint('GET /payment/transactions/:id', subscriptionPayment());
    open('success');
    expect(await screen.findByText('You’re now subscribed to Ada.')).toBeInTheDocument();
    expect(screen.getByText('Ada receives $8.00 · site keeps $1.99')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Ada' })).toHaveAttribute('href', '/ada');
  });

  it('that was declined shows why and links back', async () => {
    mockEndpoint('GET /payment/transactions/:id', payment({ status: 'canceled' }));
    open('cancel');
    expect(await screen.findByText('The payment didn’t go through. You weren’t charged.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/wallet');
  });

  it('that was received for a page that was closed in the meantime is shown as refunded, without a link to the page', async () => {
    const failure = { code: 'subscription_impossible', message: errors.subscription_impossible[1] };
    mockEndpoint('GET /payment/transactions/:id', subscriptionPayment({ status: 'refunded', failure }));
    open('success');
    expect(await screen.findByRole('heading', { name: 'Payment not completed' })).toBeInTheDocument();
    expect(screen.getByText(failure.message)).toBeInTheDocument();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['See payments']);
  });

  it('that is pending updates live, and so does its URL', async () => {
    let requestCount = 0;
    mockEndpoint('GET /payment/transactions/:id', () => payment({ status: (requestCount += 1) === 1 ? 'processing' : 'success' }));
    const { navigations } = open('pending');
    expect(await screen.findByRole('heading', { name: 'Payment processing' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Payment complete' })).toBeInTheDocument();
    await waitFor(() => expect(navigations()).toEqual([`/payment/success?id=${id}`]));
  });

  it('that succeeded is not overwritten by the late response of an older request', async () => {
    let respond = (): void => undefined;
    let isRequested = false;
    mockEndpoint('GET /payment/transactions/:id', async () => {
      const processing = payment({ status: 'processing' });
      if (isRequested) await new Promise<void>((resolve) => (respond = resolve));
      isRequested = true;
      return processing;
    });
    const { source, receive: emit } = fakeEventSource();
    renderScreen(
      <SocketContext.Provider value={source}>
        <PaymentResultScreen />
      </SocketContext.Provider>,
      { user: fan(), path: `/payment/pending?id=${id}` },
    );
    await screen.findByRole('heading', { name: 'Payment processing' });
    const firstRespond = respond;
    await waitFor(() => expect(respond).not.toBe(firstRespond));
    emit('payment/settled', payment({ status: 'success' }));
    expect(await screen.findByRole('heading', { name: 'Payment complete' })).toBeInTheDocument();
    await act(async () => {
      respond();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(screen.getByRole('heading', { name: 'Payment complete' })).toBeInTheDocument();
  });

  it('that still needs bank authentication can be authenticated again', async () => {
    mockEndpoint('GET /payment/transactions/:id', payment({ status: 'requires_action' }));
    const requests = mockEndpoint('POST /payment/transactions/:id/confirm', payment({ status: 'requires_action' }));
    renderScreen(<PaymentResultScreen />, { user: fan(), path: `/payment/pending?id=${id}`, settings: { isSandbox: true } });
    await press('Approve payment');
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Decline payment' })).toBeEnabled());
    await press('Approve payment');
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('that does not exist is reported as not found', async () => {
    mockError('GET /payment/transactions/:id', 'payment_not_found');
    open('success');
    expect(await screen.findByText('Payment not found')).toBeInTheDocument();
  });
});

it('shows the new price of a package and charges nothing when the price has changed', async () => {
  const big = { _id: '0198c0de-0000-7000-8000-000000000b01', name: 'Big', description: '', price: 90, tokens: 100, ordering: 0 };
  mockEndpoint('GET /package/token/search', singlePage(big));
  const requests = mockError('POST /payment/wallet/top-up', 'price_changed');
  openWallet();
  await userEvent.click(await screen.findByRole('radio', { name: /100 tokens · Big/ }));
  await screen.findByRole('radio', { name: /Visa/ });
  mockEndpoint('GET /package/token/search', singlePage({ ...big, price: 95 }));
  await press('Top up $90.00');
  expect(await screen.findByRole('button', { name: 'Top up $95.00' })).toBeInTheDocument();
  expect(await screen.findByText(errors.price_changed[1])).toBeInTheDocument();
  expect(requests[0]?.body).toMatchObject({ expectedPrice: 90, expectedTokens: 100 });
});

it('shows the debt, and that the next top-up settles it', async () => {
  mockEndpoint('GET /package/token/search', singlePage());
  openWallet();
  mockEndpoint('GET /wallet/spending', { ...spending, owed: 15 });
  expect(await screen.findByText(/^You owe 15 tokens/)).toBeInTheDocument();
});

it('shows no amounts before the packages have loaded, so that nothing shifts', async () => {
  const waiting: (() => void)[] = [];
  mockEndpoint('GET /package/token/search', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return singlePage();
  });
  openWallet();
  expect(await screen.findByText('Loading your wallet…')).toBeInTheDocument();
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(screen.queryByRole('button', { name: '50' })).toBeNull();
  waiting[0]?.();
  expect(await screen.findByRole('button', { name: '50' })).toBeInTheDocument();
});
