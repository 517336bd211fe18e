/** The overview: figures that link to their lists, a date range, and sections by the operator's rights. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { TransactionsScreen } from '../money/transactions-screen';
import { OverviewScreen } from './overview-screen';

startFakeHost();
beforeEach(() => {
  mockEndpoint('GET /admin/blocked-countries', { countryCodes: ['FR'], refused: [] });
  mockError('GET /admin/mails/search', 'mail_not_found');
  mockEndpoint('GET /admin/ledger/checks', []);
  const bounceSources = { hearsByWebhook: true, hearsByMailbox: false };
  mockEndpoint('GET /admin/mails/health', { hard: 4, soft: 2, complaint: 1, undeliverable: 3, ...bounceSources });
});

type Statistics = ResponseOf<'GET /admin/statistics'>;
const user = operator();
const sums = (gross: number) => ({ totalGrossPrice: gross, totalSiteCommission: gross / 5, totalNetPrice: gross * 0.8 });
const emptyStatistics: Statistics = {
  fromDate: '2026-05-01',
  toDate: '2026-05-02',
  countedAt: '2026-05-30T10:00:00.000Z',
  accounts: null,
  content: null,
  live: null,
  orders: null,
  subscriptions: null,
  money: null,
  waiting: { applications: null, releases: null, reports: null, appeals: null, payouts: null, disputes: null, messages: null },
  queues: null,
  storage: null,
  byDay: [
    { day: '2026-05-01', accounts: null, content: null, money: null },
    { day: '2026-05-02', accounts: null, content: null, money: null },
  ],
};
const fullStatistics: Statistics = {
  ...emptyStatistics,
  accounts: [
    { role: 'user', status: 'active', count: 1200 },
    { role: 'performer', status: 'suspended', count: 2 },
  ],
  content: [{ type: 'videos', shown: 7, hidden: 1 }],
  live: { shows: 3, viewers: 41 },
  orders: [{ status: 'shipping', count: 5 }],
  subscriptions: [{ status: 'active', count: 9 }],
  money: sums(50),
  waiting: { applications: 1, releases: 3, reports: 0, appeals: 2, payouts: 0, disputes: 1, messages: 4 },
  queues: [{ state: 'failed', count: 1 }],
  storage: { files: 3, bytes: 3_145_728, byType: [{ type: 'feed-photo', files: 3, bytes: 3_145_728 }] },
  byDay: [
    { day: '2026-05-01', accounts: 0, content: 2, money: sums(0) },
    { day: '2026-05-02', accounts: 3, content: 0, money: sums(50) },
  ],
};
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it('every figure links to the list that it counts', async () => {
  mockEndpoint('GET /admin/statistics', fullStatistics);
  renderScreen(<OverviewScreen />, { user, path: '/admin' });
  expect(await screen.findByRole('link', { name: '1 creator to verify' })).toHaveAttribute(
    'href',
    '/admin/performers?verification=pending',
  );
  expect(await screen.findByRole('link', { name: '1 country blocked' })).toBeInTheDocument();
  expect(hrefOf('3 undeliverable addresses')).toBe('/admin/mails/undeliverable');
  expect([hrefOf('3 releases to review'), hrefOf('1 dispute to answer')]).toEqual(['/admin/releases?status=waiting', '/admin/disputes']);
  expect([hrefOf('2 appeals to review'), hrefOf('4 messages to answer'), hrefOf('1 job failed')]).toEqual([
    '/admin/appeals?status=open',
    '/admin/inbox?state=waiting',
    '/admin/jobs?state=failed',
  ]);
  expect(hrefOf(/net sales/)).toBe('/admin/transactions?tab=sales&from=2026-05-01&to=2026-05-02');
  expect(hrefOf('3 new accounts')).toBe('/admin/users?from=2026-05-01&to=2026-05-02');
  expect([hrefOf('Fan, active'), hrefOf('Videos, taken down'), hrefOf('Live streams'), hrefOf('Shipped')]).toEqual([
    '/admin/users?role=user&status=active',
    '/admin/content/videos?state=hidden',
    '/admin/live?status=live',
    '/admin/orders?delivery=shipping',
  ]);
  expect(screen.getByRole('region', { name: 'Accounts' })).toHaveTextContent('Fan, active1,200');
  expect(screen.getByRole('region', { name: 'Stored files: 3 MB' })).toHaveTextContent('Post photo3 (3 MB)');
});

it('a chart per day has a table beside it that includes empty days', async () => {
  mockEndpoint('GET /admin/statistics', fullStatistics);
  renderScreen(<OverviewScreen />, { user, path: '/admin' });
  await screen.findByText('New accounts per day');
  const table = within(screen.getByRole('region', { name: 'New accounts per day', hidden: true }));
  expect(table.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
    'Day (UTC)Accounts',
    'May 1, 20260',
    'May 2, 20263',
  ]);
});

it('a date range is chosen as a preset or by two dates, and is kept in the URL', async () => {
  const requests = mockEndpoint('GET /admin/statistics', fullStatistics);
  const { navigations } = renderScreen(<OverviewScreen />, { user, path: '/admin?from=2026-05-01&to=2026-05-02' });
  await screen.findByRole('link', { name: '7 days' });
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ fromDate: '2026-05-01', toDate: '2026-05-02' });
  expect([hrefOf('7 days'), hrefOf('30 days'), hrefOf('90 days')]).toEqual(['/admin?from=2026-05-24', '/admin', '/admin?from=2026-03-02']);
  await userEvent.clear(screen.getByLabelText('To'));
  expect(navigations()).toEqual(['/admin?from=2026-05-01']);
  expect(screen.getByLabelText('To')).toHaveValue('2026-05-02');
});

it('sections without a right are left out, and operators without the overview right see no figures', async () => {
  mockEndpoint('GET /admin/statistics', emptyStatistics);
  const { unmount } = renderScreen(<OverviewScreen />, { user: operator({ rights: ['overview.read'] }), path: '/admin' });
  await screen.findByText('No figures to show');
  for (const name of ['To do', 'Trends', 'Current totals']) expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
  unmount();
  renderScreen(<OverviewScreen />, { user: operator({ rights: ['people.read'] }), path: '/admin' });
  expect(screen.getByText('Choose a section')).toBeInTheDocument();
});

it('an invalid range is explained, with a link to the default', async () => {
  mockError('GET /admin/statistics', 'invalid_request', {
    issues: [{ path: 'toDate', message: 'The end date is before the start date.' }],
  });
  renderScreen(<OverviewScreen />, { user, path: '/admin?from=2026-05-02&to=2026-05-01' });
  expect(await screen.findByText('The end date is before the start date.')).toBeInTheDocument();
  expect(hrefOf('Show the last 30 days')).toBe('/admin');
});

it('the totals of sales use the same filters as the list', async () => {
  const listRequests = mockEndpoint('GET /admin/earnings/search', singlePage());
  const totalsRequests = mockEndpoint('GET /admin/earnings/stats', { ...sums(50), byType: [], byDay: [] });
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions?tab=sales&from=2026-05-01&to=2026-05-02&type=tip' });
  expect(await screen.findByText('No matching sales')).toBeInTheDocument();
  expect(await screen.findByText('50.00')).toBeInTheDocument();
  const filters = { fromDate: '2026-05-01', toDate: '2026-05-02', type: 'tip' };
  expect(Object.fromEntries(totalsRequests[0]?.query ?? [])).toEqual(filters);
  expect(Object.fromEntries(listRequests[0]?.query ?? [])).toMatchObject(filters);
});
