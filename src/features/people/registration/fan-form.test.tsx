/** Registering as a fan. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { RegisterScreen } from './register-screen';

startFakeHost();
beforeEach(() => {
  localStorage.clear();
  mockEndpoint('POST /settings/keys', { userBenefit: 'For fans.', performerBenefit: 'For performers.' });
  mockEndpoint('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
});

async function fill(): Promise<void> {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Finn');
  await user.type(screen.getByLabelText('Username'), 'finn');
  await user.type(screen.getByLabelText('Email'), 'finn@example.com');
  await user.type(screen.getByLabelText('Password'), 'a fine password 7');
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Sign up as a fan' }));

it('registers once however often the button is pressed, signs in and returns to the previous page', async () => {
  const requests = mockEndpoint('POST /auth/users/register', {
    registered: true,
    emailVerification: { required: false, sent: true },
    token: 'new',
    expiresAt: null,
  });
  mockEndpoint('GET /users/me', fan());
  const { navigations } = renderScreen(<RegisterScreen />, { path: '/auth/register?next=%2Fcontact' });
  await fill();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Sign up as a fan' }));
  await waitFor(() => expect(navigations()).toEqual(['/contact']));
  expect(requests.map(({ body }) => body)).toEqual([
    { name: 'Finn', username: 'finn', email: 'finn@example.com', password: 'a fine password 7' },
  ]);
});

it('asks to check the inbox where email addresses must be confirmed', async () => {
  mockEndpoint('POST /auth/users/register', {
    registered: true,
    emailVerification: { required: true, sent: true },
    token: null,
    expiresAt: null,
  });
  const { navigations } = renderScreen(<RegisterScreen />, { path: '/auth/register?next=%2Fcontact' });
  await fill();
  await send();
  await waitFor(() => expect(navigations()).toEqual(['/auth/verify-email?next=%2Fcontact']));
});

it.each([
  ['username_taken', 'Username', 'This username is taken. Choose another.'],
  ['username_reserved', 'Username', 'This username is reserved. Choose another.'],
  ['email_taken', 'Email', 'This email already has an account. Log in or reset your password.'],
  ['password_too_common', 'Password', 'This password is too common. Choose a different one.'],
] as const)('shows %s at its field, focused, with all values kept', async (code, label, message) => {
  mockError('POST /auth/users/register', code);
  renderScreen(<RegisterScreen />);
  await fill();
  await send();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(screen.getByLabelText(label)).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveValue('a fine password 7');
});

it("shows the API's issues at the fields that they name", async () => {
  mockError('POST /auth/users/register', 'invalid_request', { issues: [{ path: 'email', message: 'No such domain.' }] });
  renderScreen(<RegisterScreen />);
  await fill();
  await send();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('No such domain.'));
});

it('shows while typing that a name is taken, and accepts a suggestion', async () => {
  mockEndpoint('GET /auth/username', ({ query }) =>
    query.get('username') === 'finn'
      ? { isAvailable: false, reason: 'username_taken', proposals: ['finn1', 'finn.a', 'finn-7'] }
      : { isAvailable: true, reason: null, proposals: [] },
  );
  renderScreen(<RegisterScreen />);
  await userEvent.type(screen.getByLabelText('Username'), 'finn');
  expect(await screen.findByText('finn is taken.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'finn.a' }));
  expect(screen.getByLabelText('Username')).toHaveValue('finn.a');
  expect(await screen.findByText('finn.a is available')).toBeVisible();
});

it('keeps what was typed after a reload, but never the password', async () => {
  const { unmount } = renderScreen(<RegisterScreen />);
  await fill();
  unmount();
  expect(JSON.stringify(localStorage)).not.toContain('a fine password 7');
  renderScreen(<RegisterScreen />);
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('finn@example.com'));
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it('shows the captcha where the site requires one, and sends its token', async () => {
  const solve: ((token: string) => void)[] = [];
  window.grecaptcha = { ready: (then) => then(), render: (_place, { callback }) => solve.push(callback), reset: () => undefined };
  const requests = mockError('POST /auth/users/register', 'username_taken');
  renderScreen(<RegisterScreen />, { settings: { recaptchaEnabled: true, recaptchaSiteKey: 'site-key' } });
  await fill();
  await waitFor(() => expect(solve).toHaveLength(1));
  await send();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(requests).toEqual([]);
  act(() => solve[0]?.('the-proof'));
  await send();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ recaptchaToken: 'the-proof' });
  // A captcha token is valid once: the widget is rendered again.
  await waitFor(() => expect(solve).toHaveLength(2));
  delete window.grecaptcha;
});
