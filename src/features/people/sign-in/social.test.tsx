/** Leaving for a social sign-in provider and coming back: what is stored, and what is rejected. */
import { createHash } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, fakeHostUrl, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { setApiUrl } from '@web/services/api';
import { beginSocial, pendingAttempt } from './social';
import { SocialCallbackScreen } from './social-callback-screen';

startFakeHost();
const session = { token: 'fresh-token', expiresAt: '2027-01-01T00:00:00.000Z' };
const attempt = (): { state: string; nonce: string; verifier: string } => JSON.parse(Cookies.get('googleAttempt') ?? '{}') as never;

beforeEach(() => {
  setApiUrl(fakeHostUrl);
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name, { path: '/' });
});

const openCallback = (path: string, provider: string) => renderScreen(<SocialCallbackScreen />, { path, query: { provider } });

it('sends the challenge to the API and keeps the verifier in the browser', async () => {
  const requests = mockEndpoint('POST /auth/google/start', { url: 'https://issuer.test/authorize' });
  await expect(beginSocial('google', { role: 'performer', remember: false, next: '/home' })).resolves.toBe('https://issuer.test/authorize');
  const sent = requests[0]?.body as Record<string, string>;
  expect(sent).toMatchObject({ redirectUri: 'http://localhost/auth/callback/google', state: attempt().state, nonce: attempt().nonce });
  expect(sent['codeChallenge']).toBe(createHash('sha256').update(attempt().verifier).digest('base64url'));
  expect(JSON.stringify(sent)).not.toContain(attempt().verifier);
  expect(Cookies.get('role')).toBe('performer');
});

it('signs in for a year with the returned code, in the role of the attempt, and returns to the previous page', async () => {
  mockEndpoint('POST /auth/google/start', { url: 'https://issuer.test/authorize' });
  await beginSocial('google', { role: 'performer', remember: true, next: '/contact' });
  const { state, nonce, verifier } = attempt();
  const requests = mockEndpoint('POST /auth/google/token', session);
  mockEndpoint('GET /users/me', fan());
  const stored = jest.spyOn(Cookies, 'set');
  const { navigations } = openCallback(`/auth/callback/google?state=${state}&code=the-code`, 'google');
  await waitFor(() => expect(navigations()).toEqual(['/contact']));
  expect(stored).toHaveBeenCalledWith('token', 'fresh-token', expect.objectContaining({ expires: 365 }));
  stored.mockRestore();
  expect(requests.map(({ body }) => body)).toEqual([
    { code: 'the-code', redirectUri: 'http://localhost/auth/callback/google', codeVerifier: verifier, nonce, role: 'performer' },
  ]);
  expect(Cookies.get()).toEqual({ token: 'fresh-token' });
});

it('rejects a response to an attempt that this browser never began', async () => {
  const requests = mockEndpoint('POST /auth/google/token', session);
  openCallback('/auth/callback/google?state=forged&code=the-code', 'google');
  expect(await screen.findByText(/This login wasn’t started in this browser\. Try again here/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(requests).toEqual([]);
});

it('keeps the four cookies of a Twitter sign-in and finishes with them', async () => {
  mockEndpoint('POST /auth/twitter/login', {
    url: 'https://twitter.test/ask',
    oauthToken: 'request-token',
    oauthTokenSecret: 'sealed-secret',
  });
  await beginSocial('twitter', { role: 'user', remember: false, next: '/explore' });
  expect(Cookies.get()).toMatchObject({
    oauthToken: 'request-token',
    oauthTokenSecret: 'sealed-secret',
    twCallbackUrl: 'http://localhost/auth/callback/twitter',
    role: 'user',
  });
  const requests = mockEndpoint('POST /auth/twitter/callback', session);
  mockEndpoint('GET /users/me', fan());
  const { navigations } = openCallback('/auth/callback/twitter?oauth_token=request-token&oauth_verifier=proof', 'twitter');
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
  expect(requests[0]?.body).toEqual({
    oauthToken: 'request-token',
    oauthTokenSecret: 'sealed-secret',
    oauthVerifier: 'proof',
    role: 'user',
  });
});

it("shows an error when the user canceled, or the API does not accept the provider's response", async () => {
  const { unmount } = openCallback('/auth/callback/twitter?denied=request-token', 'twitter');
  expect(await screen.findByText(/Twitter denied access/)).toBeVisible();
  unmount();
  mockEndpoint('POST /auth/google/start', { url: 'https://issuer.test/authorize' });
  await beginSocial('google', { role: 'user', remember: true, next: '/contact' });
  mockError('POST /auth/google/token', 'social_login_failed');
  openCallback(`/auth/callback/google?state=${attempt().state}&code=old`, 'google');
  expect(await screen.findByText(/didn’t confirm your identity/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Other ways to log in' })).toHaveAttribute('href', '/auth/login?next=%2Fcontact');
  const again = mockError('POST /auth/google/start', 'too_many_requests');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(again).toHaveLength(1));
  expect(pendingAttempt()).toEqual({ role: 'user', remember: true, next: '/contact' });
});
