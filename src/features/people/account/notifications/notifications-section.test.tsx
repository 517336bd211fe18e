/** How people choose of what they are told. */
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notificationTypes } from '@contract/values';
import { toasts, dropToast } from '@web/ui/feedback/toast-queue';
import { fan, operator, performer } from '../../../../../tests/kit/answers/accounts';
import { answer, cutOff, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { browserWithoutPush, browserWithPush } from '../../../../../tests/support/push-browser';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { AccountScreen } from '../account-screen';
import type { Preferences } from './use-preferences';

configure({ asyncUtilTimeout: 5000 });
startTestHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dropToast(id);
  browserWithoutPush();
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const standard: Preferences = {
  types: Object.fromEntries(notificationTypes.map((type) => [type, { inApp: true, push: true, mail: false }])) as Preferences['types'],
  quietHours: null,
  digest: 'each',
};
const open = (user: ReturnType<typeof fan> | ReturnType<typeof performer> = fan()) =>
  renderScreen(<AccountScreen setup={null} display={null} />, { user, path: '/user/account?section=notifications' });
const switchOf = async (kind: string, channel: string) =>
  within(await screen.findByRole('group', { name: kind })).getByRole('switch', { name: channel });
const kinds = async () => {
  await screen.findByRole('group', { name: 'Messages' });
  return screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
};

describe('the kinds', () => {
  beforeEach(() => void answer('GET /notifications/preferences', standard));

  it('are those that can happen to a fan', async () => {
    open();
    expect(await kinds()).toEqual(expect.arrayContaining(['Messages', 'News of people I follow', 'Renewals that fail', 'Reports']));
    for (const other of ['Tips', 'Payouts', 'Votes in my polls']) expect(await kinds()).not.toContain(other);
  });

  it('are those that can happen to a performer', async () => {
    open(performer());
    expect(await kinds()).toEqual(expect.arrayContaining(['Tips', 'Payouts', 'Votes in my polls', 'Documents']));
    expect(await kinds()).not.toContain('Renewals that fail');
  });

  it('are those that concern whoever runs the site', async () => {
    open(operator());
    expect(await kinds()).toEqual(expect.arrayContaining(['Reports', 'Documents']));
    expect(await kinds()).not.toContain('Tips');
  });

  it('say what is always on', async () => {
    open();
    const security = within(await screen.findByRole('group', { name: 'Security of my account' }));
    expect(security.getByText('In the app: always on')).toBeVisible();
    expect(security.getByText('Mail: always on')).toBeVisible();
    expect(security.getAllByRole('switch').map((one) => one.parentElement?.textContent)).toEqual(['Push']);
  });

  it('are saved at once, seen before the host has answered, and in their order', async () => {
    const heard: unknown[] = [];
    const releases: (() => void)[] = [];
    answer('PUT /notifications/preferences', async ({ body }) => {
      heard.push(body);
      await new Promise<void>((resolve) => releases.push(resolve));
      const types = { ...standard.types, message: { inApp: true, push: false, mail: heard.length > 1 } };
      return { ...standard, types };
    });
    open();
    await userEvent.click(await switchOf('Messages', 'Push'));
    await userEvent.click(await switchOf('Messages', 'Mail'));
    expect(await switchOf('Messages', 'Push')).not.toBeChecked();
    expect(await switchOf('Messages', 'Mail')).toBeChecked();
    await waitFor(() => expect(heard).toEqual([{ types: { message: { push: false } } }]));
    releases[0]?.();
    await waitFor(() => expect(heard[1]).toEqual({ types: { message: { mail: true } } }));
    expect(await switchOf('Messages', 'Mail')).toBeChecked();
    releases[1]?.();
    await waitFor(async () => expect(await switchOf('Messages', 'Push')).not.toBeChecked());
  });

  it('go back when they cannot be saved, and say so', async () => {
    cutOff('PUT /notifications/preferences');
    open();
    await userEvent.click(await switchOf('Messages', 'Push'));
    await waitFor(() => expect(toasts.read()).toHaveLength(1));
    expect(await switchOf('Messages', 'Push')).toBeChecked();
  });
});

it('says when the choices could not come, and tries again', async () => {
  cutOff('GET /notifications/preferences');
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /notifications/preferences', standard);
  await userEvent.click(again);
  expect(await screen.findByRole('group', { name: 'Messages' })).toBeVisible();
});

describe('quiet hours', () => {
  const saving = () => answer('PUT /notifications/preferences', ({ body }) => ({ ...standard, ...(body as Partial<Preferences>) }));

  it('begin with a night by the clock of the browser, and end when switched off', async () => {
    answer('GET /notifications/preferences', standard);
    const heard = saving();
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Keep quiet hours' }));
    const night = { from: '22:00', to: '07:00', timeZone: zone };
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ quietHours: night }]));
    expect(screen.getByLabelText('From')).toHaveValue('22:00');
    expect(screen.getByText(`By the clock of ${zone}.`)).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Keep quiet hours' }));
    await waitFor(() => expect(heard[1]?.body).toEqual({ quietHours: null }));
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  it('are saved when a time was changed, but not two that are the same', async () => {
    answer('GET /notifications/preferences', { ...standard, quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' } });
    const heard = saving();
    open();
    const from = await screen.findByLabelText('From');
    fireEvent.change(from, { target: { value: '07:00' } });
    fireEvent.blur(from);
    expect(screen.getByText('Choose another time than the first.')).toBeVisible();
    fireEvent.change(from, { target: { value: '23:30' } });
    fireEvent.blur(from);
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ quietHours: { from: '23:30', to: '07:00', timeZone: zone } }]));
    expect(from).toHaveValue('23:30');
  });

  it('can be moved to where somebody is now', async () => {
    answer('GET /notifications/preferences', { ...standard, quietHours: { ...{ from: '22:00', to: '07:00' }, timeZone: 'Asia/Tokyo' } });
    const heard = saving();
    open();
    await userEvent.click(await screen.findByRole('button', { name: `Use ${zone}` }));
    await waitFor(() => expect(heard[0]?.body).toEqual({ quietHours: { from: '22:00', to: '07:00', timeZone: zone } }));
  });
});

it('gathers mails as somebody wishes', async () => {
  answer('GET /notifications/preferences', standard);
  const heard = answer('PUT /notifications/preferences', { ...standard, digest: 'weekly' });
  open();
  const select = await screen.findByLabelText('Mails of what I have not seen');
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Each after a few minutes', 'All of a day in one mail', 'All of a week in one mail', 'None']);
  await userEvent.selectOptions(select, 'weekly');
  await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ digest: 'weekly' }]));
  expect(select).toHaveValue('weekly');
});

describe('push on this device', () => {
  beforeEach(() => void answer('GET /notifications/preferences', standard));

  it('is turned on and off', async () => {
    browserWithPush();
    const added = answer('POST /notifications/push', { _id: 'device' });
    const removed = answer('DELETE /notifications/push', { deleted: true });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on push' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off push' }));
    expect(await screen.findByRole('button', { name: 'Turn on push' })).toBeVisible();
    expect([added.length, removed.length]).toEqual([1, 1]);
  });

  it('says when the browser was told to show none', async () => {
    browserWithPush({ permission: 'denied' });
    open();
    expect(await screen.findByText('Your browser blocks notifications of this site')).toBeVisible();
    expect(screen.queryByRole('button', { name: /push/ })).toBeNull();
  });

  it('says when the browser has none', async () => {
    open();
    expect(await screen.findByText(/This browser shows no pushes/)).toBeVisible();
  });
});

it.each([
  ['Show when I am online', 'showOnline'],
  ['Let others see when I have read their messages', 'readReceipts'],
  ['Show when I am typing', 'typing'],
])('keeps the privacy of %s by itself', async (label, name) => {
  const user = fan();
  answer('GET /block/users', { data: [], total: 0, nextCursor: null });
  const heard = answer('PUT /users', fan({ privacy: { ...user.privacy, [name]: false } }));
  renderScreen(<AccountScreen setup={null} display={null} />, { user, path: '/user/account?section=privacy' });
  await userEvent.click(await screen.findByRole('switch', { name: label }));
  await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ privacy: { [name]: false } }]));
  expect(await screen.findByRole('switch', { name: label })).not.toBeChecked();
});
