/** What people are told when they sign in. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { sessionEnded } from '@web/session/store/auth.slice';
import { act } from 'react';
import { fan } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, server, testHost, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { LoginScreen } from './login-screen';
import { tripUnderWay } from './social';

startTestHost();
beforeEach(() => {
  answer('POST /settings/keys', { loginImage: '' });
});
const plain = { googleLoginEnabled: false, twitterLoginEnabled: false };

async function logIn(login = 'finn', password = 'open sesame'): Promise<void> {
  const hands = userEvent.setup();
  await hands.type(screen.getByLabelText('Username or e-mail'), login);
  await hands.type(screen.getByLabelText('Password'), password);
  await hands.click(screen.getByRole('button', { name: 'Log in' }));
}

it('signs in by username, remembered, and goes on to where the person was', async () => {
  const heard = answer('POST /auth/login', { token: 'fresh-token', expiresAt: '2027-01-01T00:00:00.000Z' });
  answer('GET /users/me', fan());
  const { navigations } = renderScreen(<LoginScreen />, { path: '/auth/login?next=%2Fhome%3Ftype%3Dphoto', settings: plain });
  await userEvent.click(screen.getByLabelText('Remember me'));
  await logIn();
  await waitFor(() => expect(navigations()).toEqual(['/home?type=photo']));
  expect(heard.map(({ body }) => body)).toEqual([{ username: 'finn', password: 'open sesame', remember: true }]);
});

it('takes what holds an at sign for an address', async () => {
  const heard = refuse('POST /auth/login', 'invalid_credentials');
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn('finn@example.com');
  await screen.findByText('Incorrect credentials!');
  expect(heard[0]?.body).toMatchObject({ email: 'finn@example.com' });
});

it('says what the host says about a wrong password, and keeps the name', async () => {
  refuse('POST /auth/login', 'invalid_credentials');
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect credentials!');
  expect(screen.getByLabelText('Username or e-mail')).toHaveValue('finn');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

it('falls back to the fixed words when the host says none', async () => {
  server.use(http.post(`${testHost}/auth/login`, () => HttpResponse.error()));
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn();
  expect(await screen.findByText('Incorrect credentials!')).toBeVisible();
});

it('asks for what is missing before anything is sent', async () => {
  renderScreen(<LoginScreen />, { settings: plain });
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Enter your username or e-mail address.')).toBeVisible();
  expect(screen.getByLabelText('Username or e-mail')).toHaveFocus();
});

it('counts down after too many tries and opens again at the end', async () => {
  let isOpen = false;
  const words = { statusCode: 429, error: 'too_many_requests', message: 'Too many tries.', requestId: 'r' };
  server.use(
    http.post(`${testHost}/auth/login`, () => {
      if (isOpen)
        return HttpResponse.json(
          { statusCode: 422, error: 'invalid_credentials', message: 'Incorrect credentials!', requestId: 'r' },
          { status: 422 },
        );
      isOpen = true;
      return HttpResponse.json(words, { status: 429, headers: { 'retry-after': '1' } });
    }),
  );
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn();
  expect(await screen.findByRole('timer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled(), { timeout: 5000 });
  expect(screen.getByText('You can try again now.')).toBeVisible();
});

it('offers to send the confirming mail again to an address that was not confirmed', async () => {
  refuse('POST /auth/login', 'email_not_verified');
  const heard = answer('POST /auth/email-verification', { sent: true });
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn('finn@example.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(/sent the message again/)).toBeVisible();
  expect(heard[0]?.body).toEqual({ email: 'finn@example.com' });
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDisabled();
});

it('gives the reason of a suspension, and the way to an appeal that needs no login', async () => {
  refuse('POST /auth/login', 'account_suspended', {
    message: 'This account is suspended. The reason: spam in comments.',
    appealToken: 'a.1.b',
  });
  renderScreen(<LoginScreen />, { settings: plain });
  await logIn();
  expect(await screen.findByText('The reason: spam in comments.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Appeal' })).toHaveAttribute('href', '/auth/appeal?token=a.1.b');
});

it('says why somebody is here whose session ended on another page', () => {
  const { store } = renderScreen(<LoginScreen />, { settings: plain });
  act(() => void store.dispatch(sessionEnded()));
  expect(screen.getByRole('alert')).toHaveTextContent('Forbidden in the action!');
});

it('tells a fan that a page is for performers, with two ways on', async () => {
  answer('POST /auth/logout', { ended: true });
  const { navigations } = renderScreen(<LoginScreen />, {
    user: fan(),
    path: '/auth/login?next=%2Fcreator%2Faccount&for=performers',
    settings: plain,
  });
  expect(screen.getByRole('heading', { name: 'This page is for performers' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
  await userEvent.click(screen.getByRole('button', { name: 'Switch account' }));
  await waitFor(() => expect(navigations()).toEqual(['/auth/login?next=%2Fcreator%2Faccount']));
});

it('takes Remember me along to the other sites', async () => {
  answer('POST /auth/google/start', { url: '#the-other-site' });
  renderScreen(<LoginScreen />, {
    path: '/auth/login?next=%2Fcontact',
    settings: { googleLoginEnabled: true, twitterLoginEnabled: false },
  });
  await userEvent.click(screen.getByLabelText('Remember me'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(window.location.hash).toBe('#the-other-site'));
  expect(tripUnderWay()).toEqual({ role: 'user', remember: true, next: '/contact' });
});

it('shows the ways in by other sites only where they are switched on', () => {
  const { unmount } = renderScreen(<LoginScreen />, { settings: plain });
  expect(screen.queryByRole('button', { name: /Google|Twitter/ })).toBeNull();
  unmount();
  renderScreen(<LoginScreen />, { settings: { googleLoginEnabled: true, twitterLoginEnabled: true } });
  expect(screen.getAllByRole('button', { name: /Google|Twitter/ })).toHaveLength(2);
});
