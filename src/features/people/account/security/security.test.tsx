/** Two-factor authentication in the account settings. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, operator } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { TwoFactorRequiredScreen } from './two-factor-setup-screen';
import { SecuritySection } from './security-section';

startFakeHost();
beforeEach(() => {
  mockEndpoint('GET /auth/passkeys', []);
});
const off = { isOn: false, since: null, recoveryCodesLeft: 0, devices: [] };
const device = {
  _id: '0190a0a0-0000-7000-8000-000000000001',
  device: 'Firefox on Linux',
  address: '127.0.0.1',
  country: 'DE',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  expiresAt: '2026-02-01T00:00:00.000Z',
};
const on = { isOn: true, since: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 2, devices: [device] };
const codes = ['ABCDE-FGHJK', 'LMNPQ-RSTUV'];
const pairing = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Footlight:finn?secret=JBSWY3DPEHPK3PXP' };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('sets up an authenticator app with one of its codes, and shows the recovery codes once', async () => {
  mockEndpoint('GET /auth/two-factor', off);
  mockEndpoint('POST /auth/two-factor/setup', pairing);
  mockEndpoint('GET /users/me', fan({ hasTwoFactor: true }));
  mockError('POST /auth/two-factor/enable', 'code_invalid');
  renderScreen(<SecuritySection />, { user: fan() });
  await press('Set up app');
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await userEvent.type(screen.getByLabelText('6-digit code'), '000000');
  await press('Turn on');
  expect(await screen.findByText(/That code is incorrect/)).toBeVisible();
  const requests = mockEndpoint('POST /auth/two-factor/enable', { recoveryCodes: codes });
  await userEvent.clear(screen.getByLabelText('6-digit code'));
  await userEvent.type(screen.getByLabelText('6-digit code'), '123456');
  await press('Turn on');
  expect(await screen.findByText('ABCDE-FGHJK')).toBeVisible();
  expect(requests[0]?.body).toEqual({ code: '123456' });
  mockEndpoint('GET /auth/two-factor', on);
  await press('I’ve saved them');
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(screen.queryByText('ABCDE-FGHJK')).not.toBeInTheDocument();
});

it('asks for a code, not the password, before it creates new recovery codes', async () => {
  mockEndpoint('GET /auth/two-factor', on);
  mockError('POST /auth/two-factor/recovery-codes', 'reauthentication_required');
  renderScreen(<SecuritySection />, { user: fan({ hasTwoFactor: true }) });
  expect(await screen.findByText(/You’re running low on recovery codes/)).toBeVisible();
  await press('Create new recovery codes');
  const reauthentications = mockEndpoint('POST /auth/reauthenticate', { until: '2026-01-01T00:10:00.000Z' });
  await userEvent.type(await screen.findByLabelText('Code'), '654321');
  mockEndpoint('POST /auth/two-factor/recovery-codes', { recoveryCodes: codes });
  await press('Confirm');
  expect(await screen.findByText('LMNPQ-RSTUV')).toBeVisible();
  expect(reauthentications[0]?.body).toEqual({ code: '654321' });
});

it('revokes trust in a device, and turns two-factor authentication off with a code', async () => {
  mockEndpoint('GET /auth/two-factor', on);
  const removed = mockEndpoint('DELETE /auth/two-factor/devices/:id', { removed: true });
  const requests = mockEndpoint('POST /auth/two-factor/disable', { enabled: false });
  mockEndpoint('GET /users/me', fan());
  renderScreen(<SecuritySection />, { user: fan({ hasTwoFactor: true }) });
  await press('Forget device');
  await waitFor(() => expect(removed[0]?.params).toEqual({ id: device._id }));
  await press('Turn off');
  await userEvent.type(await screen.findByLabelText(/Code from your app or a recovery code/), '123456');
  mockEndpoint('GET /auth/two-factor', off);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Set up app' })).toBeVisible();
  expect(requests[0]?.body).toEqual({ code: '123456' });
});

it('lets an operator continue only after the setup where the site requires two-factor authentication', async () => {
  mockEndpoint('GET /auth/two-factor', off);
  const { rerender } = renderScreen(<TwoFactorRequiredScreen />, { user: operator({ owesSecondStep: true }) });
  expect(await screen.findByRole('button', { name: 'Set up app' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
  rerender(<></>);
  renderScreen(<TwoFactorRequiredScreen />, { user: operator() });
  expect(await screen.findByRole('link', { name: 'Open the console' })).toHaveAttribute('href', '/admin');
});

describe('passkeys', () => {
  const key = { _id: '0190a0a0-0000-7000-8000-000000000002', name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null };

  it('are listed, renamed, and removed after a confirmation', async () => {
    mockEndpoint('GET /auth/two-factor', off);
    mockEndpoint('GET /auth/passkeys', [key]);
    const renamed = mockEndpoint('PUT /auth/passkeys/:id', { ...key, name: 'Laptop' });
    renderScreen(<SecuritySection />, { user: fan() });
    await press('Rename');
    await userEvent.clear(await screen.findByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Laptop');
    mockEndpoint('GET /auth/passkeys', [{ ...key, name: 'Laptop' }]);
    await press('Save name');
    expect(await screen.findByText('Laptop')).toBeVisible();
    expect(renamed[0]?.body).toEqual({ name: 'Laptop' });
    const removed = mockEndpoint('DELETE /auth/passkeys/:id', { removed: true });
    await press('Remove');
    mockEndpoint('GET /auth/passkeys', []);
    await press('Remove passkey');
    expect(await screen.findByText('No passkeys yet.')).toBeVisible();
    expect(removed[0]?.params).toEqual({ id: key._id });
  });

  it('cannot be added in a browser that does not support them', async () => {
    mockEndpoint('GET /auth/two-factor', off);
    renderScreen(<SecuritySection />, { user: fan() });
    await press('Add a passkey');
    await userEvent.type(await screen.findByLabelText('Name'), 'Phone');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText(/Passkeys aren’t available here/)).toBeVisible();
  });
});

it("names an unknown trusted device in the viewer's language", async () => {
  const globals = globalThis as { viewerLocale?: () => object };
  globals.viewerLocale = () => ({
    language: 'de',
    translate: (sentence: string) => (sentence === 'Unknown device' ? 'Unbekanntes Gerät' : undefined),
  });
  try {
    mockEndpoint('GET /auth/two-factor', { ...on, devices: [{ ...device, device: 'Unknown device' }] });
    renderScreen(<SecuritySection />, { user: fan({ hasTwoFactor: true }) });
    expect(await screen.findByText('Unbekanntes Gerät')).toBeVisible();
  } finally {
    delete globals.viewerLocale;
  }
});
