/** The wallet: topping up, coupons, cards, limits, statements, and how a payment stands. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors, messages } from '@contract/kernel/errors';
import { SocketContext } from '@web/realtime/socket-events';
import { fan } from '../../../../tests/kit/answers/accounts';
import { connection } from '../../../../tests/support/live-page';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf, payment, savedCard, subscriptionPayment } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { CardsScreen } from './cards-screen';
import { PaymentResultScreen } from './payment-result';
import { TopUpInPlace } from './top-up-in-place';
import { WalletScreen } from './wallet-screen';

startTestHost();

const spending = { spent: 35, reserved: 0, owed: 0, limit: 100, from: '2026-05-01T00:00:00.000Z', until: '2026-06-01T00:00:00.000Z' };
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const id = payment()._id;

function openWallet(path = '/wallet', settings = {}) {
  answer('GET /payment-cards', pageOf(savedCard()));
  answer('GET /wallet/spending', spending);
  answer('GET /users/me', fan({ balance: 150 }));
  return renderScreen(<WalletScreen charges={<p>Charges of another room</p>} />, { user: fan(), path, settings });
}

describe('topping up', () => {
  beforeEach(() => void answer('GET /package/token/search', pageOf()));

  it('says what is paid for how much, and pays it with the default card', async () => {
    const bought = answer('POST /payment/wallet/top-up', payment());
    openWallet();
    await userEvent.click(screen.getByRole('button', { name: '50' }));
    expect(screen.getByText(/^You pay/)).toHaveTextContent('You pay $50.00 → 50 tokens');
    await screen.findByRole('radio', { name: /Visa ending in 4242/ });
    await press('Top up $50.00');
    expect(await screen.findByText(/50 tokens are in your wallet/)).toBeInTheDocument();
    expect(bought[0]?.body).toEqual({ amount: 50, cardId: savedCard()._id, expectedPrice: 50, expectedTokens: 50 });
  });

  it('takes a coupon off and gives it back', async () => {
    answer('POST /coupons/:code/apply-coupon', { code: 'SPRING', name: 'Spring', value: 0.1, expiresAt: null, totalPrice: null });
    const bought = answer('POST /payment/wallet/top-up', payment());
    openWallet();
    await userEvent.click(screen.getByRole('button', { name: '50' }));
    await userEvent.type(screen.getByLabelText(/Coupon/), 'spring');
    await press('Apply coupon');
    expect(await screen.findByRole('button', { name: 'Top up $45.00' })).toBeInTheDocument();
    await press('Remove coupon');
    expect(screen.getByRole('button', { name: 'Top up $50.00' })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(/Coupon/), 'spring');
    await press('Apply coupon');
    await press('Top up $45.00');
    await screen.findByText(/are in your wallet/);
    expect(bought[0]?.body).toMatchObject({ amount: 50, couponCode: 'SPRING' });
  });

  it.each(['coupon_not_found', 'coupon_used', 'coupon_expired'] as const)(
    'says at the field why a coupon is not taken: %s',
    async (code) => {
      refuse('POST /coupons/:code/apply-coupon', code);
      openWallet();
      await userEvent.type(screen.getByLabelText(/Coupon/), 'OLD');
      await press('Apply coupon');
      await waitFor(() => expect(screen.getByLabelText(/Coupon/)).toHaveAccessibleDescription(errors[code][1]));
    },
  );

  it('keeps to the limits of the site', async () => {
    openWallet('/wallet', { minimumWalletPrice: 5, maximumWalletPrice: 40 });
    expect(screen.queryByRole('button', { name: '50' })).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Amount'), '41');
    await press('Top up');
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(/From \$5.00 to \$40.00/);
  });

  it('names the card that was declined and lets another pay', async () => {
    const declined = { code: 'card_declined', message: 'Your bank declined the card.' };
    answer('POST /payment/wallet/top-up', payment({ status: 'failed', failure: declined }));
    openWallet();
    await userEvent.click(screen.getByRole('button', { name: '10' }));
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up $10.00');
    expect(await screen.findByText('Your bank declined the card.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Top up $10.00' })).not.toHaveAttribute('aria-busy');
  });

  it('waits for a bank that takes its time, and asks until it has answered', async () => {
    answer('POST /payment/wallet/top-up', payment({ status: 'processing' }));
    answer('GET /payment/transactions/:id', payment());
    openWallet();
    await userEvent.click(screen.getByRole('button', { name: '50' }));
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Top up $50.00');
    expect(await screen.findByRole('link', { name: 'this page' })).toHaveAttribute('href', `/payment/pending?id=${id}`);
    expect(await screen.findByText(/50 tokens are in your wallet/, {}, { timeout: 6000 })).toBeInTheDocument();
  });
});

it('charges no card in place for what could not follow', async () => {
  answer('GET /payment-cards', pageOf(savedCard()));
  answer('GET /users/me', fan({ balance: 110 }));
  const bought = answer('POST /payment/wallet/top-up', payment());
  let isFit = false;
  const done = jest.fn();
  renderScreen(<TopUpInPlace missing={10} andThen="pay" onUnderWay={() => undefined} mayBuy={() => isFit} onDone={done} />, {
    user: fan(),
  });
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Top up 10.00 and pay');
  expect(bought).toEqual([]);
  isFit = true;
  await press('Top up 10.00 and pay');
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(bought).toHaveLength(1);
});

it('offers packages where there are some', async () => {
  const big = { _id: '0198c0de-0000-7000-8000-000000000b01', name: 'Big', description: '', price: 90, tokens: 100, ordering: 0 };
  answer('GET /package/token/search', pageOf(big));
  const bought = answer('POST /payment/wallet/top-up', payment());
  openWallet();
  await userEvent.click(await screen.findByRole('radio', { name: /100 tokens · Big/ }));
  await screen.findByRole('radio', { name: /Visa/ });
  await press('Top up $90.00');
  await screen.findByText(/are in your wallet/);
  expect(bought[0]?.body).toMatchObject({ packageId: big._id });
});

it('sets the own limits and says what was spent', async () => {
  answer('GET /package/token/search', pageOf());
  const changed = answer('PUT /users', fan({ monthlySpendingLimit: 200 }));
  openWallet();
  expect(await screen.findByText(/Spent this month: 35 of 100 tokens/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/Most to spend/), '200');
  await press('Save limits');
  expect(await screen.findByText(messages.saved)).toBeInTheDocument();
  expect(changed[0]?.body).toEqual({ monthlySpendingLimit: 200, confirmTipAbove: null });
});

it('hands out a statement of the chosen days', async () => {
  answer('GET /package/token/search', pageOf());
  const asked = answer('GET /wallet/statement', 'day,change');
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:statement';
  URL.revokeObjectURL = () => undefined;
  openWallet('/wallet?tab=statements');
  await userEvent.type(screen.getByLabelText(/From/), '2026-05-01');
  await press('Download CSV');
  await waitFor(() => expect(asked[0]?.query.get('fromDate')).toBe('2026-05-01'));
});

describe('cards', () => {
  it('can be added, and say when they are known already', async () => {
    answer('GET /payment-cards', pageOf());
    refuse('POST /:gateway/cards', 'card_known');
    renderScreen(<CardsScreen />, { user: fan() });
    await press('Add card');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add card' }));
    await userEvent.click(dialog.getByText('Test cards'));
    await userEvent.click(dialog.getByRole('button', { name: 'Use 4242 4242 4242 4242' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }));
    expect(await dialog.findByText(errors.card_known[1])).toBeInTheDocument();
    const kept = answer('POST /:gateway/cards', savedCard());
    await userEvent.click(dialog.getByRole('button', { name: 'Add card' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(kept[0]?.params).toEqual({ gateway: 'stripe' });
  });

  it('name the renewals before one is removed, and tell why it was not', async () => {
    answer('GET /payment-cards', pageOf(savedCard({ renews: ['Ada', 'Bruno'] })));
    refuse('DELETE /payment-cards/:id', 'card_in_use');
    renderScreen(<CardsScreen />, { user: fan() });
    await press('Remove Visa ending in 4242');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The subscriptions to Ada and Bruno renew with this card/)).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Remove card' }));
    expect(await question.findByText(errors.card_in_use[1])).toBeInTheDocument();
  });

  it('let another be the default one, and warn of one that runs out', async () => {
    const old = savedCard({
      _id: '0198c0de-0000-7000-8000-0000000000f2',
      last4: '4444',
      brand: 'mastercard',
      isDefault: false,
      year: 2020,
    });
    answer('GET /payment-cards', pageOf(savedCard(), old));
    const preferred = answer('PUT /payment-cards/:id', { ...old, isDefault: true });
    renderScreen(<CardsScreen />, { user: fan() });
    expect(await screen.findByText('Expired')).toBeInTheDocument();
    await press('Make Mastercard ending in 4444 the default');
    await waitFor(() => expect(preferred[0]?.params).toEqual({ id: old._id }));
  });
});

describe('a payment', () => {
  const open = (result: string) => renderScreen(<PaymentResultScreen />, { user: fan(), path: `/payment/${result}?id=${id}` });

  it('that was made shows what it opened, with its receipt', async () => {
    answer('GET /payment/transactions/:id', subscriptionPayment());
    open('success');
    expect(await screen.findByText('You are subscribed to Ada.')).toBeInTheDocument();
    expect(screen.getByText('Ada receives $8.00 · site keeps $1.99')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Ada' })).toHaveAttribute('href', '/ada');
  });

  it('that was refused says why and leads back', async () => {
    answer('GET /payment/transactions/:id', payment({ status: 'canceled' }));
    open('cancel');
    expect(await screen.findByText('The payment was not made. No money has moved.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/wallet');
  });

  it('that came in for a page that was closed meanwhile says that the money goes back, and leads to no page', async () => {
    const failure = { code: 'subscription_impossible', message: errors.subscription_impossible[1] };
    answer('GET /payment/transactions/:id', subscriptionPayment({ status: 'refunded', failure }));
    open('success');
    expect(await screen.findByRole('heading', { name: 'Payment not made' })).toBeInTheDocument();
    expect(screen.getByText(failure.message)).toBeInTheDocument();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['See payments']);
  });

  it('that is pending turns by itself, and its address with it', async () => {
    let asked = 0;
    answer('GET /payment/transactions/:id', () => payment({ status: (asked += 1) === 1 ? 'processing' : 'success' }));
    const { navigations } = open('pending');
    expect(await screen.findByRole('heading', { name: 'Payment on its way' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Payment done' }, { timeout: 6000 })).toBeInTheDocument();
    expect(navigations()).toEqual([`/payment/success?id=${id}`]);
  });

  it('that is done stays done, whatever an older question brings after it', async () => {
    let answerNow = (): void => undefined;
    let isAsked = false;
    answer('GET /payment/transactions/:id', async () => {
      const asItStands = payment({ status: 'processing' });
      if (isAsked) await new Promise<void>((go) => (answerNow = go));
      isAsked = true;
      return asItStands;
    });
    const { source, tell } = connection();
    renderScreen(
      <SocketContext.Provider value={source}>
        <PaymentResultScreen />
      </SocketContext.Provider>,
      { user: fan(), path: `/payment/pending?id=${id}` },
    );
    await screen.findByRole('heading', { name: 'Payment on its way' });
    const untold = answerNow;
    await waitFor(() => expect(answerNow).not.toBe(untold), { timeout: 6000 });
    tell('payment/settled', payment({ status: 'success' }));
    expect(await screen.findByRole('heading', { name: 'Payment done' })).toBeInTheDocument();
    await act(async () => {
      answerNow();
      await new Promise((done) => setTimeout(done, 50));
    });
    expect(screen.getByRole('heading', { name: 'Payment done' })).toBeInTheDocument();
  });

  it('of which the bank still asks after an answer can be answered again', async () => {
    answer('GET /payment/transactions/:id', payment({ status: 'requires_action' }));
    const heard = answer('POST /payment/transactions/:id/confirm', payment({ status: 'requires_action' }));
    renderScreen(<PaymentResultScreen />, { user: fan(), path: `/payment/pending?id=${id}`, settings: { isSandbox: true } });
    await press('Approve payment');
    await waitFor(() => expect(heard).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refuse payment' })).toBeEnabled());
    await press('Approve payment');
    await waitFor(() => expect(heard).toHaveLength(2));
  });

  it('that nobody knows is said to be unknown', async () => {
    refuse('GET /payment/transactions/:id', 'payment_not_found');
    open('success');
    expect(await screen.findByText('There is no such payment')).toBeInTheDocument();
  });
});

it('shows the new price of a package, and pays nothing, when it has changed since', async () => {
  const big = { _id: '0198c0de-0000-7000-8000-000000000b01', name: 'Big', description: '', price: 90, tokens: 100, ordering: 0 };
  answer('GET /package/token/search', pageOf(big));
  const refused = refuse('POST /payment/wallet/top-up', 'price_changed');
  openWallet();
  await userEvent.click(await screen.findByRole('radio', { name: /100 tokens · Big/ }));
  await screen.findByRole('radio', { name: /Visa/ });
  answer('GET /package/token/search', pageOf({ ...big, price: 95 }));
  await press('Top up $90.00');
  expect(await screen.findByRole('button', { name: 'Top up $95.00' })).toBeInTheDocument();
  expect(await screen.findByText(errors.price_changed[1])).toBeInTheDocument();
  expect(refused[0]?.body).toMatchObject({ expectedPrice: 90, expectedTokens: 100 });
});

it('says what is owed, and that the next top-up settles it', async () => {
  answer('GET /package/token/search', pageOf());
  openWallet();
  answer('GET /wallet/spending', { ...spending, owed: 15 });
  expect(await screen.findByText(/^You owe 15 tokens/)).toBeInTheDocument();
});
