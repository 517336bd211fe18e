/** The team: operators are invited with rights, removed after a confirmation, and see only their sections. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { fan, operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { JobsScreen } from '../operations/jobs-screen';
import { JoinScreen } from './join-screen';
import { OperatorsScreen } from './operators-screen';

startFakeHost();
const at = '2026-03-04T05:06:07.000Z';
const id = '0198a000-0000-7000-8000-000000000001';
const invitation: ResponseOf<'POST /admin/team'> = {
  _id: id,
  email: 'moira@example.com',
  bundle: 'moderator',
  rights: [],
  invitedBy: null,
  expiresAt: at,
};
const member: ResponseOf<'PUT /admin/team/:id'> = {
  _id: id,
  person: {
    _id: id,
    username: 'moira',
    name: 'Moira',
    avatar: '/images/avatar.svg',
    isPerformer: false,
    isVerified: false,
    isOnline: false,
  },
  email: 'moira@example.com',
  bundle: null,
  rights: ['reports.decide'],
  lastSeenAt: null,
};

it('an operator is invited by email address, and an error appears at the address', async () => {
  mockEndpoint('GET /admin/team', { members: [member], invitations: [] });
  renderScreen(<OperatorsScreen />, { user: operator() });
  expect(await screen.findByText('Decide on reports')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  mockError('POST /admin/team', 'already_so');
  await userEvent.type(screen.getByLabelText('Email address'), 'moira@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /^Moderator/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('This is already done.')).toBeInTheDocument();
  mockEndpoint('POST /admin/team', invitation);
  mockEndpoint('GET /admin/team', { members: [member], invitations: [invitation] });
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await within(await screen.findByRole('list', { name: 'Invitations' })).findByText('moira@example.com')).toBeInTheDocument();
});

it('a member is removed after a confirmation, which shows an error if it fails', async () => {
  mockEndpoint('GET /admin/team', { members: [member], invitations: [] });
  mockError('DELETE /admin/team/:id', 'last_operator');
  renderScreen(<OperatorsScreen />, { user: operator() });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Moira' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove from team' }));
  expect(await within(dialog).findByText('The site needs at least 1 active owner.')).toBeInTheDocument();
});

it('the console shows only the sections that the operator has rights for, and explains missing access elsewhere', async () => {
  mockError('GET /admin/jobs/search', 'right_missing');
  renderScreen(<JobsScreen />, { user: operator({ rights: ['reports.decide', 'people.read'] }), path: '/admin/jobs' });
  expect(await screen.findByText('You don’t have permission for this')).toBeInTheDocument();
  expect(screen.getByText(/View background jobs and retry failed jobs/)).toBeInTheDocument();
  const sections = within(screen.getByRole('navigation', { name: 'Console' }));
  expect(sections.getByRole('link', { name: 'Users' })).toBeInTheDocument();
  expect(sections.queryByRole('link', { name: 'Settings' })).toBeNull();
});

it('offers the console once the session knows that the user is an operator', async () => {
  let resolveAccount: (account: ResponseOf<'GET /users/me'>) => void = () => undefined;
  const account = new Promise<ResponseOf<'GET /users/me'>>((resolve) => {
    resolveAccount = resolve;
  });
  mockEndpoint('POST /team/accept', { accepted: true });
  const requests = mockEndpoint('GET /users/me', () => account);
  const { store } = renderScreen(<JoinScreen />, { user: fan(), path: '/team?token=abc' });
  await userEvent.click(screen.getByRole('button', { name: 'Join the team' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
  resolveAccount({ ...operator(), _id: fan()._id });
  expect(await screen.findByRole('link', { name: 'Open the console' })).toHaveAttribute('href', '/admin');
  expect(store.getState().user.current?.role).toBe('operator');
});
