/** Following performers: counted exactly, listed, and joined to subscribing. */
import { eq } from 'drizzle-orm';
import { accounts, follows, performers } from '@server/platform/db/schema/schema';
import { insist } from '../../../tests/kit/timing/retry';
import { countingQueries } from '../../../tests/support/queries';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { fanWithCard, fanWithTokens, performerAt, renewDue, subscribe } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

interface Somebody {
  id: string;
  token: string;
}
const nobody = '0198c0de-0000-7000-8000-00000000dead';
const follow = (who: Somebody, id: string) => insist(() => world.call('POST /follows/:id', { params: { id } }, { token: who.token }));
const unfollow = (who: Somebody, id: string) => insist(() => world.call('DELETE /follows/:id', { params: { id } }, { token: who.token }));
const card = async (who: Somebody | null, id: string) =>
  (await world.call('GET /performers/:id', { params: { id } }, { token: who?.token ?? null })).data;
const following = async (who: Somebody, query: object = {}) =>
  (await world.call('GET /follows/following', { query }, { token: who.token })).data;
const statsOf = async (who: Somebody) => (await world.call('GET /users/me', {}, { token: who.token })).data.stats;

/** Fans written straight into the tables. */
async function addFans(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => world.ctx.chance.id());
  const now = world.clock.now();
  await world.ctx.db
    .insert(accounts)
    .values(
      ids.map((id) => ({ id, role: 'user' as const, username: `crowd-${id.slice(-12)}`, name: 'Crowd', createdAt: now, updatedAt: now })),
    );
  return ids;
}

describe('following', () => {
  test('twice is once, and so is stopping', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    expect((await follow(fan, performer.id)).data).toEqual({ isFollowed: true, totalFollowers: 1 });
    expect((await follow(fan, performer.id)).data).toEqual({ isFollowed: true, totalFollowers: 1 });
    expect(await card(fan, performer.id)).toMatchObject({ isFollowed: true, stats: { followers: 1 } });
    expect(await card(null, performer.id)).toMatchObject({ isFollowed: false, stats: { followers: 1 } });
    expect(await statsOf(fan)).toEqual({ following: 1, subscriptions: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    expect(await statsOf(fan)).toEqual({ following: 0, subscriptions: 0 });
  });

  test('fifty at once by one person count one, by fifty people fifty', async () => {
    const [fan, performer, operator] = [await signUpFan(world), await signUpPerformer(world), await signUpOperator(world)];
    const answers = await Promise.all(Array.from({ length: 50 }, () => follow(fan, performer.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await card(null, performer.id)).stats.followers).toBe(1);
    const others = await Promise.all(Array.from({ length: 49 }, () => signUpFan(world)));
    const crowd = [...others, operator];
    await Promise.all(crowd.flatMap((who) => [follow(who, performer.id), follow(who, performer.id)]));
    expect((await card(null, performer.id)).stats.followers).toBe(51);
    await Promise.all([fan, ...crowd].flatMap((who) => [unfollow(who, performer.id), unfollow(who, performer.id)]));
    expect((await card(null, performer.id)).stats.followers).toBe(0);
    expect(await world.ctx.db.$count(follows, eq(follows.performerId, performer.id))).toBe(0);
  }, 90_000);

  test('whoever subscribes follows, for money or free, and may stop while it goes on', async () => {
    const performer = await performerAt(world, 500n, 5000n, 3);
    const [paying, free] = [await fanWithTokens(world, 50), await fanWithCard(world)];
    expect((await subscribe(world, paying, performer, { source: 'wallet' })).status).toBe(200);
    expect((await subscribe(world, free, performer, { type: 'free' })).status).toBe(200);
    expect(await card(paying, performer.id)).toMatchObject({
      isFollowed: true,
      isSubscribed: true,
      stats: { followers: 2, subscribers: 2 },
    });
    expect(await statsOf(paying)).toEqual({ following: 1, subscriptions: 1 });
    await unfollow(paying, performer.id);
    world.clock.advance({ days: 30, seconds: 1 });
    expect(await renewDue(world.ctx)).toBe(1);
    expect((await card(null, performer.id)).stats.followers).toBe(1);
  });

  test('is refused for oneself, for who is not there, and behind a block or in a closed country', async () => {
    const [fan, performer, hidden] = [
      await signUpFan(world),
      await signUpPerformer(world),
      await signUpPerformer(world, 'waits', 'pending'),
    ];
    expect((await follow(performer, performer.id)).refusal.error).toBe('self_not_allowed');
    for (const id of [nobody, fan.id, hidden.id]) expect((await follow(performer, id)).refusal.error).toBe('performer_not_found');
    expect((await unfollow(fan, nobody)).refusal.error).toBe('performer_not_found');
    await follow(fan, performer.id);
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await follow(fan, performer.id)).refusal.error).toBe('blocked_by_performer');
    expect(await following(fan)).toMatchObject({ data: [], total: 0 });
    expect((await world.call('GET /follows/followers', {}, { token: performer.token })).data).toMatchObject({ data: [], total: 0 });
    expect((await unfollow(fan, performer.id)).data).toEqual({ isFollowed: false, totalFollowers: 0 });
    const far = await signUpFan(world);
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect((await follow(far, performer.id)).refusal.error).toBe('blocked_by_performer');
  });
});

describe('the lists', () => {
  test('show both sides to each, the newest first, behind a cursor too', async () => {
    const [fan, first, second] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
    for (const { id } of [first, second]) {
      await follow(fan, id);
      world.clock.advance({ seconds: 1 });
    }
    const page = await following(fan, { limit: 1 });
    expect(page).toMatchObject({
      total: 2,
      data: [{ performerId: second.id, performer: { username: second.username, isFollowed: true } }],
    });
    const rest = await following(fan, { limit: 1, cursor: page.nextCursor });
    expect(rest.data.map(({ performerId }) => performerId)).toEqual([first.id]);
    expect((await following(fan, { q: first.username })).total).toBe(1);
    const followers = await world.call('GET /follows/followers', {}, { token: first.token });
    expect(followers.data).toMatchObject({ total: 1, data: [{ user: { _id: fan.id }, isSubscribed: false }] });
    expect((await world.call('GET /follows/followers', {}, { token: fan.token })).refusal.error).toBe('forbidden_role');
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, second.id));
    expect(await following(fan)).toMatchObject({ total: 1, data: [{ performerId: first.id }] });
  });

  test('search finds whom one follows, and chance shows others', async () => {
    const [fan, followed, other] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
    await follow(fan, followed.id);
    const found = async (isFollowed: boolean, token: string | null) =>
      (
        await world.call('GET /performers/user/search', { query: { isFollowed, performerIds: [followed.id, other.id] } }, { token })
      ).data.data.map(({ _id }) => _id);
    expect(await found(true, fan.token)).toEqual([followed.id]);
    expect(await found(false, fan.token)).toEqual([other.id]);
    expect(await found(true, null)).toEqual([]);
    const random = await world.call('GET /performers/search/random', { query: { limit: 50 } }, { token: fan.token });
    const ids = random.data.data.map(({ _id }) => _id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(followed.id);
  });

  test('cost the same number of queries for ten rows and for a hundred', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const now = world.clock.now();
    const ids = await addFans(100);
    await world.ctx.db.update(accounts).set({ isPerformer: true, role: 'performer' }).where(eq(accounts.name, 'Crowd'));
    await world.ctx.db.insert(performers).values(
      ids.map((accountId) => ({
        accountId,
        freeSubscriptionDays: 1,
        monthlyPriceCents: 500n,
        yearlyPriceCents: 5000n,
        verification: 'approved' as const,
      })),
    );
    const row = (followerId: string, performerId: string) => ({ id: world.ctx.chance.id(), followerId, performerId, createdAt: now });
    await world.ctx.db.insert(follows).values(ids.flatMap((id) => [row(id, performer.id), row(fan.id, id)]));
    for (const [name, { token }] of [
      ['GET /follows/followers', performer],
      ['GET /follows/following', fan],
    ] as const) {
      const read = (limit: number) =>
        countingQueries(world, async () => (await world.call(name, { query: { limit } }, { token })).data.data.length);
      const [few, many] = [await read(10), await read(100)];
      expect([few.result, many.result]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
