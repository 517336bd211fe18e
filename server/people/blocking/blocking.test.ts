/** Blocking through its endpoints. */
import { blockedCountries, userBlocks } from '@server/platform/db/schema/schema';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { isBlockedBetween } from './blocking';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
afterEach(() => {
  visitorCountry = null;
});

const block = (token: string, targetId: string, reason?: string) =>
  world.call('POST /block/users', { body: { targetId, reason } }, { token });
const list = async (token: string, query = {}) => (await world.call('GET /block/users', { query }, { token })).data;

test('blocking twice is once, also at the same moment, and holds both ways', async () => {
  const [one, other] = [await signUpFan(world), await signUpFan(world)];
  const answers = await Promise.all(Array.from({ length: 6 }, () => block(one.token, other.id, 'Spam')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
  expect(answers[0]?.data).toMatchObject({ target: { _id: other.id, username: other.username }, reason: 'Spam' });
  expect(await list(one.token)).toMatchObject({ total: 1, data: [{ target: { _id: other.id } }] });
  expect(await list(other.token)).toMatchObject({ total: 0, data: [] });
  expect(await isBlockedBetween(world.ctx, other.id, one.id)).toBe(true);
  expect(await isBlockedBetween(world.ctx, one.id, other.id)).toBe(true);
});

test('a block can be taken back by who set it, once', async () => {
  const [one, other] = [await signUpFan(world), await signUpPerformer(world)];
  await block(one.token, other.id);
  const unblock = (token: string, id: string) => world.call('DELETE /block/users/:id', { params: { id } }, { token });
  expect((await unblock(other.token, one.id)).refusal.error).toBe('block_not_found');
  expect((await unblock(one.token, other.id)).data).toEqual({ unblocked: true });
  expect((await unblock(one.token, other.id)).refusal.error).toBe('block_not_found');
  expect(await world.ctx.db.$count(userBlocks)).toBe(1);
});

test('refuses oneself and nobody', async () => {
  const { token, id } = await signUpFan(world);
  expect((await block(token, id)).refusal.error).toBe('self_not_allowed');
  expect((await block(token, world.ctx.chance.id())).refusal.error).toBe('user_not_found');
});

test('the list can be searched and paged', async () => {
  const me = await signUpFan(world);
  for (const name of ['karla', 'karlo', 'zoe']) await block(me.token, (await signUpFan(world, name)).id);
  expect((await list(me.token, { q: 'KARL' })).total).toBe(2);
  const first = await list(me.token, { limit: 2 });
  const second = await list(me.token, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.data, ...second.data].map(({ target }) => target.username)).toEqual(['zoe', 'karlo', 'karla']);
});

test("a performer's list of countries is replaced whole, without repeats, or not at all", async () => {
  const { token } = await signUpPerformer(world);
  const close = (countryCodes: string[]) => world.call('POST /block/countries', { body: { countryCodes } }, { token });
  const closed = async () => (await world.call('GET /performers/me', {}, { token })).data.blockedCountries;
  expect((await close(['fr', 'DE', 'FR'])).data.countryCodes).toEqual(['DE', 'FR']);
  expect((await close(['US', 'XX', 'QQ'])).refusal).toMatchObject({
    error: 'country_unknown',
    issues: [{ path: 'countryCodes.0' }, { path: 'countryCodes.2' }],
  });
  expect(await closed()).toEqual(['DE', 'FR']);
  await Promise.all([close(['AT', 'CH']), close(['AT', 'IT'])]);
  expect([
    ['AT', 'CH'],
    ['AT', 'IT'],
  ]).toContainEqual(await closed());
  await close([]);
  expect(await closed()).toEqual([]);
});

test('tells whether the site is closed to the country of the visit', async () => {
  const check = async () => (await world.call('GET /block/countries/check')).data;
  await world.ctx.db.insert(blockedCountries).values({ code: 'FR' });
  await world.ctx.closedCountries.reload();
  visitorCountry = 'FR';
  expect(await check()).toEqual({ blocked: true, country: 'FR' });
  visitorCountry = 'DE';
  expect(await check()).toEqual({ blocked: false, country: 'DE' });
  visitorCountry = null;
  expect(await check()).toEqual({ blocked: false, country: null });
});
