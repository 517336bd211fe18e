/** Reporting: the reason, blocking, and what happens next; and reading and appealing a decision about the user. */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import type { ResponseOf } from '@web/services/call';
import { reportDialogOpened } from '@web/session/store/dialogs.slice';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { post } from '../../../../tests/kit/fixtures/content';
import { singlePage, subscription } from '../../../../tests/kit/fixtures/payments';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { useDialogs } from '@web/session/store/hooks';
import { DecisionScreen } from './decision-screen';
import { ReportDialog } from './report-dialog';
import { SuspensionScreen } from './suspension-screen';

startFakeHost();

const { _id: id, performer } = post();
const subject = { target: 'feed', id, title: 'Report this post', person: performer } as const;
const report: ResponseOf<'POST /reports'> = {
  _id: id,
  target: 'feed',
  targetId: id,
  reason: 'spam',
  description: '',
  reporter: null,
  performer: null,
  status: 'open',
  action: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
};

function Host() {
  const { report: reportDialog } = useDialogs();
  return reportDialog === null ? null : <ReportDialog subject={reportDialog} />;
}

function open() {
  const shown = renderScreen(<Host />, { user: fan() });
  act(() => void shown.store.dispatch(reportDialogOpened(subject)));
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('a report requires a reason, is sent once with the text, and shows what happens next', async () => {
  const sent = mockEndpoint('POST /reports', report);
  open();
  await press('Send report');
  expect(screen.getByText('Choose a reason.')).toBeInTheDocument();
  expect(sent).toHaveLength(0);
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Spam or fraud');
  await userEvent.type(screen.getByLabelText(/Details/), 'Look at the link');
  await press('Send report');
  expect(await screen.findByText('Thanks for your report')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ target: 'feed', targetId: id, reason: 'spam', description: 'Look at the link' }]);
  await press('Done');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a report can also block the person, and shows when only the report succeeded', async () => {
  mockEndpoint('POST /reports', report);
  mockError('POST /block/users', 'too_many_requests');
  mockEndpoint('GET /subscriptions/user/search', singlePage());
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'Hate');
  await userEvent.click(screen.getByLabelText(`Also block ${performer.name}`));
  await press('Send report');
  expect(await screen.findByText(/We couldn’t block .+\. Try again from the menu/)).toBeInTheDocument();
});

it('a report that blocks a performer can also cancel the subscription', async () => {
  mockEndpoint('POST /reports', report);
  mockEndpoint('POST /block/users', { _id: id, target: performer, reason: null, createdAt: report.createdAt } as never);
  mockEndpoint('GET /subscriptions/user/search', singlePage(subscription()));
  const cancelRequests = mockEndpoint(
    'POST /payment/:gateway/cancel-subscription/:id',
    subscription({ status: 'cancelled', isRenewing: false }),
  );
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'Hate');
  expect(screen.queryByLabelText('Also cancel the subscription')).toBeNull();
  await userEvent.click(screen.getByLabelText(`Also block ${performer.name}`));
  await userEvent.click(await screen.findByLabelText('Also cancel the subscription'));
  await press('Send report');
  expect(await screen.findByText(`Your subscription to ${performer.name} is canceled.`)).toBeInTheDocument();
  expect(cancelRequests).toHaveLength(1);
});

it('a second report of the same content shows that it was already reported', async () => {
  mockError('POST /reports', 'already_reported');
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'Hate');
  await press('Send report');
  expect(await screen.findByText(errors.already_reported[1])).toBeInTheDocument();
});

it('a decision shows its reason, and no appeal form when it cannot be appealed', async () => {
  mockEndpoint('GET /decisions/:id', {
    _id: id,
    target: 'feed',
    targetId: id,
    action: 'hide',
    title: 'Good morning',
    reason: 'Against the rules',
    createdAt: '2026-05-01T10:00:00.000Z',
    endedAt: null,
    appeal: null,
    canBeAppealed: false,
  });
  renderScreen(<DecisionScreen />, { user: fan(), path: `/decisions/${id}`, query: { id } });
  expect(await screen.findByRole('heading', { name: 'Your post was hidden' })).toBeInTheDocument();
  expect(screen.getByText('Against the rules')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull();
});

it('a decision can be appealed once, with a minimum length, and then shows the state of the appeal', async () => {
  const decision = {
    _id: id,
    target: 'feed' as const,
    targetId: id,
    action: 'hide' as const,
    title: 'Good morning',
    reason: 'Against the rules',
    createdAt: '2026-05-01T10:00:00.000Z',
    endedAt: null,
    appeal: null,
    canBeAppealed: true,
  };
  mockEndpoint('GET /decisions/:id', decision);
  renderScreen(<DecisionScreen />, { user: fan(), path: `/decisions/${id}`, query: { id } });
  const field = await screen.findByLabelText('Reason for your appeal');
  await userEvent.type(field, 'Too short');
  await press('Send appeal');
  expect(await screen.findByText(/Write at least 20 characters/)).toBeInTheDocument();
  const text = 'This is my own work, and nobody else is on it.';
  await userEvent.clear(field);
  await userEvent.type(field, text);
  const appealed = {
    ...decision,
    appeal: { text, status: 'open' as const, note: '', createdAt: '2026-05-02T10:00:00.000Z' },
    canBeAppealed: false,
  };
  const requests = mockEndpoint('POST /appeals', appealed);
  mockEndpoint('GET /decisions/:id', appealed);
  await press('Send appeal');
  expect(await screen.findByText('Your appeal is under review')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({ decisionId: id, text });
  expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull();
});

describe('a suspended user', () => {
  const decision = {
    _id: id,
    target: 'account' as const,
    targetId: id,
    action: 'suspend' as const,
    title: 'Finn',
    reason: 'Spam in messages',
    createdAt: '2026-05-01T10:00:00.000Z',
    endedAt: null,
    appeal: null,
    canBeAppealed: true,
  };
  const show = (query: Record<string, string>) => renderScreen(<SuspensionScreen />, { path: '/auth/appeal', query });

  it('reads the reason and appeals with the token of the link', async () => {
    const text = 'Somebody else was in my account.';
    const read = mockEndpoint('POST /appeals/suspension/read', decision);
    show({ token: 'a.1.b' });
    expect(await screen.findByText('Spam in messages')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Reason for your appeal'), text);
    const appealed = {
      ...decision,
      appeal: { text, status: 'open' as const, note: '', createdAt: '2026-05-02T10:00:00.000Z' },
      canBeAppealed: false,
    };
    const requests = mockEndpoint('POST /appeals/suspension', appealed);
    mockEndpoint('POST /appeals/suspension/read', appealed);
    await press('Send appeal');
    expect(await screen.findByText('Your appeal is under review')).toBeInTheDocument();
    expect([read[0]?.body, requests[0]?.body]).toEqual([{ token: 'a.1.b' }, { token: 'a.1.b', text }]);
  });

  it('requests a new link after it has expired, with the same message for every email address', async () => {
    mockError('POST /appeals/suspension/read', 'link_invalid');
    const requests = mockEndpoint('POST /appeals/suspension/link', { sent: true });
    show({ token: 'old' });
    expect(await screen.findByText(errors.link_invalid[1])).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Account email'), 'finn@example.com');
    await press('Send link');
    expect(await screen.findByText(/is suspended, we’ve sent you a link/)).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ email: 'finn@example.com' });
    expect(screen.getByRole('button', { name: 'Send link' })).toBeDisabled();
  });
});
