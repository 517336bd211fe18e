/** The audit log: searched, compared field by field, exported as a file, and verified. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, server, startFakeHost, fakeHostUrl } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AuditScreen } from './audit-screen';
import type { AuditEntry } from './requests';

startFakeHost();
const at = '2026-05-01T10:00:00.000Z';
const id = '0198c0de-0000-7000-8000-0000000a0001';
const actor = {
  _id: id,
  name: 'Otto',
  username: 'otto',
  avatar: '/images/avatar.svg',
  isPerformer: false,
  isVerified: false,
  isOnline: false,
};
const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: id,
  actor,
  action: 'users.change',
  targetType: 'account',
  targetId: id,
  before: { firstName: 'Ada', isEmailVerified: false },
  after: { firstName: 'Eve', isEmailVerified: true },
  isForgotten: false,
  address: '192.0.2.1',
  createdAt: at,
  ...changes,
});
const open = (path = '/admin/audit', user = operator({ rights: ['audit.read', 'people.read', 'settings.read'] })) =>
  renderScreen(<AuditScreen />, { user, path });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('describes each action in plain words and links to its target', async () => {
  mockEndpoint(
    'GET /admin/audit/search',
    singlePage(
      entry(),
      entry({ _id: '2', action: 'settings.change', targetType: 'setting', targetId: 'siteName', actor: null }),
      entry({ _id: '3', action: 'payouts.approved', targetType: 'payout' }),
      entry({ _id: '4', action: 'documents.expired', actor: null, address: null }),
    ),
  );
  open();
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(table.getByText('Changed an account')).toBeVisible();
  expect(table.getAllByRole('link', { name: 'Account' })[0]).toHaveAttribute('href', `/admin/users/${id}`);
  expect(table.getByRole('link', { name: 'Setting' })).toHaveAttribute('href', '/admin/settings/general');
  expect(table.queryByRole('link', { name: 'Payout' })).toBeNull();
  expect(table.getByText('Deleted account')).toBeVisible();
  expect(table.getByText('System')).toBeVisible();
  expect(table.getAllByRole('link', { name: 'Otto' })[0]).toHaveAttribute('href', `/admin/users/${id}`);
});

it('filters by the URL, offers the team as actors, and exports the same entries', async () => {
  const member = { _id: actor._id, person: actor, email: null, bundle: 'owner' as const, rights: [], lastSeenAt: null };
  mockEndpoint('GET /admin/team', { members: [member], invitations: [] });
  const requests = mockEndpoint('GET /admin/audit/search', singlePage<AuditEntry>());
  const file = mockEndpoint('GET /admin/audit/csv', '');
  const path = `/admin/audit?actor=${id}&action=users&q=siteName&from=2026-05-01&to=2026-05-02`;
  const { navigations } = open(path, operator());
  expect(await screen.findByText('No matching entries')).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Otto' })).toBeInTheDocument();
  await press('Download CSV');
  await waitFor(() => expect(file).toHaveLength(1));
  for (const query of [requests[0]?.query, file[0]?.query])
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      actorId: id,
      action: 'users',
      targetId: 'siteName',
      fromDate: '2026-05-01',
      toDate: '2026-05-02',
    });
  await userEvent.selectOptions(screen.getByLabelText('What'), 'Suspended an account');
  expect(navigations().at(-1)).toContain('action=users.suspend');
});

it('shows before and after side by side, and reports when the details were erased', async () => {
  mockEndpoint(
    'GET /admin/audit/search',
    singlePage(
      entry({ after: { firstName: 'Eve', isEmailVerified: true, apiKeyId: 'key-7' } }),
      entry({ _id: '2', action: 'users.suspend', before: null, after: null, isForgotten: true }),
      entry({ _id: '3', action: 'document.read', before: null, after: null }),
    ),
  );
  open();
  await press('Show details: Changed an account');
  const sheet = within(await screen.findByRole('dialog', { name: 'Changed an account' }));
  const [name, mail] = within(sheet.getByRole('list', { name: 'Changed fields' })).getAllByRole('listitem');
  expect(name).toHaveTextContent('First nameBeforeAdaAfterEve');
  expect(mail).toHaveTextContent('Is email verifiedBeforeNoAfterYes');
  expect(sheet.getByText('key-7')).toBeVisible();
  expect(sheet.getByRole('link', { name: 'All entries for this target' })).toHaveAttribute('href', `/admin/audit?q=${id}`);
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await press('Show details: Suspended an account');
  const erased = within(await screen.findByRole('dialog', { name: 'Suspended an account' }));
  expect(erased.getByText('Details erased')).toBeVisible();
  await press('Close');
  await press('Show details: Opened a document');
  expect(await screen.findByText(/No further details were recorded/)).toBeVisible();
});

describe('verifying', () => {
  const checked = { ok: true, entries: 12, forgotten: 1, differences: [], checkedAt: at };
  beforeEach(() => void mockEndpoint('GET /admin/audit/search', singlePage(entry())));

  it('reports that the log is intact, or which entry is not', async () => {
    mockEndpoint('GET /admin/audit/check', checked);
    open();
    await press('Verify log');
    expect(await screen.findByText('Log verified')).toBeVisible();
    expect(screen.getByText(/12 entries verified: none changed, removed or inserted by hand/)).toHaveTextContent(
      'The details of 1 entry were erased because accounts were deleted.',
    );
    mockEndpoint('GET /admin/audit/check', { ...checked, ok: false, differences: ['entry 7 (number 7) was removed'] });
    await press('Verify log');
    expect(await screen.findByText('The log has been tampered with')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Problems found' })).getByText(/number 7/)).toBeVisible();
  });

  it('reports when to retry after too many attempts, and when the server does not respond', async () => {
    server.use(
      http.get(`${fakeHostUrl}/admin/audit/check`, () =>
        HttpResponse.json(
          { statusCode: 429, error: 'too_many_requests', message: 'Too many attempts.', requestId: 'r' },
          { status: 429, headers: { 'retry-after': '700' } },
        ),
      ),
    );
    open();
    await press('Verify log');
    expect(await screen.findByText(/You’ve verified the log too often\. Try again in 12 min/)).toBeVisible();
    mockError('GET /admin/audit/check', 'service_unavailable');
    await press('Verify log');
    expect(await screen.findByText(/isn’t responding right now/)).toBeVisible();
  });
});

it('offers a retry when the log cannot be read, and has an empty state', async () => {
  mockNetworkError('GET /admin/audit/search');
  open();
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  mockEndpoint('GET /admin/audit/search', singlePage<AuditEntry>());
  await userEvent.click(retryButton);
  expect(await screen.findByText('No entries yet')).toBeVisible();
});

it('explains missing access to operators without the right', async () => {
  mockError('GET /admin/audit/search', 'right_missing');
  open('/admin/audit', operator({ rights: ['people.read'] }));
  expect(await screen.findByText(/You need this permission: View the audit log/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Verify log' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});
