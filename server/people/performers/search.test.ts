/** Finding performers by name, however it is written, and the rows that lists of them are made from. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { accounts, performerListings, performers } from '@server/platform/db/schema/schema';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Somebody {
  id: string;
  username: string;
}

const search = async (query: Record<string, string | number | boolean>) =>
  (await world.call('GET /performers/user/search', { query })).data;
const names = async (query: Record<string, string | number | boolean>) => (await search(query)).data.map(({ username }) => username);
const rename = (id: string, name: string) => world.ctx.db.update(accounts).set({ name }).where(eq(accounts.id, id));
const listing = async (id: string) =>
  (await world.ctx.db.select().from(performerListings).where(eq(performerListings.performerId, id))).at(0);

describe('a name', () => {
  let people: Record<'exact' | 'begins' | 'holds' | 'other', Somebody>;
  beforeAll(async () => {
    people = {
      exact: await signUpPerformer(world, 'valentina'),
      begins: await signUpPerformer(world, 'valentina.rossi'),
      holds: await signUpPerformer(world, 'miss-valentina'),
      other: await signUpPerformer(world, 'giuseppe'),
    };
    await rename(people.other.id, 'Søren 100%_Gentle');
  });

  test('is found exactly first, then at the beginning, then anywhere, whatever the order asked for', async () => {
    for (const [sortBy, sort] of [
      ['createdAt', 'asc'],
      ['createdAt', 'desc'],
      ['name', 'desc'],
      ['popular', 'asc'],
    ] as const)
      expect(await names({ q: 'Valentina', sortBy, sort })).toEqual(['valentina', 'valentina.rossi', 'miss-valentina']);
  });

  test('keeps its order behind a cursor', async () => {
    const seen: (string | null)[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { data, nextCursor, total } = await search({ q: 'valentina', sortBy: 'createdAt', sort: 'desc', limit: 1, cursor });
      expect(total).toBe(3);
      seen.push(...data.map(({ username }) => username));
      cursor = nextCursor ?? '';
    }
    expect(seen).toEqual(['valentina', 'valentina.rossi', 'miss-valentina']);
    expect(cursor).toBe('');
  });

  test.each(['valentna', 'vallentina', 'velentina', 'valentino'])('is found although it is written %s', async (q) => {
    expect((await names({ q })).sort()).toEqual(['miss-valentina', 'valentina', 'valentina.rossi']);
  });

  test('of almost the same sound stands behind the one that is closer', async () => {
    expect((await names({ q: 'valentinna rossi' }))[0]).toBe('valentina.rossi');
    expect(await names({ q: 'giusepe' })).toEqual(['giuseppe']);
    expect(await names({ q: 'zzzzzz' })).toEqual([]);
  });

  test('means its own signs, and knows letters of every alphabet', async () => {
    expect(await names({ q: 'SØREN' })).toEqual(['giuseppe']);
    expect(await names({ q: '100%_' })).toEqual(['giuseppe']);
    expect(await names({ q: '%' })).toEqual(['giuseppe']);
    expect(await names({ q: String.raw`\_` })).toEqual([]);
  });

  test('a cursor of a search without ranks does not fit one with them', async () => {
    const { nextCursor } = await search({ sortBy: 'createdAt', limit: 1 });
    const answer = await world.call('GET /performers/user/search', {
      query: { q: 'valentina', sortBy: 'createdAt', cursor: nextCursor ?? '' },
    });
    expect(answer.refusal.error).toBe('invalid_request');
  });
});

describe('the rows that lists are made from', () => {
  test('follow the account and the profile, and go with the approval, the account and its kind', async () => {
    const { id } = await signUpPerformer(world, 'listed', 'pending');
    const set = (values: Partial<typeof performers.$inferInsert>) =>
      world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
    const setAccount = (values: Partial<typeof accounts.$inferInsert>) =>
      world.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));
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

  test('who is suspended and approved at the same moment is not listed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await signUpPerformer(world, `racing${String(round)}`, 'pending');
      await Promise.all([
        inTransaction(world.ctx, ({ db }) => db.update(performers).set({ verification: 'approved' }).where(eq(performers.accountId, id))),
        inTransaction(world.ctx, ({ db }) => db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id))),
      ]);
      expect(await listing(id)).toBeUndefined();
    }
  });
});

test('the top weighs subscribers before likes and likes before looks', async () => {
  const [subscribed, liked, seen] = [await signUpPerformer(world), await signUpPerformer(world), await signUpPerformer(world)];
  await world.ctx.db.update(performers).set({ subscribers: 1 }).where(eq(performers.accountId, subscribed.id));
  await world.ctx.db.update(performers).set({ likes: 3 }).where(eq(performers.accountId, liked.id));
  await world.ctx.db.update(performers).set({ recentViews: 14 }).where(eq(performers.accountId, seen.id));
  const { data } = await world.call('GET /performers/top', { query: { limit: 3 } });
  expect(data.data.map(({ _id }) => _id)).toEqual([subscribed.id, liked.id, seen.id]);
});
