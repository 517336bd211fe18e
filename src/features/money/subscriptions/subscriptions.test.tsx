/** A fan's subscriptions: their cost, and the actions on them. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage, profileOfAda, subscription } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { SubscriptionsScreen } from './subscriptions-screen';
import { subscriptionPlansOf } from './terms';

startFakeHost();

const parts = { CardPicker: () => <p>Card picker</p> };
const open = (path = '/subscriptions') => renderScreen(<SubscriptionsScreen parts={parts} />, { user: fan(), path });

it('lists active subscriptions with their next charge, and the cost per month', async () => {
  const yearly = subscription({ _id: '0198c0de-0000-7000-8000-0000000000e2', subscriptionType: 'yearly', months: 12, price: 120 });
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription(), yearly));
  open();
  expect(await screen.findByText('$19.99 a month in total.')).toBeInTheDocument();
  expect(screen.getAllByText('Renews May 31, 2026')).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: /^Message / })[0]).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/messages\?source=performer&/),
  );
  expect(screen.getAllByText('Visa •••• 4242')).toHaveLength(2);
});

it('shows the price of the next period and its start date when it differs', async () => {
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription({ price: 12.5 })));
  open();
  expect(await screen.findByText('$12.50 from May 31, 2026')).toBeVisible();
  expect(screen.getByText('$9.99')).toBeVisible();
});

it('shows every day on which a failed renewal is retried', async () => {
  const retryDates = ['2026-06-01T10:00:00.000Z', '2026-06-03T10:00:00.000Z'];
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription({ status: 'past_due', retryDates })));
  open();
  expect(await screen.findByText('Retrying on Jun 1, 2026 and Jun 3, 2026')).toBeVisible();
});

it('cancels a subscription in two taps, the first of which shows when access ends', async () => {
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription()));
  const cancelRequests = mockEndpoint(
    'POST /payment/:gateway/cancel-subscription/:id',
    subscription({ status: 'cancelled', isRenewing: false }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the subscription to Ada' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel the subscription to Ada?' }));
  expect(dialog.getByText(/You keep access to Ada’s subscriber content until May 31, 2026/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText('Your subscription to Ada is canceled')).toBeInTheDocument();
  expect(cancelRequests[0]?.params).toEqual({ gateway: 'stripe', id: subscription()._id });
});

it('cancels a subscription paid from the wallet through the wallet gateway, and shows the error when the API rejects it', async () => {
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription({ source: 'wallet', paymentGateway: null, card: null })));
  const requests = mockError('POST /payment/:gateway/cancel-subscription/:id', 'subscription_not_found');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the subscription to Ada' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText(errors.subscription_not_found[1])).toBeInTheDocument();
  expect(requests[0]?.params).toMatchObject({ gateway: 'wallet' });
});

it('resumes the renewal of a canceled subscription', async () => {
  mockEndpoint(
    'GET /subscriptions/user/search',
    singlePage(subscription({ status: 'cancelled', isRenewing: false, nextRecurringDate: null })),
  );
  const resumed = mockEndpoint('PUT /subscriptions/:id', subscription());
  open();
  expect(await screen.findByText('Ends May 31, 2026')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Resume the subscription to Ada' }));
  await waitFor(() => expect(resumed[0]?.body).toEqual({ isRenewing: true }));
});

it('changes the payment method', async () => {
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription()));
  const changed = mockEndpoint('PUT /subscriptions/:id', subscription({ source: 'wallet' }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change payment method for Ada' }));
  await userEvent.click(screen.getByRole('radio', { name: /Wallet/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save payment method' }));
  await waitFor(() => expect(changed[0]?.body).toEqual({ source: 'wallet' }));
});

it('has an empty state with a link to performers', async () => {
  mockEndpoint('GET /subscriptions/user/search', singlePage());
  open();
  expect(await screen.findByText('No subscriptions yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Explore creators' })).toHaveAttribute('href', '/explore');
});

describe('the subscription plans of a performer', () => {
  const plansOf = (...args: Parameters<typeof subscriptionPlansOf>) =>
    subscriptionPlansOf(...args).map(({ key, price, renewal }) => [key, price, renewal]);

  it('start with the free trial where site and performer offer it to this fan', () => {
    const ada = profileOfAda({ isFreeSubscription: true });
    expect(plansOf(ada, true)[0]).toEqual(['free', 0, null]);
    expect(plansOf(ada, false)[0]?.[0]).toBe('monthly');
    expect(plansOf({ ...ada, isFreeSubscriptionUsed: true }, true)[0]?.[0]).toBe('monthly');
  });

  it('apply the largest discount, to the first period only', () => {
    const offer = {
      months: null,
      price: null,
      totalUses: 0,
      maximumUses: null,
      startsAt: null,
      endsAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const discount = (id: string, value: number) => ({ ...offer, _id: id, kind: 'discount' as const, value });
    const ada = profileOfAda({ promotions: [discount('a', 0.1), discount('b', 0.3)] });
    expect(plansOf(ada, true)).toEqual([
      ['monthly', 7, 9.99],
      ['yearly', 69.3, 99],
    ]);
  });

  it('leave out periods without a price', () => {
    expect(plansOf(profileOfAda({ yearlyPrice: 0 }), true)).toEqual([['monthly', 9.99, 9.99]]);
    expect(plansOf(profileOfAda({ monthlyPrice: 0, yearlyPrice: 0 }), true)).toEqual([]);
  });
});
