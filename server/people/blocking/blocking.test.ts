/** Blocking through its endpoints. */
import { userBlocks } from '@server/platform/db/schema/accounts';
import { blockedCountries } from '@server/platform/db/schema/site';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { isBlockedBetween } from './blocking';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
afterEach(() => {
  visitorCountry = null;
});

const block = (token: string, targetId: string, reason?: string) =>
  testHost.call('POST /block/users', { body: { targetId, reason } }, { token });
const listBlocks = async (token: string, query = {}) => (await testHost.call('GET /block/users', { query }, { token })).data;

test('blocking is idempotent, even concurrently, and applies in both directions', async () => {
  const [one, other] = [await signUpFan(testHost), await signUpFan(testHost)];
  const responses = await Promise.all(Array.from({ length: 6 }, () => block(one.token, other.id, 'Spam')));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
  expect(responses[0]?.data).toMatchObject({ target: { _id: other.id, username: other.username }, reason: 'Spam' });
  expect(await listBlocks(one.token)).toMatchObject({ total: 1, data: [{ target: { _id: other.id } }] });
  expect(await listBlocks(other.token)).toMatchObject({ total: 0, data: [] });
  expect(await isBlockedBetween(testHost.ctx, other.id, one.id)).toBe(true);
  expect(await isBlockedBetween(testHost.ctx, one.id, other.id)).toBe(true);
});

test('only the blocker can remove a block, once', async () => {
  const [one, other] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  await block(one.token, other.id);
  const unblock = (token: string, id: string) => testHost.call('DELETE /block/users/:id', { params: { id } }, { token });
  expect((await unblock(other.token, one.id)).errorBody.error).toBe('block_not_found');
  expect((await unblock(one.token, other.id)).data).toEqual({ unblocked: true });
  expect((await unblock(one.token, other.id)).errorBody.error).toBe('block_not_found');
  expect(await testHost.ctx.db.$count(userBlocks)).toBe(1);
});

test('blocking oneself or an unknown account is rejected', async () => {
  const { token, id } = await signUpFan(testHost);
  expect((await block(token, id)).errorBody.error).toBe('self_not_allowed');
  expect((await block(token, testHost.ctx.random.id())).errorBody.error).toBe('user_not_found');
});

test('the list can be searched and paged', async () => {
  const me = await signUpFan(testHost);
  for (const name of ['karla', 'karlo', 'zoe']) await block(me.token, (await signUpFan(testHost, name)).id);
  expect((await listBlocks(me.token, { q: 'KARL' })).total).toBe(2);
  const first = await listBlocks(me.token, { limit: 2 });
  const second = await listBlocks(me.token, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.data, ...second.data].map(({ target }) => target.username)).toEqual(['zoe', 'karlo', 'karla']);
});

test('a performer’s blocked countries are replaced completely, without duplicates, or not at all', async () => {
  const { token } = await signUpPerformer(testHost);
  const setBlockedCountries = (countryCodes: string[]) => testHost.call('POST /block/countries', { body: { countryCodes } }, { token });
  const loadBlockedCountries = async () => (await testHost.call('GET /performers/me', {}, { token })).data.blockedCountries;
  expect((await setBlockedCountries(['fr', 'DE', 'FR'])).data.countryCodes).toEqual(['DE', 'FR']);
  expect((await setBlockedCountries(['US', 'XX', 'QQ'])).errorBody).toMatchObject({
    error: 'country_unknown',
    issues: [{ path: 'countryCodes.0' }, { path: 'countryCodes.2' }],
  });
  expect(await loadBlockedCountries()).toEqual(['DE', 'FR']);
  await Promise.all([setBlockedCountries(['AT', 'CH']), setBlockedCountries(['AT', 'IT'])]);
  expect([
    ['AT', 'CH'],
    ['AT', 'IT'],
  ]).toContainEqual(await loadBlockedCountries());
  await setBlockedCountries([]);
  expect(await loadBlockedCountries()).toEqual([]);
});

test('the check returns the visitor’s country and whether the site is blocked there', async () => {
  const check = async () => (await testHost.call('GET /block/countries/check')).data;
  await testHost.ctx.db.insert(blockedCountries).values({ code: 'FR' });
  await testHost.ctx.siteBlockedCountries.reload();
  visitorCountry = 'FR';
  expect(await check()).toEqual({ blocked: true, country: 'FR' });
  visitorCountry = 'DE';
  expect(await check()).toEqual({ blocked: false, country: 'DE' });
  visitorCountry = null;
  expect(await check()).toEqual({ blocked: false, country: null });
});
