/** The overview: figures that lead to what they count, days that can be chosen, and parts for those who may see them. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { TransactionsScreen } from '../money/transactions-screen';
import { OverviewScreen } from './overview-screen';

startTestHost();
beforeEach(() => {
  answer('GET /admin/blocked-countries', { countryCodes: ['FR'], refused: [] });
  refuse('GET /admin/mails/search', 'mail_not_found');
  answer('GET /admin/ledger/checks', []);
});

type Statistics = AnswerOf<'GET /admin/statistics'>;
const user = operator();
const sums = (gross: number) => ({ totalGrossPrice: gross, totalSiteCommission: gross / 5, totalNetPrice: gross * 0.8 });
const nobody: Statistics = {
  fromDate: '2026-05-01',
  toDate: '2026-05-02',
  countedAt: '2026-05-30T10:00:00.000Z',
  accounts: null,
  content: null,
  live: null,
  orders: null,
  subscriptions: null,
  money: null,
  waiting: { applications: null, reports: null, appeals: null, payouts: null, messages: null },
  queues: null,
  storage: null,
  byDay: [
    { day: '2026-05-01', accounts: null, content: null, money: null },
    { day: '2026-05-02', accounts: null, content: null, money: null },
  ],
};
const owner: Statistics = {
  ...nobody,
  accounts: [
    { role: 'user', status: 'active', count: 1200 },
    { role: 'performer', status: 'suspended', count: 2 },
  ],
  content: [{ type: 'videos', shown: 7, hidden: 1 }],
  live: { shows: 3, viewers: 41 },
  orders: [{ status: 'shipping', count: 5 }],
  subscriptions: [{ status: 'active', count: 9 }],
  money: sums(50),
  waiting: { applications: 1, reports: 0, appeals: 2, payouts: 0, messages: 4 },
  queues: [{ state: 'failed', count: 1 }],
  storage: { files: 3, bytes: 3_145_728, byType: [{ type: 'feed-photo', files: 3, bytes: 3_145_728 }] },
  byDay: [
    { day: '2026-05-01', accounts: 0, content: 2, money: sums(0) },
    { day: '2026-05-02', accounts: 3, content: 0, money: sums(50) },
  ],
};
const leadsTo = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it('every figure leads to the list that it counts', async () => {
  answer('GET /admin/statistics', owner);
  renderScreen(<OverviewScreen />, { user, path: '/admin' });
  expect(await screen.findByRole('link', { name: '1 document waiting' })).toHaveAttribute('href', '/admin/performers?verification=pending');
  expect(await screen.findByRole('link', { name: '1 country blocked' })).toBeInTheDocument();
  expect([leadsTo('2 appeals waiting'), leadsTo('4 messages waiting'), leadsTo('1 job failed')]).toEqual([
    '/admin/appeals?status=open',
    '/admin/inbox?state=waiting',
    '/admin/jobs?state=failed',
  ]);
  expect(leadsTo(/sold, less refunds/)).toBe('/admin/transactions?tab=sales&from=2026-05-01&to=2026-05-02');
  expect(leadsTo('3 new accounts')).toBe('/admin/users?from=2026-05-01&to=2026-05-02');
  expect([leadsTo('Fan, active'), leadsTo('Videos, taken down'), leadsTo('Shows'), leadsTo('Shipping')]).toEqual([
    '/admin/users?role=user&status=active',
    '/admin/content/videos?state=hidden',
    '/admin/live?status=live',
    '/admin/orders?delivery=shipping',
  ]);
  expect(screen.getByRole('region', { name: 'Accounts' })).toHaveTextContent('Fan, active1,200');
  expect(screen.getByRole('region', { name: 'Stored files: 3 MB' })).toHaveTextContent('Feed photo3 (3 MB)');
});

it('a picture of days has a table beside it, with the days without anything', async () => {
  answer('GET /admin/statistics', owner);
  renderScreen(<OverviewScreen />, { user, path: '/admin' });
  await screen.findByText('New accounts, by day');
  const table = within(screen.getByRole('region', { name: 'New accounts, by day', hidden: true }));
  expect(table.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
    'Day (UTC)Accounts',
    'May 1, 20260',
    'May 2, 20263',
  ]);
});

it('days are chosen as a span or one by one, and stand in the address', async () => {
  const heard = answer('GET /admin/statistics', owner);
  const { navigations } = renderScreen(<OverviewScreen />, { user, path: '/admin?from=2026-05-01&to=2026-05-02' });
  await screen.findByRole('link', { name: '7 days' });
  expect(Object.fromEntries(heard[0]?.query ?? [])).toEqual({ fromDate: '2026-05-01', toDate: '2026-05-02' });
  expect([leadsTo('7 days'), leadsTo('30 days'), leadsTo('90 days')]).toEqual([
    '/admin?from=2026-05-24',
    '/admin',
    '/admin?from=2026-03-02',
  ]);
  await userEvent.clear(screen.getByLabelText('To'));
  expect(navigations()).toEqual(['/admin?from=2026-05-01']);
  expect(screen.getByLabelText('To')).toHaveValue('2026-05-02');
});

it('what she may not see is left out, and without the right for figures there are none', async () => {
  answer('GET /admin/statistics', nobody);
  const { unmount } = renderScreen(<OverviewScreen />, { user: operator({ rights: ['overview.read'] }), path: '/admin' });
  await screen.findByText('Nothing is counted for you');
  for (const name of ['Waiting for you', 'By day', 'The site now']) expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
  unmount();
  renderScreen(<OverviewScreen />, { user: operator({ rights: ['people.read'] }), path: '/admin' });
  expect(screen.getByText('Choose a section')).toBeInTheDocument();
});

it('days that the host refuses are explained, with a way back', async () => {
  refuse('GET /admin/statistics', 'invalid_request', { issues: [{ path: 'toDate', message: 'The last day is before the first.' }] });
  renderScreen(<OverviewScreen />, { user, path: '/admin?from=2026-05-02&to=2026-05-01' });
  expect(await screen.findByText('The last day is before the first.')).toBeInTheDocument();
  expect(leadsTo('Show the last 30 days')).toBe('/admin');
});

it('sales stand with their sums, narrowed by the same days', async () => {
  const read = answer('GET /admin/earnings/search', pageOf());
  const summed = answer('GET /admin/earnings/stats', { ...sums(50), byType: [], byDay: [] });
  renderScreen(<TransactionsScreen />, { user, path: '/admin/transactions?tab=sales&from=2026-05-01&to=2026-05-02&type=tip' });
  expect(await screen.findByText('No sale matches')).toBeInTheDocument();
  expect(await screen.findByText('50.00')).toBeInTheDocument();
  const narrowed = { fromDate: '2026-05-01', toDate: '2026-05-02', type: 'tip' };
  expect(Object.fromEntries(summed[0]?.query ?? [])).toEqual(narrowed);
  expect(Object.fromEntries(read[0]?.query ?? [])).toMatchObject(narrowed);
});
