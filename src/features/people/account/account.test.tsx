/** Account settings. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { DisplaySettingsSection } from '@web/shell/screens/display-settings';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { storedFile } from '../../../../tests/kit/fixtures/files';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AccountScreen } from './account-screen';

startFakeHost();
beforeEach(() => {
  localStorage.clear();
  // Toasts outlive the screen that showed them.
  for (const { id } of toasts.read()) dismissToast(id);
  mockEndpoint('GET /countries/list', []);
  mockEndpoint('GET /languages/list', []);
  mockEndpoint('GET /performer/promotions', []);
  mockEndpoint('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
});

type User = ReturnType<typeof fan> | ReturnType<typeof performer>;
const open = (user: User, path: string, settings = {}) =>
  renderScreen(<AccountScreen setup={null} display={<DisplaySettingsSection />} />, { user, path, settings });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

describe('the profile', () => {
  it('is saved, with a confirmation', async () => {
    const requests = mockEndpoint('PUT /users', fan({ name: 'Finn the Great' }));
    open(fan(), '/user/account?section=profile');
    await type('Name', ' the Great');
    await press('Save changes');
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ name: 'Finn the Great' });
    expect(requests[0]?.body).not.toHaveProperty('email');
  });

  it('requires the current password for a new email address, and shows the pending one', async () => {
    mockError('PUT /users', 'wrong_password');
    open(fan(), '/user/account?section=profile');
    await userEvent.clear(await screen.findByLabelText('Email'));
    await type('Email', 'new@example.com');
    await type('Current password', 'wrong');
    await press('Save changes');
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        expect.stringContaining('This isn’t your current password.'),
      ),
    );
    const requests = mockEndpoint('PUT /users', fan({ pendingEmail: 'new@example.com' }));
    await type('Current password', '!');
    await press('Save changes');
    expect(await screen.findByText(/Open the link we sent to new@example.com to confirm it/)).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ email: 'new@example.com', currentPassword: 'wrong!' });
  });

  it('requires two-step verification for a new email address, and saves after it', async () => {
    const user = fan({ hasTwoFactor: true });
    mockError('PUT /users', 'reauthentication_required');
    const reauthentications = mockEndpoint('POST /auth/reauthenticate', { until: '2026-01-01T00:10:00.000Z' });
    open(user, '/user/account?section=profile');
    await userEvent.clear(await screen.findByLabelText('Email'));
    await type('Email', 'new@example.com');
    await type('Current password', 'current-password');
    await press('Save changes');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter your code' }));
    const requests = mockEndpoint('PUT /users', { ...user, pendingEmail: 'new@example.com' });
    await userEvent.type(dialog.getByLabelText('Code'), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Open the link we sent to new@example.com to confirm it/)).toBeVisible();
    expect(reauthentications.map(({ body }) => body)).toEqual([{ code: '123456' }]);
    expect(requests[0]?.body).toMatchObject({ email: 'new@example.com', currentPassword: 'current-password' });
  });

  it('is not sent while the contract rejects a field', async () => {
    const requests = mockEndpoint('PUT /users', fan());
    open(fan(), '/user/account?section=profile');
    const phone = await screen.findByLabelText(/^Phone/);
    await userEvent.clear(phone);
    await userEvent.type(phone, 'by letter');
    await press('Save changes');
    expect(await screen.findByText('Enter a phone number starting with + and the country code.')).toBeVisible();
    expect(phone).toHaveFocus();
    expect(phone).toHaveValue('by letter');
    await userEvent.clear(phone);
    await userEvent.type(phone, '+41 44 123 45 67');
    await press('Save changes');
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([expect.objectContaining({ phone: '+41 44 123 45 67' })]);
  });

  it('keeps what was typed after a failure and a reload', async () => {
    mockNetworkError('PUT /users');
    const { unmount } = open(fan(), '/user/account?section=profile');
    await userEvent.type(await screen.findByLabelText(/First name/), 'Finnegan');
    await press('Save changes');
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
    unmount();
    open(fan(), '/user/account?section=profile');
    await waitFor(() => expect(screen.getByLabelText(/First name/)).toHaveValue('Finnegan'));
  });
});

describe('the list of sections', () => {
  const marked = () => screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  const originalMatchMedia = window.matchMedia;
  afterEach(() => {
    window.matchMedia = originalMatchMedia;
  });

  it('marks the section that is open', async () => {
    mockEndpoint('GET /block/users', { data: [], total: 0, nextCursor: null });
    open(fan(), '/user/account?section=privacy');
    expect(await screen.findByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    expect(marked().map(({ textContent }) => textContent)).toEqual(['Privacy']);
  });

  it('marks none while it is alone on a phone, and the first one beside a section', async () => {
    const { unmount } = open(fan(), '/user/account');
    await screen.findByLabelText('Name');
    expect(marked()).toEqual([]);
    unmount();
    window.matchMedia = (query) => Object.assign(originalMatchMedia(query), { matches: true });
    open(fan(), '/user/account');
    await screen.findByLabelText('Name');
    expect(marked().map(({ textContent }) => textContent)).toEqual(['Profile']);
  });
});

describe('changing the password', () => {
  it('shows a confirmation and empties the fields', async () => {
    const requests = mockEndpoint('PUT /auth/users/me/password', { updated: true });
    mockEndpoint('GET /users/me', fan());
    open(fan(), '/user/account?section=password');
    await type('Current password', 'the old one 1');
    await type('New password', 'the new one 2');
    await press('Change password');
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([{ password: 'the new one 2', currentPassword: 'the old one 1', source: 'user' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('shows an error of the current password at its field', async () => {
    mockError('PUT /auth/users/me/password', 'wrong_password');
    open(fan(), '/user/account?section=password');
    await type('Current password', 'not this');
    await type('New password', 'the new one 2');
    await press('Change password');
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This isn’t your current password.'));
    expect(screen.getByLabelText('Current password')).toHaveFocus();
  });

  it('shows a generic error when the API cannot be reached', async () => {
    mockNetworkError('PUT /auth/users/me/password');
    open(fan(), '/user/account?section=password');
    await type('Current password', 'the old one 1');
    await type('New password', 'the new one 2');
    await press('Change password');
    expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
  });

  it('asks for no current password when there is none', async () => {
    const requests = mockEndpoint('PUT /auth/users/me/password', { updated: true });
    mockEndpoint('GET /users/me', fan());
    open(fan({ hasPassword: false }), '/user/account?section=password');
    await type('New password', 'the first one 1');
    await press('Set password');
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ password: 'the first one 1', source: 'user' }]));
  });
});

describe('the devices', () => {
  const device = { address: '203.0.113.7', country: 'DE', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2026-01-02T00:00:00.000Z' };

  it('are logged out one by one, and all others in one step', async () => {
    mockEndpoint('GET /auth/sessions', [
      { ...device, _id: 'a', device: 'Firefox on Linux', isCurrent: true },
      { ...device, _id: 'b', device: 'Safari on iPhone', isCurrent: false },
    ]);
    const one = mockEndpoint('DELETE /auth/sessions/:id', { ended: 1 });
    const all = mockEndpoint('DELETE /auth/sessions', { ended: 1 });
    open(fan(), '/user/account?section=sessions');
    const phone = (await screen.findByText('Safari on iPhone')).closest('li');
    await userEvent.click(within(phone ?? document.body).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(one.map(({ params }) => params['id'])).toEqual(['b']));
    expect(await screen.findByText('Safari on iPhone was logged out')).toBeVisible();
    await press('Log out everywhere else');
    await waitFor(() => expect(all).toHaveLength(1));
  });
});

describe('privacy', () => {
  const blockOf = (name: string) => ({
    _id: `block of ${name}`,
    target: {
      _id: `id of ${name}`,
      username: name.toLowerCase(),
      name,
      avatar: '',
      isPerformer: false,
      isVerified: false,
      isOnline: false,
    },
    reason: 'rude',
    createdAt: '2026-01-01T00:00:00.000Z',
  });

  it('lists blocked people and unblocks one, with an undo', async () => {
    const block = blockOf('Troll');
    const { target } = block;
    mockEndpoint('GET /block/users', { data: [block], total: 1, nextCursor: null });
    const unblocked = mockEndpoint('DELETE /block/users/:id', { unblocked: true });
    const blocked = mockEndpoint('POST /block/users', block);
    open(fan(), '/user/account?section=privacy');
    await press('Unblock Troll');
    await waitFor(() => expect(unblocked.map(({ params }) => params['id'])).toEqual([target._id]));
    await press('Undo');
    await waitFor(() => expect(blocked.map(({ body }) => body)).toEqual([{ targetId: target._id, reason: 'rude' }]));
  });

  it('loads more blocked people until all are shown', async () => {
    mockEndpoint('GET /block/users', ({ query }) =>
      query.get('cursor') === 'second'
        ? { data: [blockOf('Imp')], total: 2, nextCursor: null }
        : { data: [blockOf('Troll')], total: 2, nextCursor: 'second' },
    );
    open(fan(), '/user/account?section=privacy');
    await press('Load more');
    const people = within(await screen.findByRole('list', { name: 'Blocked people' }));
    expect(await people.findByText('Imp')).toBeVisible();
    expect(people.getByText('Troll')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument());
  });

  it('saves the switch immediately', async () => {
    mockEndpoint('GET /block/users', { data: [], total: 0, nextCursor: null });
    const requests = mockEndpoint('PUT /users', fan({ privacy: { showOnline: false, readReceipts: true, typing: true } }));
    open(fan(), '/user/account?section=privacy');
    await userEvent.click(await screen.findByRole('switch', { name: 'Show when you’re online' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: /online/ })).not.toBeChecked());
    expect(requests.map(({ body }) => body)).toEqual([{ privacy: { showOnline: false } }]);
  });
});

describe('prices', () => {
  it("respect the site's limits and show what the performer receives", async () => {
    const requests = mockEndpoint('PUT /performers/:id', performer({ monthlyPrice: 20 }));
    open(performer({ monthlyPrice: 9.99 }), '/creator/account?section=prices', { commissionRate: 0.2, maximumSubscriptionPrice: 300 });
    const month = await screen.findByLabelText('Price per month');
    expect(screen.getByText('You receive $8.00')).toBeVisible();
    await userEvent.clear(month);
    await userEvent.type(month, '300.01');
    await press('Save changes');
    expect(await screen.findByText(/Enter a price from/)).toBeVisible();
    await userEvent.clear(month);
    await userEvent.type(month, '20');
    await press('Save changes');
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([{ monthlyPrice: 20, yearlyPrice: 99, isFreeSubscription: false }]);
  });

  it('offer a free trial only where the site does', async () => {
    open(performer(), '/creator/account?section=prices', { freeSubscriptionEnabled: false });
    await screen.findByLabelText('Price per month');
    expect(screen.queryByRole('switch', { name: 'Offer a free trial' })).toBeNull();
  });
});

describe('offers', () => {
  const offer = {
    _id: '0198c0de-0000-7000-8000-0000000000f1',
    kind: 'bundle',
    months: 3,
    value: 0.1,
    price: 26.97,
    totalUses: 2,
    maximumUses: 10,
    startsAt: null,
    endsAt: null,
    createdAt: '2026-05-01T10:00:00.000Z',
  } as const;

  it('are created from a percentage, within the limits', async () => {
    const requests = mockEndpoint('POST /performer/promotions', offer);
    open(performer(), '/creator/account?section=prices');
    expect(await screen.findByText('No offers yet')).toBeVisible();
    const percent = await screen.findByLabelText('Percent off');
    await userEvent.clear(percent);
    await userEvent.type(percent, '95');
    await press('Create offer');
    expect(await screen.findByText('Enter a whole number from 5 to 90.')).toBeVisible();
    expect(requests).toEqual([]);
    await userEvent.clear(percent);
    await userEvent.type(percent, '15');
    await userEvent.selectOptions(screen.getByLabelText('Type'), '6-month bundle');
    mockEndpoint('GET /performer/promotions', [offer]);
    await press('Create offer');
    expect(await screen.findByText('3 months, 10% off')).toBeVisible();
    expect(screen.getByText(/2 of 10 redeemed/)).toBeVisible();
    expect(requests[0]?.body).toEqual({ kind: 'bundle', months: 6, value: 0.15, maximumUses: null, endsAt: null });
  });

  it('end after a confirmation', async () => {
    mockEndpoint('GET /performer/promotions', [offer]);
    const requests = mockEndpoint('DELETE /performer/promotions/:id', { deleted: true });
    open(performer(), '/creator/account?section=prices');
    await press('End offer');
    expect(requests).toEqual([]);
    mockEndpoint('GET /performer/promotions', []);
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End offer' }));
    expect(await screen.findByText('No offers yet')).toBeVisible();
    expect(requests[0]?.params).toEqual({ id: offer._id });
  });
});

describe('the payout method', () => {
  const account = {
    banking: { firstName: 'Ada', lastName: 'L', bankName: 'First', country: 'US', last4: '6789' },
    paypal: null,
    stripe: null,
    preferred: 'banking',
  } as const;

  it('is saved after the user has entered the password that the API requires', async () => {
    mockError('PUT /performers/:id/payment-gateway-settings', 'reauthentication_required');
    const reauthentications = mockEndpoint('POST /auth/reauthenticate', { until: '2026-01-01T00:10:00.000Z' });
    mockEndpoint('GET /users/me', performer({ payoutMethods: { ...account, paypal: { email: 'a***@example.com' }, preferred: 'paypal' } }));
    open(performer({ payoutMethods: account }), '/creator/account?section=payout-method');
    expect(await screen.findByText(/account •••• 6789/)).toBeVisible();
    await type('PayPal email', 'ada@example.com');
    await press('Save PayPal email');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    const saved = mockEndpoint('PUT /performers/:id/payment-gateway-settings', { payoutMethods: account });
    await userEvent.type(within(dialog).getByLabelText('Password'), 'open sesame');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(reauthentications.map(({ body }) => body)).toEqual([{ password: 'open sesame' }]);
    expect(saved.map(({ body }) => body)).toEqual([{ method: 'paypal', email: 'ada@example.com' }]);
    expect(await screen.findByText('a•••@example.com')).toBeVisible();
  });

  it('keeps asking after a wrong password, and is not saved when the user cancels', async () => {
    const requests = mockError('PUT /performers/:id/payment-gateway-settings', 'reauthentication_required');
    mockError('POST /auth/reauthenticate', 'wrong_password');
    open(performer(), '/creator/account?section=payout-method');
    await type('PayPal email', 'ada@example.com');
    await press('Save PayPal email');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Password'), 'wrong');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await within(dialog).findByText('This isn’t your current password.')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests).toHaveLength(1);
    expect(screen.getByLabelText('PayPal email')).toHaveValue('ada@example.com');
  });
});

it('shows a rejected performer the reason, and accepts a new document', async () => {
  const requests = mockEndpoint('POST /performers/documents/upload', storedFile('document'));
  mockEndpoint('GET /users/me', performer({ verification: 'pending' }));
  open(performer({ verification: 'rejected', verificationNote: 'The card is cut off.' }), '/creator/account?section=documents');
  expect(await screen.findByText(/The card is cut off/)).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Choose a photo of your ID'), new File(['paper'], 'id.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('In review')).toBeVisible();
  expect(requests[0]?.body).toMatchObject({ type: 'idVerification' });
});

it('warns a performer who blocks their own country', async () => {
  open(performer({ country: 'DE', blockedCountries: ['DE'] }), '/creator/account?section=blocked-countries');
  expect(await screen.findByText('This is your own country')).toBeVisible();
});
