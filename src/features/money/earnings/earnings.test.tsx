/** A performer's earnings: sums, a picture with its table, every sale, and the file. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { fan, performer } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { EarningsPanel } from './earnings-panel';
import { SubscribersPanel } from './subscribers-panel';

startTestHost();

type Earning = AnswerOf<'GET /performer/earning/search'>['data'][number];

const { _id, username, name, avatar } = fan();
const sale: Earning = {
  _id: '0198c0de-0000-7000-8000-0000000000b1',
  type: 'tip',
  user: { _id, username, name, avatar, isPerformer: false, isVerified: false, isOnline: false },
  chargeId: '0198c0de-0000-7000-8000-0000000000b2',
  transactionId: null,
  grossPrice: 20,
  commissionRate: 0.2,
  siteCommission: 4,
  netPrice: 16,
  refunded: 0,
  paymentGateway: 'wallet',
  status: 'available',
  availableAt: '2026-05-01T10:00:00.000Z',
  createdAt: '2026-05-01T10:00:00.000Z',
};
const sums = { totalGrossPrice: 20, totalSiteCommission: 4, totalNetPrice: 16 };
const stats = {
  ...sums,
  available: 16,
  clearing: 0,
  clearsAt: null,
  held: 0,
  paidOut: 0,
  byType: [{ type: 'tip' as const, ...sums }],
  byDay: [{ day: '2026-05-01', ...sums }],
};
const none = { data: [], total: 0, nextCursor: null };

test('sums, days and sales tell the same, and a filter asks for both anew', async () => {
  const asked = answer('GET /performer/earning/stats', stats);
  const listed = answer('GET /performer/earning/search', { data: [sale], total: 1, nextCursor: null });
  const { navigations } = renderScreen(<EarningsPanel />, { user: performer(), path: '/ada?tab=earnings&from=2026-05-01&to=nonsense' });
  const figures = await screen.findByLabelText('Sums');
  expect(figures).toHaveTextContent('You receive');
  expect(figures).toHaveTextContent('16 tokens');
  await userEvent.click(screen.getByText('Show as a table'));
  expect(screen.getByRole('row', { name: /^May 1, 2026/ })).toHaveTextContent('16 tokens');
  expect(await screen.findByRole('row', { name: /Finn/ })).toHaveTextContent('Tip');
  for (const heard of [asked, listed]) expect(heard[0]?.query.get('fromDate')).toBe('2026-05-01');
  for (const heard of [asked, listed]) expect(heard[0]?.query.has('toDate')).toBe(false);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'For' }), 'Subscription');
  expect(navigations()).toEqual(['/ada?type=subscription&tab=earnings&from=2026-05-01&to=nonsense']);
});

test('the file is asked for with the range that is shown, and a refusal is told', async () => {
  answer('GET /performer/earning/stats', stats);
  answer('GET /performer/earning/search', none);
  const heard = refuse('GET /performer/earning/statement', 'too_many_requests');
  renderScreen(<EarningsPanel />, { user: performer(), path: '/ada?tab=earnings&from=2026-05-01' });
  expect(await screen.findByText('No sale yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Too many tries. Please wait a moment and try again.')).toBeVisible();
  expect(heard[0]?.query.get('fromDate')).toBe('2026-05-01');
});

test('without subscribers the page offers its own address to pass on', async () => {
  answer('GET /subscriptions/performer/search', none);
  renderScreen(<SubscribersPanel siteUrl="http://localhost:3000" about={() => null} />, {
    user: performer(),
    path: '/ada?tab=subscribers',
  });
  expect(await screen.findByText('No subscribers yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy link' })).toBeEnabled());
  expect(within(document.body).queryByRole('table')).toBeNull();
});

test('a subscriber can be written to, and what is known of her opens beside the table', async () => {
  const subscription = {
    ...{ _id: '0198c0de-0000-7000-8000-0000000000e1', user: sale.user, performer: { ...sale.user, _id: 'ada', isPerformer: true } },
    ...{ subscriptionType: 'monthly', status: 'active', price: 9.99, currency: 'USD', totalPaid: 9.99, isRenewing: true },
    ...{ startedAt: '2026-05-01T10:00:00.000Z', expiredAt: '2031-05-01T10:00:00.000Z' },
  };
  answer('GET /subscriptions/performer/search', {
    data: [subscription],
    total: 1,
    nextCursor: null,
  } as unknown as AnswerOf<'GET /subscriptions/performer/search'>);
  renderScreen(<SubscribersPanel siteUrl="http://localhost:3000" about={(id) => `Known of ${id}`} />, {
    ...{ user: performer(), path: '/ada?tab=subscribers' },
  });
  expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', `/messages?source=user&sourceId=${_id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Note and lists of Finn' }));
  expect(within(screen.getByRole('dialog', { name: 'Finn' })).getByText(`Known of ${_id}`)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to all subscribers' })).toHaveAttribute('href', '/messages/mass/new?to=subscribers');
  expect(screen.getByRole('link', { name: 'Lists of fans' })).toHaveAttribute('href', '/messages/lists');
});
