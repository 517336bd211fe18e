/** Performers in lists: search, filters, order and visibility. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers, performerViews } from '@server/platform/db/schema/performers';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sweepViews } from './sweep';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

const names = async (query: object, token?: string): Promise<string[]> => {
  const { data } = await testHost.call('GET /performers/user/search', { query: { limit: 100, ...query } }, { token });
  return data.data.map(({ username }) => username ?? '').sort();
};
const setProfile = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const setAccount = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  testHost.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));

describe('finding performers', () => {
  let tall: Awaited<ReturnType<typeof signUpPerformer>>;
  let small: Awaited<ReturnType<typeof signUpPerformer>>;

  beforeAll(async () => {
    [tall, small] = [await signUpPerformer(testHost, 'tall'), await signUpPerformer(testHost, 'small')];
    await setProfile(tall.id, {
      height: 'over_190',
      weight: '79_81',
      bodyType: 'fit',
      ethnicity: 'white',
      size: 'large',
      hair: 'black',
      eyes: 'blue',
      sexualOrientation: 'gay',
      dateOfBirth: '1970-01-01',
      isFeatured: true,
      views: 50,
    });
    await setProfile(small.id, {
      height: '152_154',
      weight: '46_48',
      bodyType: 'petite',
      ethnicity: 'asian',
      size: 'small',
      hair: 'red',
      eyes: 'green',
      sexualOrientation: 'straight',
      dateOfBirth: '2005-01-01',
      isFreeSubscription: true,
      views: 10,
    });
    await setAccount(tall.id, { gender: 'male', country: 'NL', isOnline: true });
    await setAccount(small.id, { gender: 'female', country: 'JP', isOnline: true, showOnline: false });
  });

  test.each([
    ['gender', 'male'],
    ['country', 'NL'],
    ['height', 'over_190'],
    ['weight', '79_81'],
    ['age', 'over_50'],
    ['bodyType', 'fit'],
    ['ethnicity', 'white'],
    ['size', 'large'],
    ['hair', 'black'],
    ['eyes', 'blue'],
    ['sexualOrientation', 'gay'],
    ['isFeatured', true],
    ['isFreeSubscription', false],
    ['isOnline', true],
    ['q', 'TAL'],
  ])('the filter %s returns only matches', async (key, value) => {
    expect(await names({ [key]: value })).toEqual(['tall']);
  });

  test('a repeated filter matches any of its values, and different filters combine', async () => {
    expect(await names({ hair: ['black', 'red'] })).toEqual(['small', 'tall']);
    expect(await names({ hair: ['black', 'red'], gender: 'female' })).toEqual(['small']);
    expect(await names({ age: ['20_22', 'over_50'] })).toEqual(['small', 'tall']);
    expect(await names({ performerIds: [small.id] })).toEqual(['small']);
    expect(await names({ q: '%' })).toEqual([]);
  });

  test.each([
    ['popular', 'desc', ['tall', 'small']],
    ['popular', 'asc', ['small', 'tall']],
    ['online', 'desc', ['tall', 'small']],
    ['name', 'asc', ['small', 'tall']],
    ['createdAt', 'asc', ['tall', 'small']],
  ] as const)('sorts by %s %s, across pages', async (sortBy, sort, expected) => {
    const first = await testHost.call('GET /performers/user/search', { query: { sortBy, sort, limit: 1 } });
    const second = await testHost.call('GET /performers/user/search', {
      query: { sortBy, sort, limit: 1, cursor: first.data.nextCursor ?? '' },
    });
    expect([...first.data.data, ...second.data.data].map(({ username }) => username)).toEqual(expected);
    expect(first.data.total).toBe(2);
    expect(second.data.nextCursor).toBeNull();
  });

  test('returns a card without private fields, and hidden presence as offline', async () => {
    const { data } = await testHost.call('GET /performers/user/search', { query: { performerIds: [small.id] } });
    expect(data.data[0]).toMatchObject({
      username: 'small',
      age: '20_22',
      isVerified: true,
      isOnline: false,
      stats: { views: 10 },
      cover: null,
    });
    expect(Object.keys(data.data[0] ?? {})).not.toEqual(expect.arrayContaining(['email', 'dateOfBirth', 'verification']));
  });

  test('leaves out pending, suspended and former performers', async () => {
    const hidden = await signUpPerformer(testHost, 'hidden', 'pending');
    expect(await names({})).toEqual(['small', 'tall']);
    await setProfile(hidden.id, { verification: 'approved' });
    expect(await names({})).toEqual(['hidden', 'small', 'tall']);
    await setAccount(hidden.id, { status: 'suspended' });
    expect(await names({})).toEqual(['small', 'tall']);
    await setAccount(hidden.id, { status: 'active', isPerformer: false });
    expect(await names({})).toEqual(['small', 'tall']);
  });

  test('a block hides both people from each other, in either direction', async () => {
    const [blocker, blocked] = [await signUpFan(testHost), await signUpFan(testHost)];
    await testHost.call('POST /block/users', { body: { targetId: tall.id } }, { token: blocker.token });
    await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, { token: tall.token });
    for (const { token } of [blocker, blocked]) {
      expect(await names({}, token)).toEqual(['small']);
      for (const name of ['GET /performers/search/random', 'GET /performers/top'] as const) {
        expect((await testHost.call(name, {}, { token })).data.data.map(({ username }) => username)).toEqual(['small']);
      }
    }
    expect(await names({})).toEqual(['small', 'tall']);
  });

  test('a performer is not found in a country that they blocked', async () => {
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: tall.token });
    visitorCountry = 'FR';
    expect(await names({})).toEqual(['small']);
    visitorCountry = 'ES';
    expect(await names({})).toEqual(['small', 'tall']);
    await testHost.call('POST /block/countries', { body: { countryCodes: [] } }, { token: tall.token });
  });

  test('random performers match the filters and the limit, in varying order', async () => {
    const orders = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const { data } = await testHost.call('GET /performers/search/random');
      expect(data.data.map(({ username }) => username).sort()).toEqual(['small', 'tall']);
      orders.add(data.data.map(({ username }) => username).join());
    }
    expect(orders.size).toBe(2);
    expect((await testHost.call('GET /performers/search/random', { query: { limit: 1 } })).data.data).toHaveLength(1);
    const filtered = await testHost.call('GET /performers/search/random', {
      query: { gender: 'female', country: 'JP', isFreeSubscription: true, isFeatured: false },
    });
    expect(filtered.data.data.map(({ username }) => username)).toEqual(['small']);
  });

  test('the ranking counts only views of the last 30 days', async () => {
    const day = (ago: number): string => new Date(testHost.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const view = (performerId: string, ago: number, viewer: string) => ({ performerId, day: day(ago), viewer });
    await testHost.ctx.db
      .insert(performerViews)
      .values([view(small.id, 29, 'a'), view(tall.id, 31, 'a'), view(tall.id, 32, 'b'), view(tall.id, 40, 'c')]);
    await setProfile(small.id, { recentViews: 1 });
    await setProfile(tall.id, { recentViews: 3 });
    expect((await testHost.call('GET /performers/top')).data.data.map(({ username }) => username)).toEqual(['tall', 'small']);
    await sweepViews(testHost.ctx);
    expect((await testHost.ctx.db.select().from(performerViews)).filter(({ performerId }) => performerId === tall.id)).toEqual([]);
    const { data } = await testHost.call('GET /performers/top');
    expect(data.data.map(({ username }) => username)).toEqual(['small', 'tall']);
  });

  test('needs the same number of queries for three and for thirty performers', async () => {
    const { db, random, clock } = testHost.ctx;
    const fan = await signUpFan(testHost);
    const add = async (count: number): Promise<void> => {
      const ids = Array.from({ length: count }, () => random.id());
      const now = clock.now();
      await db.insert(accounts).values(
        ids.map((id) => ({
          id,
          role: 'performer' as const,
          isPerformer: true,
          username: `many-${id.slice(-12)}`,
          name: 'Many',
          createdAt: now,
          updatedAt: now,
        })),
      );
      await db.insert(performers).values(
        ids.map((accountId) => ({
          accountId,
          freeSubscriptionDays: 1,
          monthlyPriceCents: 500n,
          yearlyPriceCents: 5000n,
          verification: 'approved' as const,
        })),
      );
    };
    const lengths: number[] = [];
    const queryCountsOfLists = async (): Promise<number[]> => {
      const queryCounts: number[] = [];
      for (const name of ['GET /performers/user/search', 'GET /performers/search/random', 'GET /performers/top'] as const) {
        const { queries, result } = await countQueries(testHost, () => testHost.call(name, { query: { limit: 50 } }, { token: fan.token }));
        queryCounts.push(queries);
        lengths.push(result.data.data.length);
      }
      return queryCounts;
    };
    await add(1);
    const few = await queryCountsOfLists();
    await add(27);
    const many = await queryCountsOfLists();
    expect(lengths).toEqual([3, 3, 3, 30, 30, 30]);
    expect(many).toEqual(few);
    expect(Math.min(...few)).toBeGreaterThan(0);
    await db.delete(accounts).where(eq(accounts.name, 'Many'));
  });
});
