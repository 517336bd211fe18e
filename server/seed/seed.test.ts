/** The demonstration's people are real: they were made once, and they can sign in. */
import { allHelperRights } from '@contract/kernel/delegate-rights';
import { deliveryStates } from '@contract/values';
import { accounts } from '@server/platform/db/schema/schema';
import { brokenLaws } from '../../tests/support/books';
import { openLiveWorld } from '../../tests/kit/live/shows';
import type { World } from '../../tests/kit/host/test-host';
import { performers } from './cast';
import { seed } from './main';

let world: World;

const password = 'a password for the demo';

beforeAll(async () => {
  ({ world } = await openLiveWorld({ DEMO_PASSWORD: password }));
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

const signIn = async (username: string): Promise<{ token: string }> => {
  const { data } = await world.call('POST /auth/login', { body: { username, password } });
  return { token: 'token' in data ? data.token : '' };
};

test('two starts at once make everybody once, and a third makes nobody', async () => {
  const both = await Promise.all([seed(world.ctx), seed(world.ctx)]);
  const people = both.flat();
  expect(people.map(({ username }) => username)).toEqual(['olive', 'ada', 'bruno', 'chen', 'finn', 'greta', 'hugo']);
  expect(await seed(world.ctx)).toEqual([]);
  expect(await world.ctx.db.$count(accounts)).toBe(performers.length + 4);

  expect(new Set(people.map((person) => person.password))).toEqual(new Set([password]));
  for (const { username } of people) {
    const me = await world.call('GET /users/me', {}, await signIn(username));
    expect(me.data).toMatchObject({ username, status: 'active' });
  }

  const { data } = await world.call('GET /performers/user/search', { query: { limit: 100, sortBy: 'popular' } });
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
    for (const address of [avatar, cover ?? '']) expect((await fetch(world.url + new URL(address).pathname)).status).toBe(200);
  expect((await world.call('GET /performers/:id', { params: { id: 'chen' } })).refusal.error).toBe('performer_not_found');

  const waiting = await world.call('GET /admin/performers/search', { query: { verification: 'pending' } }, await signIn('olive'));
  expect(waiting.data.data.map(({ username }) => username)).toEqual(['chen']);
}, 120_000);

test('one of the fans helps a performer with all that helpers may do', async () => {
  await seed(world.ctx);
  const { data } = await world.call('GET /performer/helpers', {}, await signIn('ada'));
  expect(data).toMatchObject([{ person: { username: 'hugo' }, rights: allHelperRights, expiresAt: null }]);
}, 120_000);

test('one sells what she does live, another has played a show and plans the next', async () => {
  await seed(world.ctx);
  const [ada, bruno, finn] = [await signIn('ada'), await signIn('bruno'), await signIn('finn')];
  const { data: offered } = await world.call('GET /streaming/mine', {}, ada);
  expect(offered.stream.tipMenu.map(({ price }) => price)).toEqual([10, 15, 40]);
  expect(offered.settings).toMatchObject({ privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 3 });

  const { data: posts } = await world.call('GET /user/feeds/search/:username', { params: { username: 'bruno' } });
  const planned = posts.data.find(({ type }) => type === 'scheduled-stream');
  expect(Date.parse(planned?.streamScheduledAt ?? '')).toBeGreaterThan(world.clock.now().getTime() + 86_400_000);

  const { data: past } = await world.call('GET /streaming/sessions', {}, bruno);
  expect(past.data).toEqual([
    expect.objectContaining({ startedAt: expect.any(String) as string, duration: 1380, tips: 15, endReason: 'owner', videoId: null }),
  ]);
  const { data: played } = await world.call('GET /streaming/mine', {}, bruno);
  const { data: chat } = await world.call('GET /messages/stream/:id', { params: { id: played.conversation._id } }, finn);
  expect(chat.data.map(({ type, sender }) => [type, sender.username])).toEqual([
    ['tip', 'finn'],
    ['text', 'bruno'],
    ['text', 'finn'],
    ['text', 'bruno'],
  ]);
}, 120_000);

test('a report waits, and one who was warned appeals', async () => {
  await seed(world.ctx);
  const olive = await signIn('olive');
  const { data: reports } = await world.call('GET /admin/reports/search', { query: {} }, olive);
  expect(reports.data.map(({ status, reason }) => [reason, status]).sort()).toEqual([
    ['rights', 'open'],
    ['spam', 'resolved'],
  ]);
  const { data: appeals } = await world.call('GET /admin/appeals/search', { query: { status: 'open' } }, olive);
  expect(appeals.data).toMatchObject([{ decision: { action: 'warn' }, isOwnDecision: true }]);
});

test('two programs are told of what happens, and not all of it arrives', async () => {
  await seed(world.ctx);
  const olive = await signIn('olive');
  const { data: webhooks } = await world.call('GET /admin/webhooks', {}, olive);
  expect(webhooks.map(({ isActive, failingSince }) => [isActive, failingSince !== null])).toEqual([
    [true, true],
    [false, true],
  ]);
  const { data: told } = await world.call('GET /admin/webhooks/deliveries/search', { query: {} }, olive);
  expect(new Set(told.data.map(({ state }) => state))).toEqual(new Set(deliveryStates));
  // Nothing is sent out by a demonstration that has only begun.
  for (const { runsAt } of told.data)
    if (runsAt !== null) expect(Date.parse(runsAt)).toBeGreaterThan(world.clock.now().getTime() + 3_600_000);
});
