/** The screens behind the links of our mails. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ForgotScreen } from './forgot-screen';
import { ResetScreen } from './reset-screen';
import { RestoreEmailScreen } from './restore-email-screen';
import { UnsubscribeScreen } from './unsubscribe-screen';
import { VerifyEmailScreen } from './verify-email-screen';

startTestHost();
beforeEach(() => localStorage.clear());

it('sends a link and says the same for every address, then makes the person wait', async () => {
  const heard = answer('POST /auth/users/forgot', { sent: true });
  renderScreen(<ForgotScreen />);
  await userEvent.type(screen.getByLabelText('E-mail'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText('Look in your mail')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send link' })).toBeDisabled();
  expect(heard.map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
});

it('sets a new password only when both are the same', async () => {
  const heard = answer('POST /auth/password-reset', { updated: true });
  renderScreen(<ResetScreen />, { path: '/auth/reset?token=from-the-mail' });
  await userEvent.type(screen.getByLabelText('New password'), 'a better one 7');
  await userEvent.type(screen.getByLabelText('New password again'), 'another');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('The two passwords differ.')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('New password again'));
  await userEvent.type(screen.getByLabelText('New password again'), 'a better one 7');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('heading', { name: 'Password set' })).toBeVisible();
  expect(heard.map(({ body }) => body)).toEqual([{ token: 'from-the-mail', password: 'a better one 7' }]);
});

it('leads to a new link where the old one was used', async () => {
  refuse('POST /auth/password-reset', 'link_invalid');
  renderScreen(<ResetScreen />, { path: '/auth/reset?token=used' });
  for (const label of ['New password', 'New password again']) await userEvent.type(screen.getByLabelText(label), 'a better one 7');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/This link was used before/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/auth/forgot');
});

it('takes an account back with a new password, and leads to people where the link does not', async () => {
  const heard = answer('POST /auth/email-restore', { restored: true });
  const fill = async () => {
    for (const label of ['New password', 'New password again']) await userEvent.type(screen.getByLabelText(label), 'a better one 7');
    await userEvent.click(screen.getByRole('button', { name: 'Take account back' }));
  };
  const { unmount } = renderScreen(<RestoreEmailScreen />, { path: '/auth/restore-email?token=from-the-mail' });
  await fill();
  expect(await screen.findByRole('heading', { name: 'Your account is yours again' })).toBeVisible();
  expect(heard.map(({ body }) => body)).toEqual([{ token: 'from-the-mail', password: 'a better one 7' }]);
  unmount();
  refuse('POST /auth/email-restore', 'link_invalid');
  renderScreen(<RestoreEmailScreen />, { path: '/auth/restore-email?token=used' });
  await fill();
  expect(await screen.findByText(/This link was used before/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

it('confirms an address once and leads on', async () => {
  const heard = answer('POST /auth/email-verification/confirm', { isEmailVerified: true });
  renderScreen(<VerifyEmailScreen />, { path: '/auth/verify-email?token=from-the-mail' });
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/auth/login');
  expect(heard).toHaveLength(1);
});

it('shows the awaited address masked and sends the mail again to it', async () => {
  const heard = answer('POST /auth/email-verification', { sent: true });
  renderScreen(<VerifyEmailScreen />, { user: fan({ email: 'finn@example.com', isEmailVerified: false }), path: '/auth/verify-email' });
  expect(screen.getByText('f•••@example.com')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ email: 'finn@example.com' }]));
});

it.each([
  ['a fan to the field of her address', fan(), '/user/account?section=profile&field=email'],
  ['a performer to the field of hers', performer(), '/creator/account?section=profile&field=email'],
  ['who is not signed in back to the registration', undefined, '/auth/register?next=%2Fcontact'],
])('leads %s to change the address', (_who, user, href) => {
  renderScreen(<VerifyEmailScreen />, { ...(user ? { user } : {}), path: '/auth/verify-email?next=%2Fcontact' });
  expect(screen.getByRole('link', { name: 'Change address' })).toHaveAttribute('href', href);
});

it('ends mails when asked to, and not by being opened', async () => {
  const heard = answer('POST /notifications/unsubscribe', { unsubscribed: true });
  renderScreen(<UnsubscribeScreen />, { path: '/auth/unsubscribe?token=from-the-mail' });
  expect(screen.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  expect(heard).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  expect(heard.map(({ body }) => body)).toEqual([{ token: 'from-the-mail' }]);
  expect(screen.getByRole('link', { name: 'See your notifications' })).toHaveAttribute('href', '/notifications');
});

it('says what to do where the link of such a mail is broken', async () => {
  refuse('POST /notifications/unsubscribe', 'unsubscribe_link_invalid');
  renderScreen(<UnsubscribeScreen />, { path: '/auth/unsubscribe' });
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText(/This link is not complete/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeEnabled();
});
