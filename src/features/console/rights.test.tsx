/** The console offers an operator only the actions that their rights allow. */
import { screen } from '@testing-library/react';
import type { Right } from '@contract/kernel/rights';
import { bundles } from '@contract/kernel/rights';
import type { ResponseOf } from '@web/services/call';
import { operator, performer } from '../../../tests/kit/fixtures/accounts';
import { noStats } from '../../../tests/kit/fixtures/cards';
import { mockEndpoint, startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { AdjustmentsTable } from './adjustments/adjustments-table';
import { ChargesTable } from './money/charges-table';
import { PerformerScreen } from './people/performer-page';
import { PerformersScreen } from './people/performers-table';
import { PersonScreen } from './people/person-page';
import { SettingsScreen } from './settings/settings-screen';

startFakeHost();
const emptyPage = { data: [], total: 0, nextCursor: null };
const id = '0198c0de-0000-7000-8000-00000000000a';
const at = '2026-01-01T00:00:00.000Z';
const note = { _id: '0198c0de-0000-7000-8000-0000000000aa', text: 'Calls every week', author: null, isOwn: true, createdAt: at };
const session = { _id: id, device: 'Firefox', address: null, country: null, createdAt: at, lastUsedAt: at, isCurrent: false };
const person: ResponseOf<'GET /admin/users/:id'> = {
  ...operator(),
  _id: id,
  name: 'Finn',
  role: 'user',
  hasTwoFactor: true,
  isEmailVerified: false,
  suspension: null,
  verification: null,
  lastSeenAt: null,
  sessions: [session],
};
beforeEach(() => {
  mockEndpoint('GET /admin/users/:id/notes', { data: [note], total: 1, nextCursor: null });
});

const withRights = (rights: readonly Right[]) => ({ user: operator({ rights: [...rights] }) });
/** The buttons, links and fields of the page, without the console navigation. */
const offeredControls = () =>
  [
    ...screen.queryAllByRole('button'),
    ...screen.queryAllByRole('switch'),
    ...screen.queryAllByRole('textbox'),
    ...screen.queryAllByRole('combobox'),
  ]
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)
    .filter((name) => name !== '' && !name.startsWith('Overview'));

describe('the page of an account', () => {
  const open = async (rights: readonly Right[]) => {
    mockEndpoint('GET /admin/users/:id', person);
    renderScreen(<PersonScreen />, { ...withRights(rights), path: `/admin/users/${id}`, query: { id } });
    await screen.findByText('Calls every week');
  };

  it('offers everything to an owner', async () => {
    await open(bundles.owner);
    for (const name of [
      'Change role',
      'Confirm email',
      'Correct balance',
      'Delete note',
      'Add note',
      'End sessions',
      'Suspend',
      'Reset two-step verification',
    ])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View entries' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Operator' })).toBeInTheDocument();
  });

  it('is read-only with only the right to read accounts', async () => {
    await open(['people.read']);
    expect(offeredControls()).toEqual([]);
    expect(screen.queryByRole('link', { name: 'View entries' })).toBeNull();
    expect(screen.getByText('Firefox')).toBeVisible();
  });

  it('does not offer to make an account an operator without the right to change the team', async () => {
    await open(bundles.support);
    expect(screen.getByRole('button', { name: 'Change role' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Operator' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  });
});

describe('the page of a performer', () => {
  it('is read-only with only the right to read accounts', async () => {
    const adminPerformer = {
      ...performer(),
      stats: noStats,
      verification: 'pending' as const,
      verificationNote: null,
      documents: [],
      commissionRate: 0.2,
    };
    mockEndpoint('GET /admin/performers/:id', adminPerformer as never);
    renderScreen(<PerformerScreen />, { ...withRights(['people.read']), path: `/admin/performers/${id}`, query: { id } });
    await screen.findByText('Calls every week');
    expect(offeredControls()).toEqual([]);
    expect(screen.getByText('The site keeps 20% of future sales.')).toBeVisible();
  });
});

describe('the list of performers', () => {
  it('does not request pending documents without the right to decide on them', async () => {
    const requests = mockEndpoint('GET /admin/performers/search', emptyPage);
    renderScreen(<PerformersScreen />, { ...withRights(['people.read']), path: '/admin/performers' });
    await screen.findByText('No creators yet');
    expect(requests).toHaveLength(1);
  });
});

describe('money tables', () => {
  it('have no refunds and no decisions with read-only rights', async () => {
    mockEndpoint('GET /admin/charges/search', emptyPage);
    mockEndpoint('GET /admin/ledger/adjustments/search', emptyPage);
    renderScreen(<ChargesTable />, { ...withRights(['money.read']), path: '/admin/transactions?tab=charges' });
    await screen.findByText('No charges yet');
    expect(screen.queryByText('Refund')).toBeNull();
    renderScreen(<AdjustmentsTable />, { ...withRights(['money.read']), path: '/admin/transactions?tab=corrections' });
    await screen.findByText('No corrections yet');
    expect(screen.queryByText('Actions')).toBeNull();
  });
});

describe('the settings', () => {
  it('are shown read-only with only the right to read them', async () => {
    const setting = {
      key: 'siteName',
      label: 'Name of the site',
      value: 'Stage',
      type: 'text',
      group: 'general',
      isPublic: true,
      isFixed: false,
    };
    mockEndpoint('GET /admin/settings', [{ ...setting, minimum: null, maximum: null, options: [] }] as never);
    renderScreen(<SettingsScreen />, { ...withRights(['settings.read']), path: '/admin/settings/general', query: { group: 'general' } });
    expect(await screen.findByText('Stage')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });
});
