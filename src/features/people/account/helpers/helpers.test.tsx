/** Delegates: invitations, errors, and the list of delegates. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { DelegatesSection } from './helpers-section';

startFakeHost();
const at = '2026-03-04T05:06:07.000Z';
const id = '0198a000-0000-7000-8000-000000000001';
const { _id, username, name, avatar, isPerformer } = fan({ name: 'Ben' });
const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
const invited: ResponseOf<'POST /performer/helpers'> = {
  _id: id,
  person: null,
  email: 'ben@example.com',
  rights: ['content'],
  invitedAt: at,
  expiresAt: at,
  acceptedAt: null,
  lastActedAt: null,
};
const delegate = { ...invited, person, expiresAt: null, acceptedAt: at };
const noActions = { data: [], total: 0, nextCursor: null };

it('invites a delegate with the selected rights, after reauthentication where the API requires it', async () => {
  mockEndpoint('GET /performer/helpers', []);
  mockEndpoint('GET /performer/helpers/acts', noActions);
  renderScreen(<DelegatesSection />, { user: performer() });
  expect(await screen.findByText('No managers yet')).toBeInTheDocument();
  expect(screen.getByText('Earnings, payouts and subscription prices')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Invite manager' }));
  await userEvent.type(screen.getByLabelText('Email address'), 'ben@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Choose at least 1 permission.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Content/ }));
  mockError('POST /performer/helpers', 'already_so');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('This is already done.')).toBeInTheDocument();
  mockError('POST /performer/helpers', 'reauthentication_required');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
  const sent = mockEndpoint('POST /performer/helpers', invited);
  mockEndpoint('POST /auth/reauthenticate', { until: at });
  mockEndpoint('GET /performer/helpers', [invited]);
  await userEvent.type(within(dialog).getByLabelText('Password'), 'correct horse battery');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(await screen.findByRole('list', { name: 'Managers' })).findByText('ben@example.com')).toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({ email: 'ben@example.com', rights: ['content'] });
});

it('asks before removing a delegate, and lists the actions of delegates', async () => {
  mockEndpoint('GET /performer/helpers', [delegate]);
  mockEndpoint('GET /performer/helpers/acts', {
    data: [{ _id: id, by: person, did: 'Publish a post.', about: { title: 'Post “Friday”', link: '/post/1' }, createdAt: at }],
    total: 1,
    nextCursor: null,
  });
  mockError('DELETE /performer/helpers/:id', 'helper_not_found');
  renderScreen(<DelegatesSection />, { user: performer() });
  expect(within(await screen.findByRole('list', { name: 'Manager activity' })).getByText(/Publish a post/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Post “Friday”' })).toHaveAttribute('href', '/post/1');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove manager' }));
  expect(await within(dialog).findByText('This manager access has ended or was never granted.')).toBeInTheDocument();
});

it('shows a loading error, and retries', async () => {
  mockError('GET /performer/helpers', 'internal_error');
  mockError('GET /performer/helpers/acts', 'internal_error');
  renderScreen(<DelegatesSection />, { user: performer() });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
  const again = screen.getAllByRole('button', { name: 'Try again' });
  mockEndpoint('GET /performer/helpers', [delegate]);
  for (const button of again) await userEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Edit permissions of Ben' })).toBeInTheDocument();
});
