/** A performer's earnings: totals, a chart with its table, every sale, and the exported file. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { EarningsPanel } from './earnings-panel';
import { SubscribersPanel } from './subscribers-panel';

startFakeHost();

type Earning = ResponseOf<'GET /performer/earning/search'>['data'][number];

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
const emptyPage = { data: [], total: 0, nextCursor: null };

test('totals, chart and sales agree, and a filter reloads all of them', async () => {
  const statsRequests = mockEndpoint('GET /performer/earning/stats', stats);
  const searchRequests = mockEndpoint('GET /performer/earning/search', { data: [sale], total: 1, nextCursor: null });
  const { navigations } = renderScreen(<EarningsPanel />, { user: performer(), path: '/ada?tab=earnings&from=2026-05-01&to=nonsense' });
  const figures = await screen.findByLabelText('Totals');
  expect(figures).toHaveTextContent('You receive');
  expect(figures).toHaveTextContent('16 tokens');
  await userEvent.click(screen.getByText('Show as a table'));
  expect(screen.getByRole('row', { name: /^May 1, 2026/ })).toHaveTextContent('16 tokens');
  expect(await screen.findByRole('row', { name: /Finn/ })).toHaveTextContent('Tip');
  for (const requests of [statsRequests, searchRequests]) expect(requests[0]?.query.get('fromDate')).toBe('2026-05-01');
  for (const requests of [statsRequests, searchRequests]) expect(requests[0]?.query.has('toDate')).toBe(false);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Subscription');
  expect(navigations()).toEqual(['/ada?type=subscription&tab=earnings&from=2026-05-01&to=nonsense']);
});

test('each sale shows when its money becomes available', async () => {
  const at = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
  const sales: Earning[] = [
    { ...sale, _id: '0198c0de-0000-7000-8000-0000000000c1', type: 'tip', status: 'available', availableAt: at },
    { ...sale, _id: '0198c0de-0000-7000-8000-0000000000c2', type: 'ticket', status: 'available', availableAt: null },
    { ...sale, _id: '0198c0de-0000-7000-8000-0000000000c3', type: 'product', status: 'refunded', availableAt: at },
  ];
  mockEndpoint('GET /performer/earning/stats', stats);
  mockEndpoint('GET /performer/earning/search', { data: sales, total: 3, nextCursor: null });
  renderScreen(<EarningsPanel />, { user: performer(), path: '/ada?tab=earnings' });
  const table = within(await screen.findByRole('table', { name: 'Sales' }));
  const cells = table.getAllByRole('cell').filter(({ textContent }) => textContent.startsWith('Available from'));
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Available from.*2 days/),
    'Available fromAfter the stream',
    'Available fromRefunded',
  ]);
  expect(cells[0]?.querySelector('time')).toHaveAttribute('datetime', at);
});

test('the export uses the selected date range, and shows an error', async () => {
  mockEndpoint('GET /performer/earning/stats', stats);
  mockEndpoint('GET /performer/earning/search', emptyPage);
  const requests = mockError('GET /performer/earning/statement', 'too_many_requests');
  renderScreen(<EarningsPanel />, { user: performer(), path: '/ada?tab=earnings&from=2026-05-01' });
  expect(await screen.findByText('No sales yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Too many attempts. Wait a moment and try again.')).toBeVisible();
  expect(requests[0]?.query.get('fromDate')).toBe('2026-05-01');
});

test('without subscribers the performer can copy the link to their profile', async () => {
  mockEndpoint('GET /subscriptions/performer/search', emptyPage);
  renderScreen(<SubscribersPanel siteUrl="http://localhost:3000" renderFan={() => null} />, {
    user: performer(),
    path: '/ada?tab=subscribers',
  });
  expect(await screen.findByText('No subscribers yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy link' })).toBeEnabled());
  expect(within(document.body).queryByRole('table')).toBeNull();
});

test('a subscriber can be messaged, and their details open beside the table', async () => {
  const subscription = {
    _id: '0198c0de-0000-7000-8000-0000000000e1',
    user: sale.user,
    performer: { ...sale.user, _id: 'ada', isPerformer: true },
    subscriptionType: 'monthly',
    status: 'active',
    price: 9.99,
    currency: 'USD',
    totalPaid: 9.99,
    isRenewing: true,
    startedAt: '2026-05-01T10:00:00.000Z',
    expiredAt: '2031-05-01T10:00:00.000Z',
  };
  mockEndpoint('GET /subscriptions/performer/search', {
    data: [subscription],
    total: 1,
    nextCursor: null,
  } as unknown as ResponseOf<'GET /subscriptions/performer/search'>);
  renderScreen(<SubscribersPanel siteUrl="http://localhost:3000" renderFan={(id) => `Known of ${id}`} />, {
    user: performer(),
    path: '/ada?tab=subscribers',
  });
  expect(await screen.findByRole('link', { name: 'Message Finn' })).toHaveAttribute('href', `/messages?source=user&sourceId=${_id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Note and lists for Finn' }));
  expect(within(screen.getByRole('dialog', { name: 'Finn' })).getByText(`Known of ${_id}`)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Message all subscribers' })).toHaveAttribute('href', '/messages/mass/new?to=subscribers');
  expect(screen.getByRole('link', { name: 'Fan lists' })).toHaveAttribute('href', '/messages/lists');
});
