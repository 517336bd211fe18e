/** Notification preferences. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notificationTypes } from '@contract/kernel/values/notifications';
import { toasts, dismissToast } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { uninstallPush, installPush } from '../../../../../tests/kit/screens/fake-push';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { AccountScreen } from '../account-screen';
import type { Preferences } from './use-preferences';

startFakeHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
  uninstallPush();
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const defaultPreferences: Preferences = {
  types: Object.fromEntries(notificationTypes.map((type) => [type, { inApp: true, push: true, mail: false }])) as Preferences['types'],
  quietHours: null,
  digest: 'each',
};
const open = (user: ReturnType<typeof fan> | ReturnType<typeof performer> = fan()) =>
  renderScreen(<AccountScreen setup={null} display={null} />, { user, path: '/user/account?section=notifications' });
const switchOf = async (typeLabel: string, channel: string) =>
  within(await screen.findByRole('group', { name: typeLabel })).getByRole('switch', { name: channel });
const shownTypes = async () => {
  await screen.findByRole('group', { name: 'Messages' });
  return screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
};

describe('the notification types', () => {
  beforeEach(() => void mockEndpoint('GET /notifications/preferences', defaultPreferences));

  it('are those a fan can receive', async () => {
    open();
    expect(await shownTypes()).toEqual(
      expect.arrayContaining(['Messages', 'Updates from creators you follow', 'Failed renewals', 'Reports']),
    );
    for (const other of ['Tips', 'Payouts', 'Votes in your polls']) expect(await shownTypes()).not.toContain(other);
  });

  it('are those a performer can receive', async () => {
    open(performer());
    expect(await shownTypes()).toEqual(expect.arrayContaining(['Tips', 'Payouts', 'Votes in your polls', 'Documents']));
    expect(await shownTypes()).not.toContain('Failed renewals');
  });

  it('are those an operator can receive', async () => {
    open(operator());
    expect(await shownTypes()).toEqual(expect.arrayContaining(['Reports', 'Documents']));
    expect(await shownTypes()).not.toContain('Tips');
  });

  it('show which ones are always on', async () => {
    open();
    const security = within(await screen.findByRole('group', { name: 'Account security' }));
    expect(security.getByText('In-app: always on')).toBeVisible();
    expect(security.getByText('Email: always on')).toBeVisible();
    expect(security.getAllByRole('switch').map((element) => element.parentElement?.textContent)).toEqual(['Push']);
  });

  it('are saved immediately, updated optimistically, and sent in order', async () => {
    const requests: unknown[] = [];
    const respond: (() => void)[] = [];
    mockEndpoint('PUT /notifications/preferences', async ({ body }) => {
      requests.push(body);
      await new Promise<void>((resolve) => respond.push(resolve));
      const types = { ...defaultPreferences.types, message: { inApp: true, push: false, mail: requests.length > 1 } };
      return { ...defaultPreferences, types };
    });
    open();
    await userEvent.click(await switchOf('Messages', 'Push'));
    await userEvent.click(await switchOf('Messages', 'Email'));
    expect(await switchOf('Messages', 'Push')).not.toBeChecked();
    expect(await switchOf('Messages', 'Email')).toBeChecked();
    await waitFor(() => expect(requests).toEqual([{ types: { message: { push: false } } }]));
    respond[0]?.();
    await waitFor(() => expect(requests[1]).toEqual({ types: { message: { mail: true } } }));
    expect(await switchOf('Messages', 'Email')).toBeChecked();
    respond[1]?.();
    await waitFor(async () => expect(await switchOf('Messages', 'Push')).not.toBeChecked());
  });

  it('are reverted with an error when saving fails', async () => {
    mockNetworkError('PUT /notifications/preferences');
    open();
    await userEvent.click(await switchOf('Messages', 'Push'));
    await waitFor(() => expect(toasts.read()).toHaveLength(1));
    expect(await switchOf('Messages', 'Push')).toBeChecked();
  });
});

it('shows an error when the preferences cannot be loaded, and retries', async () => {
  mockNetworkError('GET /notifications/preferences');
  open();
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  mockEndpoint('GET /notifications/preferences', defaultPreferences);
  await userEvent.click(retryButton);
  expect(await screen.findByRole('group', { name: 'Messages' })).toBeVisible();
});

describe('quiet hours', () => {
  const mockSaving = () =>
    mockEndpoint('PUT /notifications/preferences', ({ body }) => ({ ...defaultPreferences, ...(body as Partial<Preferences>) }));

  it("default to a night in the browser's time zone, and are removed when switched off", async () => {
    mockEndpoint('GET /notifications/preferences', defaultPreferences);
    const requests = mockSaving();
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Use quiet hours' }));
    const night = { from: '22:00', to: '07:00', timeZone: zone };
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ quietHours: night }]));
    expect(screen.getByLabelText('From')).toHaveValue('22:00');
    expect(screen.getByText(`Time zone: ${zone}.`)).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Use quiet hours' }));
    await waitFor(() => expect(requests[1]?.body).toEqual({ quietHours: null }));
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  it('are saved when a time has changed, but not when both times are the same', async () => {
    mockEndpoint('GET /notifications/preferences', {
      ...defaultPreferences,
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' },
    });
    const requests = mockSaving();
    open();
    const from = await screen.findByLabelText('From');
    fireEvent.change(from, { target: { value: '07:00' } });
    fireEvent.blur(from);
    expect(screen.getByText('Choose a different end time.')).toBeVisible();
    fireEvent.change(from, { target: { value: '23:30' } });
    fireEvent.blur(from);
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ quietHours: { from: '23:30', to: '07:00', timeZone: zone } }]));
    expect(from).toHaveValue('23:30');
  });

  it('can be moved to the current time zone', async () => {
    mockEndpoint('GET /notifications/preferences', {
      ...defaultPreferences,
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' },
    });
    const requests = mockSaving();
    open();
    await userEvent.click(await screen.findByRole('button', { name: `Use ${zone}` }));
    await waitFor(() => expect(requests[0]?.body).toEqual({ quietHours: { from: '22:00', to: '07:00', timeZone: zone } }));
  });
});

it('saves the email frequency', async () => {
  mockEndpoint('GET /notifications/preferences', defaultPreferences);
  const requests = mockEndpoint('PUT /notifications/preferences', { ...defaultPreferences, digest: 'weekly' });
  open();
  const select = await screen.findByLabelText('Email frequency');
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Individually, after a few minutes', 'Daily summary', 'Weekly summary', 'None']);
  await userEvent.selectOptions(select, 'weekly');
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ digest: 'weekly' }]));
  expect(select).toHaveValue('weekly');
});

describe('push on this device', () => {
  beforeEach(() => void mockEndpoint('GET /notifications/preferences', defaultPreferences));

  it('is turned on and off', async () => {
    installPush();
    const added = mockEndpoint('POST /notifications/push', { _id: 'device' });
    const removed = mockEndpoint('DELETE /notifications/push', { deleted: true });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on push' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off push' }));
    expect(await screen.findByRole('button', { name: 'Turn on push' })).toBeVisible();
    expect([added.length, removed.length]).toEqual([1, 1]);
  });

  it('shows that the browser blocks notifications', async () => {
    installPush({ permission: 'denied' });
    open();
    expect(await screen.findByText('Your browser blocks notifications from this site')).toBeVisible();
    expect(screen.queryByRole('button', { name: /push/ })).toBeNull();
  });

  it('shows that the browser does not support it', async () => {
    open();
    expect(await screen.findByText(/This browser doesn’t support push notifications/)).toBeVisible();
  });
});

it.each([
  ['Show when you’re online', 'showOnline'],
  ['Send read receipts', 'readReceipts'],
  ['Show when you’re typing', 'typing'],
])('saves only the privacy setting “%s” when it changes', async (label, name) => {
  const user = fan();
  mockEndpoint('GET /block/users', { data: [], total: 0, nextCursor: null });
  const requests = mockEndpoint('PUT /users', fan({ privacy: { ...user.privacy, [name]: false } }));
  renderScreen(<AccountScreen setup={null} display={null} />, { user, path: '/user/account?section=privacy' });
  await userEvent.click(await screen.findByRole('switch', { name: label }));
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ privacy: { [name]: false } }]));
  await waitFor(() => expect(screen.getByRole('switch', { name: label })).not.toBeChecked());
});
