/** Following performers: exact counts, lists, and the link to subscriptions. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { follows } from '@server/platform/db/schema/responses';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { countQueries } from '../../../tests/kit/host/queries';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { fanWithCard, fanWithTokens, performerWithPrices, renewDue, subscribe } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

interface TestPerson {
  id: string;
  token: string;
}
const missingId = '0198c0de-0000-7000-8000-00000000dead';
const follow = (person: TestPerson, id: string) =>
  retryOn503(() => testHost.call('POST /follows/:id', { params: { id } }, { token: person.token }));
const unfollow = (person: TestPerson, id: string) =>
  retryOn503(() => testHost.call('DELETE /follows/:id', { params: { id } }, { token: person.token }));
const profile = async (person: TestPerson | null, id: string) =>
  (await testHost.call('GET /performers/:id', { params: { id } }, { token: person?.token ?? null })).data;
const following = async (person: TestPerson, query: object = {}) =>
  (await testHost.call('GET /follows/following', { query }, { token: person.token })).data;
const statsOf = async (person: TestPerson) => (await testHost.call('GET /users/me', {}, { token: person.token })).data.stats;

/** Inserts fans directly into the database. */
async function addFans(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => testHost.ctx.random.id());
  const now = testHost.clock.now();
  await testHost.ctx.db
    .insert(accounts)
    .values(
      ids.map((id) => ({ id, role: 'user' as const, username: `crowd-${id.slice(-12)}`, name: 'Crowd', createdAt: now, updatedAt: now })),
    );
  return ids;
}

describe('following', () => {
  test('is idempotent, and so is unfollowing', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    expect((await follow(fan, performer.id)).data).toEqual({ isFollowed: true, totalFollowers: 1 });
    expect((await follow(fan, performer.id)).data).toEqual({ isFollowed: true, totalFollowers: 1 });
    expect(await profile(fan, performer.id)).toMatchObject({ isFollowed: true, stats: { followers: 1 } });
    expect(await profile(null, performer.id)).toMatchObject({ isFollowed: false, stats: { followers: 1 } });
    expect(await statsOf(fan)).toEqual({ following: 1, subscriptions: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    expect(await statsOf(fan)).toEqual({ following: 0, subscriptions: 0 });
  });

  test('counts each follower once, even with concurrent and repeated requests', async () => {
    const [fan, performer, operator] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)];
    const responses = await Promise.all(Array.from({ length: 50 }, () => follow(fan, performer.id)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await profile(null, performer.id)).stats.followers).toBe(1);
    const others = await Promise.all(Array.from({ length: 49 }, () => signUpFan(testHost)));
    const followers = [...others, operator];
    await Promise.all(followers.flatMap((person) => [follow(person, performer.id), follow(person, performer.id)]));
    expect((await profile(null, performer.id)).stats.followers).toBe(51);
    await Promise.all([fan, ...followers].flatMap((person) => [unfollow(person, performer.id), unfollow(person, performer.id)]));
    expect((await profile(null, performer.id)).stats.followers).toBe(0);
    expect(await testHost.ctx.db.$count(follows, eq(follows.performerId, performer.id))).toBe(0);
  });

  test('begins with a paid or free subscription, and can end before the subscription does', async () => {
    const performer = await performerWithPrices(testHost, 500n, 5000n, 3);
    const [paying, free] = [await fanWithTokens(testHost, 50), await fanWithCard(testHost)];
    expect((await subscribe(testHost, paying, performer, { source: 'wallet' })).status).toBe(200);
    expect((await subscribe(testHost, free, performer, { type: 'free' })).status).toBe(200);
    expect(await profile(paying, performer.id)).toMatchObject({
      isFollowed: true,
      isSubscribed: true,
      stats: { followers: 2, subscribers: 2 },
    });
    expect(await statsOf(paying)).toEqual({ following: 1, subscriptions: 1 });
    await unfollow(paying, performer.id);
    testHost.clock.advance({ days: 30, seconds: 1 });
    expect(await renewDue(testHost.ctx)).toBe(1);
    expect((await profile(null, performer.id)).stats.followers).toBe(1);
  });

  test('is rejected for oneself, for unknown performers, across a block and from a blocked country', async () => {
    const [fan, performer, hidden] = [
      await signUpFan(testHost),
      await signUpPerformer(testHost),
      await signUpPerformer(testHost, 'waits', 'pending'),
    ];
    expect((await follow(performer, performer.id)).errorBody.error).toBe('self_not_allowed');
    for (const id of [missingId, fan.id, hidden.id]) expect((await follow(performer, id)).errorBody.error).toBe('performer_not_found');
    expect((await unfollow(fan, missingId)).errorBody.error).toBe('performer_not_found');
    await follow(fan, performer.id);
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await follow(fan, performer.id)).errorBody.error).toBe('blocked_by_performer');
    expect(await following(fan)).toMatchObject({ data: [], total: 0 });
    expect((await testHost.call('GET /follows/followers', {}, { token: performer.token })).data).toMatchObject({ data: [], total: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    const foreigner = await signUpFan(testHost);
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect((await follow(foreigner, performer.id)).errorBody.error).toBe('blocked_by_performer');
  });
});

describe('the lists', () => {
  test('show followers and followed performers, newest first, across pages', async () => {
    const [fan, first, second] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    for (const { id } of [first, second]) {
      await follow(fan, id);
      testHost.clock.advance({ seconds: 1 });
    }
    const page = await following(fan, { limit: 1 });
    expect(page).toMatchObject({
      total: 2,
      data: [{ performerId: second.id, performer: { username: second.username, isFollowed: true } }],
    });
    const rest = await following(fan, { limit: 1, cursor: page.nextCursor });
    expect(rest.data.map(({ performerId }) => performerId)).toEqual([first.id]);
    expect((await following(fan, { q: first.username })).total).toBe(1);
    const followers = await testHost.call('GET /follows/followers', {}, { token: first.token });
    expect(followers.data).toMatchObject({ total: 1, data: [{ user: { _id: fan.id }, isSubscribed: false }] });
    expect((await testHost.call('GET /follows/followers', {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, second.id));
    expect(await following(fan)).toMatchObject({ total: 1, data: [{ performerId: first.id }] });
  });

  test('of performers can be filtered by followed ones, and random performers exclude those', async () => {
    const [fan, followed, other] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    await follow(fan, followed.id);
    const found = async (isFollowed: boolean, token: string | null) =>
      (
        await testHost.call('GET /performers/user/search', { query: { isFollowed, performerIds: [followed.id, other.id] } }, { token })
      ).data.data.map(({ _id }) => _id);
    expect(await found(true, fan.token)).toEqual([followed.id]);
    expect(await found(false, fan.token)).toEqual([other.id]);
    expect(await found(true, null)).toEqual([]);
    const random = await testHost.call('GET /performers/search/random', { query: { limit: 50 } }, { token: fan.token });
    const ids = random.data.data.map(({ _id }) => _id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(followed.id);
  });

  test('need the same number of queries for ten rows and for a hundred', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const now = testHost.clock.now();
    const ids = await addFans(100);
    await testHost.ctx.db.update(accounts).set({ isPerformer: true, role: 'performer' }).where(eq(accounts.name, 'Crowd'));
    await testHost.ctx.db.insert(performers).values(
      ids.map((accountId) => ({
        accountId,
        freeSubscriptionDays: 1,
        monthlyPriceCents: 500n,
        yearlyPriceCents: 5000n,
        verification: 'approved' as const,
      })),
    );
    const row = (followerId: string, performerId: string) => ({ id: testHost.ctx.random.id(), followerId, performerId, createdAt: now });
    await testHost.ctx.db.insert(follows).values(ids.flatMap((id) => [row(id, performer.id), row(fan.id, id)]));
    for (const [name, { token }] of [
      ['GET /follows/followers', performer],
      ['GET /follows/following', fan],
    ] as const) {
      const read = (limit: number) =>
        countQueries(testHost, async () => (await testHost.call(name, { query: { limit } }, { token })).data.data.length);
      const [few, many] = [await read(10), await read(100)];
      expect([few.result, many.result]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
