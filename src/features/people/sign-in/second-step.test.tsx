/** The second factor of a sign-in, and what happens after it expires. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storePendingSignIn, readPendingSignIn } from '@web/session/store/pending-sign-in';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { LoginScreen } from './login-screen';
import { TwoFactorScreen } from './second-step-screen';

const mockAssertion = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({ browserSupportsWebAuthn: () => true, startAuthentication: (): unknown => mockAssertion() }));

startFakeHost();
const soon = (): string => new Date(Date.now() + 300_000).toISOString();
const pendingSignIn = () => ({
  ticket: 'the-ticket',
  methods: ['totp' as const, 'recovery' as const],
  expiresAt: soon(),
  remember: true,
  next: '/explore',
});
const session = { token: 'fresh-token', expiresAt: '2027-01-01T00:00:00.000Z', deviceToken: null, recoveryCodesLeft: null };
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('is requested after the password where the account requires it', async () => {
  mockEndpoint('POST /settings/keys', { loginImage: '' });
  mockEndpoint('POST /auth/login', { ticket: 'the-ticket', methods: ['totp', 'recovery'], expiresAt: soon() });
  const { navigations } = renderScreen(<LoginScreen />, { path: '/auth/login?next=%2Fexplore' });
  await userEvent.type(screen.getByLabelText('Username or email'), 'finn');
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(navigations()).toEqual(['/auth/two-factor']));
  expect(readPendingSignIn()).toMatchObject({ ticket: 'the-ticket', remember: false, next: '/explore' });
});

it('accepts the code, remembers the device, and returns to the previous page', async () => {
  storePendingSignIn(pendingSignIn());
  const requests = mockEndpoint('POST /auth/two-factor/login', { ...session, deviceToken: 'kept-by-the-browser' });
  mockEndpoint('GET /users/me', fan());
  const { navigations } = renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('6-digit code'), '123456');
  await userEvent.click(screen.getByLabelText(/Don’t ask again on this device for 30 days/));
  await confirm();
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
  expect(requests.map(({ body }) => body)).toEqual([{ ticket: 'the-ticket', code: '123456', rememberDevice: true }]);
  expect(localStorage.getItem('trusted-device')).toBe('kept-by-the-browser');
  await waitFor(() => expect(readPendingSignIn()).toBeNull());
});

it('shows a wrong code at the field', async () => {
  storePendingSignIn(pendingSignIn());
  mockError('POST /auth/two-factor/login', 'code_invalid');
  renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('6-digit code'), '000000');
  await confirm();
  expect(await screen.findByText(/That code is incorrect/)).toBeVisible();
});

it('warns a user who is running out of recovery codes before they continue', async () => {
  storePendingSignIn(pendingSignIn());
  mockEndpoint('POST /auth/two-factor/login', { ...session, recoveryCodesLeft: 2 });
  mockEndpoint('GET /users/me', fan());
  const { navigations } = renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCDE-FGHJK');
  await confirm();
  expect(await screen.findByText('Recovery codes left: 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
});

it('links back to the login after the sign-in has expired, keeping the target page', async () => {
  storePendingSignIn(pendingSignIn());
  mockError('POST /auth/two-factor/login', 'link_invalid');
  renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('6-digit code'), '123456');
  await confirm();
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?next=%2Fexplore');
});

it('lets the API decide whether the sign-in has expired: the clock of the device may be ahead', async () => {
  storePendingSignIn({ ...pendingSignIn(), expiresAt: '2020-01-01T00:00:00.000Z' });
  mockEndpoint('POST /auth/two-factor/login', session);
  mockEndpoint('GET /users/me', fan());
  const { navigations } = renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('6-digit code'), '123456');
  await confirm();
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
});

describe('with a passkey', () => {
  const usePasskey = () => screen.getByRole('button', { name: 'Use a passkey' });
  beforeEach(() => {
    mockEndpoint('POST /auth/passkeys/login-options', {} as never);
    mockAssertion.mockReset().mockResolvedValue({ id: 'passkey-1' });
    storePendingSignIn({ ...pendingSignIn(), methods: ['totp', 'passkey'] });
  });

  it('sends one request, however often the button is pressed', async () => {
    let touch = (): void => undefined;
    mockAssertion.mockReturnValue(new Promise((resolve) => (touch = () => resolve({ id: 'passkey-1' }))));
    const requests = mockEndpoint('POST /auth/two-factor/login', session);
    mockEndpoint('GET /users/me', fan());
    const { navigations } = renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
    await userEvent.click(usePasskey());
    await waitFor(() => expect(mockAssertion).toHaveBeenCalled());
    await userEvent.click(usePasskey());
    touch();
    await waitFor(() => expect(navigations()).toEqual(['/explore']));
    expect([mockAssertion.mock.calls.length, requests.length]).toEqual([1, 1]);
  });

  it('links back to the login after the sign-in has expired', async () => {
    mockError('POST /auth/two-factor/login', 'link_invalid');
    renderScreen(<TwoFactorScreen />, { path: '/auth/two-factor' });
    await userEvent.click(usePasskey());
    expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?next=%2Fexplore');
  });
});
