/** Giving the second step, and who comes too late for it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepStep, waitingStep } from '@web/session/second-step';
import { fan } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { LoginScreen } from './login-screen';
import { SecondStepScreen } from './second-step-screen';

const prove = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({ browserSupportsWebAuthn: () => true, startAuthentication: (): unknown => prove() }));

startTestHost();
const soon = (): string => new Date(Date.now() + 300_000).toISOString();
const step = () => ({
  ticket: 'the-ticket',
  methods: ['totp' as const, 'recovery' as const],
  expiresAt: soon(),
  remember: true,
  next: '/explore',
});
const given = { token: 'fresh-token', expiresAt: '2027-01-01T00:00:00.000Z', deviceToken: null, recoveryCodesLeft: null };
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('follows the password where the account asks for it', async () => {
  answer('POST /settings/keys', { loginImage: '' });
  answer('POST /auth/login', { ticket: 'the-ticket', methods: ['totp', 'recovery'], expiresAt: soon() });
  const { navigations } = renderScreen(<LoginScreen />, { path: '/auth/login?next=%2Fexplore' });
  await userEvent.type(screen.getByLabelText('Username or e-mail'), 'finn');
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(navigations()).toEqual(['/auth/two-factor']));
  expect(waitingStep()).toMatchObject({ ticket: 'the-ticket', remember: false, next: '/explore' });
});

it('takes the code, remembers the device, and goes on to where the person was', async () => {
  keepStep(step());
  const heard = answer('POST /auth/two-factor/login', { ...given, deviceToken: 'kept-by-the-browser' });
  answer('GET /users/me', fan());
  const { navigations } = renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('Code of 6 digits'), '123456');
  await userEvent.click(screen.getByLabelText(/Do not ask again on this device/));
  await confirm();
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
  expect(heard.map(({ body }) => body)).toEqual([{ ticket: 'the-ticket', code: '123456', rememberDevice: true }]);
  expect(localStorage.getItem('trusted-device')).toBe('kept-by-the-browser');
  await waitFor(() => expect(waitingStep()).toBeNull());
});

it('says at the field that a code is wrong', async () => {
  keepStep(step());
  refuse('POST /auth/two-factor/login', 'code_invalid');
  renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('Code of 6 digits'), '000000');
  await confirm();
  expect(await screen.findByText(/This code is wrong/)).toBeVisible();
});

it('warns whose recovery codes run out, before she goes on', async () => {
  keepStep(step());
  answer('POST /auth/two-factor/login', { ...given, recoveryCodesLeft: 2 });
  answer('GET /users/me', fan());
  const { navigations } = renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCDE-FGHJK');
  await confirm();
  expect(await screen.findByText('Recovery codes left: 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(navigations()).toEqual(['/explore']));
});

it('leads who comes too late back to the beginning, with where she was going', async () => {
  keepStep(step());
  refuse('POST /auth/two-factor/login', 'link_invalid');
  const { unmount } = renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
  await userEvent.type(screen.getByLabelText('Code of 6 digits'), '123456');
  await confirm();
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?next=%2Fexplore');
  unmount();
  keepStep({ ...step(), expiresAt: '2020-01-01T00:00:00.000Z' });
  renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
  expect(await screen.findByText(/waited too long/)).toBeVisible();
});

describe('by a passkey', () => {
  const usePasskey = () => screen.getByRole('button', { name: 'Use a passkey' });
  beforeEach(() => {
    answer('POST /auth/passkeys/login-options', {} as never);
    prove.mockReset().mockResolvedValue({ id: 'of-her-phone' });
    keepStep({ ...step(), methods: ['totp', 'passkey'] });
  });

  it('is asked for once, however often it is pressed', async () => {
    let touch = (): void => undefined;
    prove.mockReturnValue(new Promise((go) => (touch = () => go({ id: 'of-her-phone' }))));
    const heard = answer('POST /auth/two-factor/login', given);
    answer('GET /users/me', fan());
    const { navigations } = renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
    await userEvent.click(usePasskey());
    await waitFor(() => expect(prove).toHaveBeenCalled());
    await userEvent.click(usePasskey());
    touch();
    await waitFor(() => expect(navigations()).toEqual(['/explore']));
    expect([prove.mock.calls.length, heard.length]).toEqual([1, 1]);
  });

  it('leads who comes too late back to the beginning as well', async () => {
    refuse('POST /auth/two-factor/login', 'link_invalid');
    renderScreen(<SecondStepScreen />, { path: '/auth/two-factor' });
    await userEvent.click(usePasskey());
    expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?next=%2Fexplore');
  });
});
