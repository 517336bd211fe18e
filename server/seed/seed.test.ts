/** The demo accounts: created once, and able to sign in. */
import { allDelegateRights } from '@contract/kernel/delegate-rights';
import { deliveryStates } from '@contract/kernel/values/console';
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { charges } from '@server/platform/db/schema/money';
import { violatedInvariants } from '../../tests/kit/money/ledger';
import { demoPassword, demoSite } from '../../tests/kit/live/seeded-site';
import { openLiveTestHost } from '../../tests/kit/live/shows';
import type { TestHost } from '../../tests/kit/host/test-host';
import { performers } from './cast-performers';
import { seed, type DemoPerson } from './main';

let testHost: TestHost;

let returned: DemoPerson[][];

beforeAll(async () => {
  const demo = await demoSite();
  ({ returned } = demo);
  ({ testHost } = await openLiveTestHost({ DEMO_PASSWORD: demoPassword }, {}, demo));
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

const signIn = async (username: string): Promise<{ token: string }> => {
  const { data } = await testHost.call('POST /auth/login', { body: { username, password: demoPassword } });
  return { token: 'token' in data ? data.token : '' };
};

test('two concurrent starts create each account once, and a third creates none', async () => {
  const people = returned.flat();
  expect(people.map(({ username }) => username)).toEqual(['olive', 'ada', 'bruno', 'chen', 'finn', 'greta', 'hugo']);
  expect(await seed(testHost.ctx)).toEqual([]);
  expect(await testHost.ctx.db.$count(accounts)).toBe(performers.length + 4);

  expect(new Set(people.map((person) => person.password))).toEqual(new Set([demoPassword]));
  for (const { username } of people) {
    const me = await testHost.call('GET /users/me', {}, await signIn(username));
    expect(me.data).toMatchObject({ username, status: 'active' });
  }

  const { data } = await testHost.call('GET /performers/user/search', { query: { limit: 100, sortBy: 'popular' } });
  expect(data.data.map(({ username }) => username).sort()).toEqual(
    performers
      .filter(({ isApproved }) => isApproved)
      .map(({ username }) => username)
      .sort(),
  );
  expect(data.data[0]).toMatchObject({ username: 'ada', isFeatured: true, cover: expect.stringContaining('/media/') as string });
  for (const { avatarBlur, coverBlur } of data.data)
    expect([avatarBlur, coverBlur]).toEqual(Array(2).fill(expect.stringMatching(/^data:image\/webp;base64,.{1,278}$/)));
  for (const { avatar, cover } of data.data)
    for (const url of [avatar, cover ?? '']) expect((await fetch(testHost.url + new URL(url).pathname)).status).toBe(200);
  expect((await testHost.call('GET /performers/:id', { params: { id: 'chen' } })).errorBody.error).toBe('performer_not_found');

  const waiting = await testHost.call('GET /admin/performers/search', { query: { verification: 'pending' } }, await signIn('olive'));
  expect(waiting.data.data.map(({ username }) => username)).toEqual(['chen']);
});

test("a fan is a performer's delegate with all delegate rights", async () => {
  const { data } = await testHost.call('GET /performer/helpers', {}, await signIn('ada'));
  expect(data).toMatchObject([{ person: { username: 'hugo' }, rights: allDelegateRights, expiresAt: null }]);
});

test('one performer has a tip menu and private shows, another has ended a show and scheduled the next', async () => {
  const [ada, bruno, finn] = [await signIn('ada'), await signIn('bruno'), await signIn('finn')];
  const { data: offered } = await testHost.call('GET /streaming/mine', {}, ada);
  expect(offered.stream.tipMenu.map(({ price }) => price)).toEqual([10, 15, 40]);
  expect(offered.settings).toMatchObject({ privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 3 });

  const { data: posts } = await testHost.call('GET /user/feeds/search/:username', { params: { username: 'bruno' } });
  const scheduled = posts.data.find(({ type }) => type === 'scheduled-stream');
  expect(Date.parse(scheduled?.streamScheduledAt ?? '')).toBeGreaterThan(testHost.clock.now().getTime() + 86_400_000);
  expect(scheduled?.tickets).toMatchObject({ price: 5, capacity: 40, state: 'on_sale' });
  expect(await testHost.ctx.db.$count(charges, eq(charges.type, 'ticket'))).toBe(1);

  const { data: past } = await testHost.call('GET /streaming/sessions', {}, bruno);
  expect(past.data).toEqual([
    expect.objectContaining({ startedAt: expect.any(String) as string, tips: 15, endReason: 'owner', videoId: null }),
  ]);
  // The show went live 23 minutes before the seed ran, and the seed ended it.
  expect(Math.floor((past.data[0]?.duration ?? 0) / 60)).toBe(23);
  const { data: played } = await testHost.call('GET /streaming/mine', {}, bruno);
  const { data: chat } = await testHost.call('GET /messages/stream/:id', { params: { id: played.conversation._id } }, finn);
  expect(chat.data.map(({ type, sender }) => [type, sender.username])).toEqual([
    ['tip', 'finn'],
    ['text', 'bruno'],
    ['text', 'finn'],
    ['text', 'bruno'],
  ]);
});

test('one report is open, and a warned performer has appealed', async () => {
  const olive = await signIn('olive');
  const { data: reports } = await testHost.call('GET /admin/reports/search', { query: {} }, olive);
  expect(reports.data.map(({ status, reason }) => [reason, status]).sort()).toEqual([
    ['rights', 'open'],
    ['spam', 'resolved'],
  ]);
  const { data: appeals } = await testHost.call('GET /admin/appeals/search', { query: { status: 'open' } }, olive);
  expect(appeals.data).toMatchObject([{ decision: { action: 'warn' }, isOwnDecision: true }]);
});

test('one creator waits for the consent of another, and a release for an operator', async () => {
  const { data: appearances } = await testHost.call('GET /appearances', { query: {} }, await signIn('ada'));
  expect(appearances.data).toMatchObject([
    { consent: 'asked', item: { kind: 'feed', state: 'awaiting-consent', performer: { username: 'bruno' } } },
  ]);
  const { data: releases } = await testHost.call('GET /admin/releases/search', { query: {} }, await signIn('olive'));
  expect(releases.data).toMatchObject([{ name: 'Mina Roth', status: 'waiting', performer: { username: 'ada' } }]);
});

test('two webhooks have deliveries, not all of them successful', async () => {
  const olive = await signIn('olive');
  const { data: webhooks } = await testHost.call('GET /admin/webhooks', {}, olive);
  expect(webhooks.map(({ isActive, failingSince }) => [isActive, failingSince !== null])).toEqual([
    [true, true],
    [false, true],
  ]);
  const { data: deliveries } = await testHost.call('GET /admin/webhooks/deliveries/search', { query: {} }, olive);
  expect(new Set(deliveries.data.map(({ state }) => state))).toEqual(new Set(deliveryStates));
  // No pending delivery is due within the next hour.
  for (const { runsAt } of deliveries.data)
    if (runsAt !== null) expect(Date.parse(runsAt)).toBeGreaterThan(testHost.clock.now().getTime() + 3_600_000);
});
