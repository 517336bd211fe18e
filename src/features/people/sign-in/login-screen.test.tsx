/** Messages of the login screen. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { sessionEnded } from '@web/session/store/auth.slice';
import { act } from 'react';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, server, fakeHostUrl, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { LoginScreen } from './login-screen';
import { pendingAttempt } from './social';

startFakeHost();
beforeEach(() => {
  mockEndpoint('POST /settings/keys', { loginImage: '' });
});
const noSocialLogin = { googleLoginEnabled: false, twitterLoginEnabled: false };

async function logIn(login = 'finn', password = 'open sesame'): Promise<void> {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username or email'), login);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

it('signs in by username, remembers the session, and returns to the previous page', async () => {
  const requests = mockEndpoint('POST /auth/login', { token: 'fresh-token', expiresAt: '2027-01-01T00:00:00.000Z' });
  mockEndpoint('GET /users/me', fan());
  const { navigations } = renderScreen(<LoginScreen />, { path: '/auth/login?next=%2Fhome%3Ftype%3Dphoto', settings: noSocialLogin });
  await userEvent.click(screen.getByLabelText('Remember me'));
  await logIn();
  await waitFor(() => expect(navigations()).toEqual(['/home?type=photo']));
  expect(requests.map(({ body }) => body)).toEqual([{ username: 'finn', password: 'open sesame', remember: true }]);
});

it('treats a login with an at sign as an email address', async () => {
  const requests = mockError('POST /auth/login', 'invalid_credentials');
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn('finn@example.com');
  await screen.findByText('Incorrect credentials!');
  expect(requests[0]?.body).toMatchObject({ email: 'finn@example.com' });
});

it("shows the API's message for a wrong password, and keeps the name", async () => {
  mockError('POST /auth/login', 'invalid_credentials');
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect credentials!');
  expect(screen.getByLabelText('Username or email')).toHaveValue('finn');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

it('shows a fixed message when the API cannot be reached', async () => {
  server.use(http.post(`${fakeHostUrl}/auth/login`, () => HttpResponse.error()));
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn();
  expect(await screen.findByText('Incorrect credentials!')).toBeVisible();
});

it('asks for missing fields before anything is sent', async () => {
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Enter your username or email address.')).toBeVisible();
  expect(screen.getByLabelText('Username or email')).toHaveFocus();
});

it('counts down after too many attempts and is enabled at the end', async () => {
  let isLimitOver = false;
  const tooManyRequests = { statusCode: 429, error: 'too_many_requests', message: 'Too many attempts.', requestId: 'r' };
  server.use(
    http.post(`${fakeHostUrl}/auth/login`, () => {
      if (isLimitOver)
        return HttpResponse.json(
          { statusCode: 422, error: 'invalid_credentials', message: 'Incorrect credentials!', requestId: 'r' },
          { status: 422 },
        );
      isLimitOver = true;
      return HttpResponse.json(tooManyRequests, { status: 429, headers: { 'retry-after': '1' } });
    }),
  );
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn();
  expect(await screen.findByRole('timer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled());
  expect(screen.getByText('You can try again now.')).toBeVisible();
});

it('offers to resend the confirmation email to an unconfirmed address', async () => {
  mockError('POST /auth/login', 'email_not_verified');
  const requests = mockEndpoint('POST /auth/email-verification', { sent: true });
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn('finn@example.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(/We’ve sent the email again\. Check your spam folder too/)).toBeVisible();
  expect(requests[0]?.body).toEqual({ email: 'finn@example.com' });
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDisabled();
});

it('shows the reason of a suspension, and an appeal link that needs no login', async () => {
  mockError('POST /auth/login', 'account_suspended', {
    message: 'This account is suspended. Reason: spam in comments.',
    appealToken: 'a.1.b',
  });
  renderScreen(<LoginScreen />, { settings: noSocialLogin });
  await logIn();
  expect(await screen.findByText('Reason: spam in comments.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Appeal' })).toHaveAttribute('href', '/auth/appeal?token=a.1.b');
});

it('explains why the user is here when the session ended on another page', () => {
  const { store } = renderScreen(<LoginScreen />, { settings: noSocialLogin });
  act(() => void store.dispatch(sessionEnded()));
  expect(screen.getByRole('alert')).toHaveTextContent('Forbidden in the action!');
});

it('tells a fan that a page is for performers, with two ways to continue', async () => {
  mockEndpoint('POST /auth/logout', { ended: true });
  const { navigations } = renderScreen(<LoginScreen />, {
    user: fan(),
    path: '/auth/login?next=%2Fcreator%2Faccount&for=performers',
    settings: noSocialLogin,
  });
  expect(screen.getByRole('heading', { name: 'This page is for creators' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
  await userEvent.click(screen.getByRole('button', { name: 'Switch account' }));
  await waitFor(() => expect(navigations()).toEqual(['/auth/login?next=%2Fcreator%2Faccount']));
});

it('applies Remember me to the social sign-ins', async () => {
  mockEndpoint('POST /auth/google/start', { url: '#the-other-site' });
  renderScreen(<LoginScreen />, {
    path: '/auth/login?next=%2Fcontact',
    settings: { googleLoginEnabled: true, twitterLoginEnabled: false },
  });
  await userEvent.click(screen.getByLabelText('Remember me'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(window.location.hash).toBe('#the-other-site'));
  expect(pendingAttempt()).toEqual({ role: 'user', remember: true, next: '/contact' });
});

it('shows social sign-ins only where they are enabled', () => {
  const { unmount } = renderScreen(<LoginScreen />, { settings: noSocialLogin });
  expect(screen.queryByRole('button', { name: /Google|Twitter/ })).toBeNull();
  unmount();
  renderScreen(<LoginScreen />, { settings: { googleLoginEnabled: true, twitterLoginEnabled: true } });
  expect(screen.getAllByRole('button', { name: /Google|Twitter/ })).toHaveLength(2);
});
