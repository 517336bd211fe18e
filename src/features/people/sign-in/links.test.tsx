/** The screens behind the links of our emails. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ForgotScreen } from './forgot-screen';
import { ResetScreen } from './reset-screen';
import { RestoreEmailScreen } from './restore-email-screen';
import { UnsubscribeScreen } from './unsubscribe-screen';
import { VerifyEmailScreen } from './verify-email-screen';

startFakeHost();
beforeEach(() => localStorage.clear());

it('sends a link with the same message for every address, then enforces a wait', async () => {
  const requests = mockEndpoint('POST /auth/users/forgot', { sent: true });
  renderScreen(<ForgotScreen />);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText('Check your email')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send link' })).toBeDisabled();
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
});

it('sets a new password only when both entries match', async () => {
  const requests = mockEndpoint('POST /auth/password-reset', { updated: true });
  renderScreen(<ResetScreen />, { path: '/auth/reset?token=from-the-mail' });
  await userEvent.type(screen.getByLabelText('New password'), 'a better one 7');
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'another');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('The passwords don’t match. Enter them again.')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Confirm new password'));
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'a better one 7');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('heading', { name: 'Password set' })).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ token: 'from-the-mail', password: 'a better one 7' }]);
});

it('offers to request a new link when the old one was used', async () => {
  mockError('POST /auth/password-reset', 'link_invalid');
  renderScreen(<ResetScreen />, { path: '/auth/reset?token=used' });
  for (const label of ['New password', 'Confirm new password']) await userEvent.type(screen.getByLabelText(label), 'a better one 7');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/This link was already used/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/auth/forgot');
});

it('restores an account with a new password, and links to support when the link is invalid', async () => {
  const requests = mockEndpoint('POST /auth/email-restore', { restored: true });
  const fill = async () => {
    for (const label of ['New password', 'Confirm new password']) await userEvent.type(screen.getByLabelText(label), 'a better one 7');
    await userEvent.click(screen.getByRole('button', { name: 'Restore account' }));
  };
  const { unmount } = renderScreen(<RestoreEmailScreen />, { path: '/auth/restore-email?token=from-the-mail' });
  await fill();
  expect(await screen.findByRole('heading', { name: 'Account restored' })).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ token: 'from-the-mail', password: 'a better one 7' }]);
  unmount();
  mockError('POST /auth/email-restore', 'link_invalid');
  renderScreen(<RestoreEmailScreen />, { path: '/auth/restore-email?token=used' });
  await fill();
  expect(await screen.findByText(/This link was already used/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
});

it('confirms an address on request, and not when the link is opened', async () => {
  const requests = mockEndpoint('POST /auth/email-verification/confirm', { isEmailVerified: true });
  renderScreen(<VerifyEmailScreen />, { path: '/auth/verify-email?token=from-the-mail' });
  expect(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/auth/login');
  expect(requests).toHaveLength(1);
});

it.each([
  ['a new link when it has expired', 'link_invalid', undefined, 'Address not confirmed'],
  ['nothing else when the address is confirmed', 'link_invalid', fan({ isEmailVerified: true, pendingEmail: null }), 'Already confirmed'],
] as const)('offers %s', async (_what, code, user, heading) => {
  mockError('POST /auth/email-verification/confirm', code);
  renderScreen(<VerifyEmailScreen />, { ...(user && { user }), path: '/auth/verify-email?token=used' });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
});

it('allows another try when the API is unavailable', async () => {
  mockError('POST /auth/email-verification/confirm', 'service_unavailable');
  renderScreen(<VerifyEmailScreen />, { path: '/auth/verify-email?token=from-the-mail' });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm address' })).toBeEnabled();
});

it('shows the unconfirmed address masked and sends the email again', async () => {
  const requests = mockEndpoint('POST /auth/email-verification', { sent: true });
  renderScreen(<VerifyEmailScreen />, { user: fan({ email: 'finn@example.com', isEmailVerified: false }), path: '/auth/verify-email' });
  expect(screen.getByText('f•••@example.com')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ email: 'finn@example.com' }]));
});

it.each([
  ['a fan to the email field', fan(), '/user/account?section=profile&field=email'],
  ['a performer to the email field', performer(), '/creator/account?section=profile&field=email'],
  ['a guest back to the registration', undefined, '/auth/register?next=%2Fcontact'],
])('sends %s to change the address', (_who, user, href) => {
  renderScreen(<VerifyEmailScreen />, { ...(user ? { user } : {}), path: '/auth/verify-email?next=%2Fcontact' });
  expect(screen.getByRole('link', { name: 'Change address' })).toHaveAttribute('href', href);
});

it('unsubscribes on request, and not when the link is opened', async () => {
  const requests = mockEndpoint('POST /notifications/unsubscribe', { unsubscribed: true });
  renderScreen(<UnsubscribeScreen />, { path: '/auth/unsubscribe?token=from-the-mail' });
  expect(screen.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { name: 'You’re unsubscribed from these emails' })).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ token: 'from-the-mail' }]);
  expect(screen.getByRole('link', { name: 'See your notifications' })).toHaveAttribute('href', '/notifications');
});

it('explains what to do when an unsubscribe link is broken', async () => {
  mockError('POST /notifications/unsubscribe', 'unsubscribe_link_invalid');
  renderScreen(<UnsubscribeScreen />, { path: '/auth/unsubscribe' });
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText(/This link is incomplete/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeEnabled();
});
