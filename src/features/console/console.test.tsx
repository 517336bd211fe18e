/** Console screens: table state in the URL, settings, the maintenance switch, document reviews and account actions. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { defaultPublicSettings } from '@contract/kernel/entities';
import { operator, performer } from '../../../tests/kit/fixtures/accounts';
import { noStats } from '../../../tests/kit/fixtures/cards';
import { mockEndpoint, mockError, startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { CountryBlocksScreen } from './settings/country-blocks';
import { linksIn } from './mails/mail-page';
import { PeopleScreen } from './people/people-table';
import { PerformerScreen } from './people/performer-page';
import { PersonScreen } from './people/person-page';
import { SettingsScreen } from './settings/settings-screen';

startFakeHost();
beforeEach(() => {
  mockEndpoint('GET /admin/payout-requests/search', { data: [], total: 0, nextCursor: null });
  mockEndpoint('GET /admin/users/:id/notes', { data: [], total: 0, nextCursor: null });
});

type Setting = ResponseOf<'GET /admin/settings'>[number];
type Person = ResponseOf<'GET /admin/users/:id'>;
const setting = (key: string, type: string, value: Setting['value'], changes: Partial<Setting> = {}): Setting => ({
  key,
  label: key,
  value,
  type,
  group: 'pricing',
  isPublic: true,
  isFixed: false,
  minimum: null,
  maximum: null,
  options: [],
  ...changes,
});
const user = operator();
const person = (changes: Partial<Person> = {}): Person => ({
  ...user,
  suspension: null,
  verification: null,
  lastSeenAt: null,
  sessions: [],
  ...changes,
});
const adminPerformer = (changes: Partial<ResponseOf<'GET /admin/performers/:id'>> = {}) => ({
  ...performer(),
  stats: noStats,
  verification: 'pending' as const,
  clearingDays: null,
  ...changes,
});

describe('a table', () => {
  it('takes page, size, order and filters from the URL and falls back to defaults for invalid values', async () => {
    const requests = mockEndpoint('GET /admin/users/search', { data: [person()], total: 60, nextCursor: null });
    renderScreen(<PeopleScreen />, { user, path: '/admin/users?current=2&pageSize=25&sortBy=email&sort=asc&role=user&status=odd' });
    await screen.findByRole('link', { name: 'Olive' });
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ limit: '25', offset: '25', sortBy: 'email', sort: 'asc', role: 'user' });
  });

  it('writes page and filters to the URL and leaves defaults out', async () => {
    mockEndpoint('GET /admin/users/search', { data: [person()], total: 60, nextCursor: null });
    const { navigations } = renderScreen(<PeopleScreen />, { user, path: '/admin/users?current=2&role=user' });
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'suspended');
    expect(navigations()).toEqual([
      '/admin/users?role=user&current=3',
      '/admin/users?role=user',
      '/admin/users?role=user&status=suspended',
    ]);
  });

  it('keeps every filter in the URL, sends all of them, and returns to the first page', async () => {
    const requests = mockEndpoint('GET /admin/users/search', { data: [person()], total: 60, nextCursor: null });
    const { navigations } = renderScreen(<PeopleScreen />, { user, path: '/admin/users?current=3&q=ol&role=operator&confirmed=no' });
    await screen.findByRole('link', { name: 'Olive' });
    expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ q: 'ol', role: 'operator', isEmailVerified: 'false' });
    expect(screen.getByRole('combobox', { name: 'Email' })).toHaveValue('no');
    const search = screen.getByRole('searchbox', { name: 'Search users' });
    await userEvent.clear(search);
    await userEvent.type(search, 'hugo{Enter}');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Any role');
    expect(navigations().map((path) => Object.fromEntries(new URL(path, 'http://site.test').searchParams))).toEqual([
      { q: 'hugo', role: 'operator', confirmed: 'no' },
      { q: 'ol', confirmed: 'no' },
    ]);
  });
});

describe('settings', () => {
  const show = (group: string) => renderScreen(<SettingsScreen />, { user, path: `/admin/settings/${group}`, query: { group } });

  it('are saved after the changes are shown, and an error appears at its field', async () => {
    mockEndpoint('GET /settings/public', defaultPublicSettings);
    mockEndpoint('GET /admin/settings', [
      setting('minimumTipPrice', 'amount', 10),
      setting('currency', 'choice', 'usd', { options: ['usd', 'eur'] }),
    ]);
    const requests = mockError('PUT /admin/settings/:key', 'setting_invalid', {
      message: 'no',
      issues: [{ path: 'value', message: 'Enter an amount from 0.5 to 100000.' }],
    });
    show('pricing');

    const field = await screen.findByRole('textbox', { name: 'minimumTipPrice' });
    await userEvent.clear(field);
    await userEvent.type(field, '0,1');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('10')).toBeInTheDocument();
    expect(within(dialog).getByText('0.1')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }));

    expect(await screen.findByText('Enter an amount from 0.5 to 100000.')).toBeInTheDocument();
    expect(field).toBeInvalid();
    expect(field).toHaveValue('0,1');
    expect(requests[0]?.body).toEqual({ value: 0.1 });
  });

  it('for the name of the site take effect immediately, even without a socket connection', async () => {
    mockEndpoint('GET /settings/public', { ...defaultPublicSettings, siteName: 'Limelight' });
    const siteName = setting('siteName', 'text', 'Footlight');
    mockEndpoint('GET /admin/settings', [siteName]);
    mockEndpoint('PUT /admin/settings/:key', { ...siteName, value: 'Limelight' });
    const { store } = show('general');
    const field = await screen.findByRole('textbox', { name: 'siteName' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Limelight');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(store.getState().ui.siteName).toBe('Limelight'));
  });

  it('from the environment are shown read-only', async () => {
    mockEndpoint('GET /admin/settings', [
      setting('streamingEngine', 'choice', 'livekit', { isFixed: true, options: ['embedded', 'livekit'] }),
    ]);
    show('streaming');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'streamingEngine' })).toBeDisabled());
    expect(screen.getByText('Set in the server configuration.')).toBeInTheDocument();
  });
});

describe('maintenance', () => {
  const settings = (isOn: boolean) => [
    setting('maintenanceMode', 'switch', isOn),
    setting('maintenanceMessage', 'long-text', ''),
    setting('maintenanceEndsAt', 'instant', null),
  ];
  const show = () => renderScreen(<SettingsScreen />, { user, path: '/admin/settings/maintenance', query: { group: 'maintenance' } });

  it('is turned on only after the notice was shown, and the notice is saved first', async () => {
    mockEndpoint('GET /settings/public', { ...defaultPublicSettings, maintenanceMode: true });
    mockEndpoint('GET /admin/settings', settings(false));
    const requests = mockEndpoint('PUT /admin/settings/:key', setting('maintenanceMode', 'switch', true));
    const { store } = show();
    await userEvent.type(await screen.findByRole('textbox', { name: /Message to visitors/ }), 'Back at noon.');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on maintenance mode' }));
    expect(within(await screen.findByRole('figure', { name: 'Preview of the notice' })).getByText('Back at noon.')).toBeInTheDocument();
    expect(requests).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(store.getState().settings.maintenanceMode).toBe(true));
    expect(requests.map(({ params, body }) => [params['key'], body])).toEqual([
      ['maintenanceMessage', { value: 'Back at noon.' }],
      ['maintenanceMode', { value: true }],
    ]);
  });

  it('is turned off with one click', async () => {
    mockEndpoint('GET /settings/public', defaultPublicSettings);
    mockEndpoint('GET /admin/settings', settings(true));
    const requests = mockEndpoint('PUT /admin/settings/:key', setting('maintenanceMode', 'switch', false));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(requests[0]?.body).toEqual({ value: false }));
  });
});

describe('identity documents', () => {
  const id = performer()._id;
  const show = () => renderScreen(<PerformerScreen />, { user, path: `/admin/performers/${id}`, query: { id } });

  it('are approved after a confirmation', async () => {
    mockEndpoint('GET /admin/performers/:id', adminPerformer());
    const requests = mockEndpoint('POST /admin/performers/:id/verification', adminPerformer({ verification: 'approved' }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Approve creator' }));
    expect(await screen.findByText('Approved')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ decision: 'approved' });
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('are rejected only with a message to the performer', async () => {
    mockEndpoint('GET /admin/performers/:id', adminPerformer());
    const requests = mockEndpoint(
      'POST /admin/performers/:id/verification',
      adminPerformer({ verification: 'rejected', verificationNote: 'x' }),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reject creator' }));
    expect(await screen.findByText('Enter a reason.')).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'The document has expired.');
    await userEvent.type(screen.getByRole('textbox', { name: 'Message to the creator' }), ' Send a new one.');
    await userEvent.click(screen.getByRole('button', { name: 'Reject creator' }));
    await waitFor(() => expect(requests[0]?.body).toEqual({ decision: 'rejected', note: 'The document has expired. Send a new one.' }));
  });

  it('that are missing are reported in the dialog', async () => {
    mockEndpoint('GET /admin/performers/:id', adminPerformer());
    mockError('POST /admin/performers/:id/verification', 'document_required');
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Approve creator' }));
    expect(await within(screen.getByRole('alertdialog')).findByText(/Both documents are required/)).toBeInTheDocument();
  });
});

describe('an account', () => {
  const show = () => renderScreen(<PersonScreen />, { user, path: `/admin/users/${user._id}`, query: { id: user._id } });

  it('is suspended with a reason', async () => {
    mockEndpoint('GET /admin/users/:id', person());
    const requests = mockEndpoint(
      'POST /admin/users/:id/suspend',
      person({ status: 'suspended', suspension: { reason: 'Spam', at: '2026-01-01T00:00:00.000Z' } }),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Spam');
    await userEvent.click(screen.getByRole('button', { name: 'Suspend Olive' }));
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ reason: 'Spam' });
  });

  it('is restored after a confirmation', async () => {
    mockEndpoint('GET /admin/users/:id', person({ status: 'suspended', suspension: { reason: 'Spam', at: '2026-01-01T00:00:00.000Z' } }));
    const requests = mockEndpoint('POST /admin/users/:id/restore', person());
    show();
    expect(await screen.findByText(/Spam/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore Olive' }));
    expect(await screen.findByRole('button', { name: 'Suspend' })).toBeInTheDocument();
    expect(screen.queryByText(/Spam/)).not.toBeInTheDocument();
    expect(requests[0]?.params).toEqual({ id: user._id });
  });

  it('loses its second factor after a confirmation', async () => {
    const other = { _id: '0190a0a0-0000-7000-8000-00000000000a', name: 'Lena' };
    mockEndpoint('GET /admin/users/:id', person({ ...other, hasTwoFactor: true }));
    const requests = mockEndpoint('POST /admin/users/:id/two-factor/reset', person({ ...other, hasTwoFactor: false }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset two-step verification' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset two-step verification' }));
    expect(await screen.findByText(/Off\. This account needs only a password to log in/)).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  it('is not suspended without a reason', async () => {
    mockEndpoint('GET /admin/users/:id', person());
    const requests = mockEndpoint('POST /admin/users/:id/suspend', person());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend Olive' }));
    expect(await screen.findByText('Enter a reason.')).toBeInTheDocument();
    expect(requests).toHaveLength(0);
  });

  it('of the last owner keeps its role, and the error appears at the role', async () => {
    mockEndpoint('GET /admin/users/:id', person());
    mockError('PUT /admin/users/:id', 'last_operator');
    show();
    const role = await screen.findByRole('combobox', { name: 'Role' });
    await userEvent.selectOptions(role, 'user');
    await userEvent.click(screen.getByRole('button', { name: 'Change role' }));
    expect(await screen.findByText('The site needs at least 1 active owner.')).toBeInTheDocument();
    expect(role).toBeInvalid();
  });
});

it('unblocks a country with one click', async () => {
  mockEndpoint('GET /admin/blocked-countries', { countryCodes: ['FR', 'DE'], refused: [{ code: 'FR', visits: 1200 }] });
  mockEndpoint('GET /countries/list', []);
  const requests = mockEndpoint('PUT /admin/blocked-countries', { countryCodes: ['DE'], refused: [] });
  renderScreen(<CountryBlocksScreen ownCountry="FR" />, { user, path: '/admin/countries' });
  expect(await screen.findByText('1,200 visits blocked in the last 30 days')).toBeInTheDocument();
  expect(screen.getByText('0 visits blocked in the last 30 days')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock FR' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unblock FR' })).not.toBeInTheDocument());
  expect(requests[0]?.body).toEqual({ countryCodes: ['DE'] });
});

it('finds each link of a mail once, without the surrounding text', () => {
  expect(linksIn('Open http://localhost:3000/a?b=c. Again: http://localhost:3000/a?b=c, or https://x.test/y)')).toEqual([
    'http://localhost:3000/a?b=c',
    'https://x.test/y',
  ]);
});
