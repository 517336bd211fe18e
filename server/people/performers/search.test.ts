/** Performer search by name, with typos, and the `performer_listings` rows behind it. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { performerListings, performers } from '@server/platform/db/schema/performers';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

interface TestPerson {
  id: string;
  username: string;
}

const search = async (query: Record<string, string | number | boolean>) =>
  (await testHost.call('GET /performers/user/search', { query })).data;
const names = async (query: Record<string, string | number | boolean>) => (await search(query)).data.map(({ username }) => username);
const rename = (id: string, name: string) => testHost.ctx.db.update(accounts).set({ name }).where(eq(accounts.id, id));
const listing = async (id: string) =>
  (await testHost.ctx.db.select().from(performerListings).where(eq(performerListings.performerId, id))).at(0);

describe('search by name', () => {
  let people: Record<'exact' | 'begins' | 'contains' | 'other', TestPerson>;
  beforeAll(async () => {
    people = {
      exact: await signUpPerformer(testHost, 'valentina'),
      begins: await signUpPerformer(testHost, 'valentina.rossi'),
      contains: await signUpPerformer(testHost, 'miss-valentina'),
      other: await signUpPerformer(testHost, 'giuseppe'),
    };
    await rename(people.other.id, 'Søren 100%_Gentle');
  });

  test('ranks exact matches first, then prefixes, then other occurrences, whatever the requested order', async () => {
    for (const [sortBy, sort] of [
      ['createdAt', 'asc'],
      ['createdAt', 'desc'],
      ['name', 'desc'],
      ['popular', 'asc'],
    ] as const)
      expect(await names({ q: 'Valentina', sortBy, sort })).toEqual(['valentina', 'valentina.rossi', 'miss-valentina']);
  });

  test('keeps its order across pages', async () => {
    const usernames: (string | null)[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { data, nextCursor, total } = await search({ q: 'valentina', sortBy: 'createdAt', sort: 'desc', limit: 1, cursor });
      expect(total).toBe(3);
      usernames.push(...data.map(({ username }) => username));
      cursor = nextCursor ?? '';
    }
    expect(usernames).toEqual(['valentina', 'valentina.rossi', 'miss-valentina']);
    expect(cursor).toBe('');
  });

  test.each(['valentna', 'vallentina', 'velentina', 'valentino'])('finds a name that is misspelled as %s', async (q) => {
    expect((await names({ q })).sort()).toEqual(['miss-valentina', 'valentina', 'valentina.rossi']);
  });

  test('ranks similar names after exact ones, across pages', async () => {
    for (const username of ['valenthina', 'valentino']) await signUpPerformer(testHost, username);
    const expected = ['valentina', 'valentina.rossi', 'miss-valentina'];
    for (const sort of ['asc', 'desc'] as const) {
      const all = await search({ q: 'valentina', sortBy: 'createdAt', sort });
      expect(all.data.map(({ username }) => username).slice(0, 3)).toEqual(expected);
      expect(new Set(all.data.map(({ username }) => username).slice(3))).toEqual(new Set(['valenthina', 'valentino']));
      expect(all.total).toBe(5);
      const first = await search({ q: 'valentina', sortBy: 'createdAt', sort, limit: 3 });
      const rest = await search({ q: 'valentina', sortBy: 'createdAt', sort, limit: 3, cursor: first.nextCursor ?? '' });
      expect([...first.data, ...rest.data].map(({ username }) => username)).toEqual(all.data.map(({ username }) => username));
    }
    const { totals } = (await testHost.call('POST /search/keywords', { body: { keyword: 'valentina' } })).data;
    expect(totals.performers).toBe(5);
  });

  test('ranks similar names by distance', async () => {
    expect((await names({ q: 'valentinna rossi' }))[0]).toBe('valentina.rossi');
    expect(await names({ q: 'giusepe' })).toEqual(['giuseppe']);
    expect(await names({ q: 'zzzzzz' })).toEqual([]);
  });

  test('treats wildcard characters literally, and supports every alphabet', async () => {
    expect(await names({ q: 'SØREN' })).toEqual(['giuseppe']);
    expect(await names({ q: '100%_g' })).toEqual(['giuseppe']);
    expect(await names({ q: '%' })).toEqual(['giuseppe']);
    expect(await names({ q: String.raw`\_` })).toEqual([]);
  });

  test('rejects the cursor of an unranked search in a ranked one', async () => {
    const { nextCursor } = await search({ sortBy: 'createdAt', limit: 1 });
    const response = await testHost.call('GET /performers/user/search', {
      query: { q: 'valentina', sortBy: 'createdAt', cursor: nextCursor ?? '' },
    });
    expect(response.errorBody.error).toBe('invalid_request');
  });
});

describe('listing rows', () => {
  test('are updated with account and profile, and disappear with the approval, active status or performer role', async () => {
    const { id } = await signUpPerformer(testHost, 'listed', 'pending');
    const set = (values: Partial<typeof performers.$inferInsert>) =>
      testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
    const setAccount = (values: Partial<typeof accounts.$inferInsert>) =>
      testHost.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));
    expect(await listing(id)).toBeUndefined();
    await set({ verification: 'approved' });
    expect(await listing(id)).toMatchObject({ username: 'listed', isOnline: false, country: 'DE', hair: null });
    await set({ hair: 'red' });
    await setAccount({ isOnline: true, country: 'FR' });
    expect(await listing(id)).toMatchObject({ isOnline: true, country: 'FR', hair: 'red' });
    await setAccount({ status: 'suspended' });
    expect(await listing(id)).toBeUndefined();
    await setAccount({ status: 'active', showOnline: false });
    expect(await listing(id)).toMatchObject({ isOnline: false });
    await setAccount({ isPerformer: false });
    expect(await listing(id)).toBeUndefined();
  });

  test('are absent for a performer who is suspended and approved concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await signUpPerformer(testHost, `racing${String(round)}`, 'pending');
      await Promise.all([
        inTransaction(testHost.ctx, ({ db }) =>
          db.update(performers).set({ verification: 'approved' }).where(eq(performers.accountId, id)),
        ),
        inTransaction(testHost.ctx, ({ db }) => db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id))),
      ]);
      expect(await listing(id)).toBeUndefined();
    }
  });
});

test('the ranking weighs subscribers over likes and likes over views', async () => {
  const [subscribed, liked, viewed] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
  await testHost.ctx.db.update(performers).set({ subscribers: 1 }).where(eq(performers.accountId, subscribed.id));
  await testHost.ctx.db.update(performers).set({ likes: 3 }).where(eq(performers.accountId, liked.id));
  await testHost.ctx.db.update(performers).set({ recentViews: 14 }).where(eq(performers.accountId, viewed.id));
  const { data } = await testHost.call('GET /performers/top', { query: { limit: 3 } });
  expect(data.data.map(({ _id }) => _id)).toEqual([subscribed.id, liked.id, viewed.id]);
});
