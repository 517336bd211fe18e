/** Reports in the console: the queue, the snapshot, and a decision that is made once. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { storedFile } from '../../../../tests/kit/fixtures/stored-files';
import { ReportScreen } from './report-page';
import { ReportsScreen } from './reports-table';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type Report = ResponseOf<'GET /admin/reports/:id'>;
const at = '2026-05-01T10:00:00.000Z';
const id = '0198c0de-0000-7000-8000-0000000a0001';
const person = (account: { _id: string; name: string; username: string | null; avatar: string }, isPerformer: boolean) => ({
  _id: account._id,
  name: account.name,
  username: account.username,
  avatar: account.avatar,
  isPerformer,
  isVerified: false,
  isOnline: false,
});

const report = (changes: Partial<Report> = {}): Report => ({
  _id: id,
  target: 'feed',
  targetId: id,
  reason: 'minor_safety',
  description: 'Please look',
  title: 'Good morning',
  source: 'member' as const,
  reporter: person(fan(), false),
  performer: null,
  owner: person(performer(), true),
  status: 'open',
  action: null,
  takenBy: null,
  takenAt: null,
  decidedBy: null,
  decidedAt: null,
  note: '',
  createdAt: at,
  updatedAt: at,
  actions: ['none', 'hide', 'warn', 'suspend'],
  evidence: {
    title: 'Good morning',
    text: 'All of the words',
    facts: [{ label: 'Tags', value: 'ink' }],
    lines: [{ author: 'mia', text: 'Hello', at }],
    files: [storedFile()],
    link: '/post/1',
  },
  history: {
    owner: {
      reports: 3,
      upheld: 1,
      decisions: [
        {
          _id: id,
          target: 'feed',
          targetId: id,
          action: 'warn',
          title: 'Old',
          reason: 'Spam',
          createdAt: at,
          endedAt: at,
          appeal: null,
          canBeAppealed: false,
        },
      ],
    },
    reporter: { reports: 2, upheld: 2 },
  },
  ...changes,
});
const open = () => renderScreen(<ReportScreen />, { user: operator(), path: `/admin/reports/${id}`, query: { id } });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('lists reports with their assigned operator, and offers a retry', async () => {
  mockNetworkError('GET /admin/reports/search');
  renderScreen(<ReportsScreen />, { user: operator(), path: '/admin/reports?status=open' });
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  const requests = mockEndpoint(
    'GET /admin/reports/search',
    singlePage(report(), report({ _id: fan()._id, takenBy: person(operator(), false) })),
  );
  await userEvent.click(retryButton);
  expect(await screen.findByRole('table', { name: 'Reports' })).toHaveTextContent('Pending');
  expect(screen.getByText(`Assigned to ${operator().name}`)).toBeVisible();
  expect(requests[0]?.query.get('status')).toBe('open');
});

it('shows that the word filter, not a person, created the report', async () => {
  const flagged = { source: 'words' as const, reporter: null, reason: 'other' as const, description: '' };
  mockEndpoint('GET /admin/reports/:id', report(flagged));
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Flagged by the word filter' })).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'Reported by' })).getByText(/^Flagged automatically/)).toBeVisible();
  expect(screen.getByRole('list', { name: 'Added since then' })).toHaveTextContent('Hello');
  expect(screen.queryByText('Reporter’s description')).toBeNull();
});

it('shows the snapshot, both parties and previous decisions', async () => {
  mockEndpoint('GET /admin/reports/:id', report());
  open();
  expect(await screen.findByText('All of the words')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Chat' })).getByText(/Hello/)).toBeVisible();
  expect(screen.getByText('Reported 3 times, 1 upheld')).toBeVisible();
  expect(screen.getByText('Sent 2 reports, 2 upheld')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Earlier decisions' })).getByText(/, reversed/)).toBeVisible();
});

it('takes content down with a reason, and reports that a colleague has already decided', async () => {
  mockEndpoint('GET /admin/reports/:id', report());
  mockError('POST /admin/reports/:id/resolve', 'report_resolved');
  open();
  await press('Take down');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Message to the person affected'), 'Against the rules');
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await dialog.findByText(/already been decided/)).toBeVisible();
  const sent = mockEndpoint('POST /admin/reports/:id/resolve', report({ status: 'resolved', action: 'hide' }));
  mockEndpoint(
    'GET /admin/reports/:id',
    report({ status: 'resolved', action: 'hide', decidedBy: person(operator(), false), decidedAt: at }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await screen.findByText(/decided this/)).toBeVisible();
  expect(sent[0]?.body).toEqual({ action: 'hide', note: 'Against the rules' });
  expect(screen.queryByRole('button', { name: 'Suspend' })).not.toBeInTheDocument();
});

it('shows that a colleague is assigned, and offers only decisions that apply', async () => {
  mockEndpoint(
    'GET /admin/reports/:id',
    report({ target: 'user', actions: ['none', 'warn', 'suspend'], takenBy: person(fan(), false), takenAt: at }),
  );
  open();
  expect(await screen.findByRole('button', { name: 'Take over' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take down' })).not.toBeInTheDocument();
  const requests = mockEndpoint('POST /admin/reports/:id/take', report());
  await press('Take over');
  expect(requests[0]?.body).toEqual({ isTaken: true });
});
