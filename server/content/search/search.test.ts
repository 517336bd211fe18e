/** Site-wide search: counts per visitor, popular keywords, and the sitemap. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { keywordPeople, keywords } from '@server/platform/db/schema/responses';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { publishItem } from '../../../tests/kit/content/published-item';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sweepKeywords } from './search';

let testHost: TestHost;
let visitorCountry: string | null = null;
beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

interface TestUser {
  id: string;
  token: string;
}
const search = async (keyword: string, user: TestUser | null = null) =>
  (await testHost.call('POST /search/keywords', { body: { keyword } }, { token: user?.token ?? null })).data;
const popular = async (query: object = {}) => (await testHost.call('GET /search/list/keywords', { query })).data;
const addresses = async (kind: 'performer' | 'feed' | 'video' | 'gallery' | 'product', cursor?: string) =>
  (await testHost.call('GET /search/addresses', { query: { kind, cursor } })).data;

describe('a search of the site', () => {
  test('counts matches of each kind, including locked items and typos', async () => {
    const performer = await signUpPerformer(testHost, 'marguerite');
    await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'Lighthouse at night');
    await publishItem(testHost, performer, 'feed', { audience: 'paid', price: 500n }, 'Lighthouse at noon');
    await publishItem(testHost, performer, 'video', { audience: 'subscribers' }, 'The lighthouse keeper');
    await publishItem(testHost, performer, 'gallery', { audience: 'public', tags: ['lighthouse'] }, 'Towers');
    await publishItem(testHost, performer, 'feed', { audience: 'public', status: 'draft' }, 'Lighthouse, unfinished');
    await addProduct(testHost, performer, { name: 'A print of the lighthouse' });
    await addProduct(testHost, performer, { name: 'A postcard', description: 'Lighthouse in the rain', status: 'draft' });
    const totals = { performers: 0, feeds: 2, videos: 1, galleries: 1, products: 1 };
    expect(await search('  LightHouse ')).toEqual({ keyword: 'lighthouse', totals });
    expect((await search('lighthose')).totals).toEqual(totals);
    expect((await search('margerite')).totals).toMatchObject({ performers: 1 });
    expect((await search('nothing like it')).totals).toEqual({ performers: 0, feeds: 0, videos: 0, galleries: 0, products: 0 });
  });

  test('does not count matches of performers who block the visitor or their country', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost, 'wisteria')];
    await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'Wisteria in bloom');
    expect((await search('wisteria', fan)).totals).toMatchObject({ performers: 1, feeds: 1 });
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await search('wisteria', fan)).totals).toMatchObject({ performers: 0, feeds: 0 });
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    expect((await search('wisteria')).totals).toMatchObject({ performers: 1, feeds: 1 });
    visitorCountry = 'FR';
    expect((await search('wisteria')).totals).toMatchObject({ performers: 0, feeds: 0 });
  });

  test('uses the same number of queries whatever it finds', async () => {
    const performer = await signUpPerformer(testHost);
    const queriesOf = async () => (await countQueries(testHost, () => search('cathedral'))).queries;
    await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'Cathedral');
    const few = await queriesOf();
    for (let count = 0; count < 30; count += 1) await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'Cathedral');
    expect(await queriesOf()).toBe(few);
  });
});

describe('popular keywords', () => {
  test('are returned once five people have searched for them, each counted once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUpFan(testHost)));
    const [first, ...others] = people;
    if (!first) throw new Error('no fan');
    await Promise.all(Array.from({ length: 20 }, () => search('Harbour  lights', first)));
    for (const user of others.slice(0, 3)) await search('harbour lights', user);
    expect((await popular({ q: 'harbour' })).data).toEqual([]);
    await search('HARBOUR LIGHTS', others[3]);
    expect((await popular({ q: 'Harb' })).data).toEqual([{ keyword: 'harbour lights', attempts: 24 }]);
    expect((await popular({ q: 'lights' })).data).toEqual([]);
    expect((await popular({ q: 'harb%' })).data).toEqual([]);
  });

  test('do not identify people: one person has a different digest per keyword', async () => {
    const fan = await signUpFan(testHost);
    for (const word of ['first word', 'second word']) await search(word, fan);
    const digests = await testHost.ctx.db
      .select({ person: keywordPeople.person, keyword: keywords.keyword })
      .from(keywordPeople)
      .innerJoin(keywords, eq(keywords.id, keywordPeople.keywordId));
    const personDigests = digests.filter(({ keyword }) => keyword.endsWith(' word')).map(({ person }) => person);
    expect(new Set(personDigests).size).toBe(2);
    for (const digest of personDigests) expect(digest).not.toContain(fan.id);
  });

  test('are sorted by frequency, and deleted when no longer searched for', async () => {
    const row = (keyword: string, attempts: number, updatedAt: Date) => ({
      id: testHost.ctx.random.id(),
      keyword,
      attempts,
      people: 9,
      createdAt: updatedAt,
      updatedAt,
    });
    const now = testHost.clock.now();
    await testHost.ctx.db.insert(keywords).values([row('zebra one', 3, now), row('zebra two', 7, now), row('zebra old', 99, new Date(0))]);
    await sweepKeywords(testHost.ctx);
    expect((await popular({ q: 'zebra', sortBy: 'attempts', sort: 'desc' })).data.map(({ keyword }) => keyword)).toEqual([
      'zebra two',
      'zebra one',
    ]);
  });
});

describe('the sitemap', () => {
  test('contains what guests may open: profiles and public items', async () => {
    const [performer, pending] = [await signUpPerformer(testHost, 'on-the-map'), await signUpPerformer(testHost, 'not-yet', 'pending')];
    await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'For everybody');
    await publishItem(testHost, performer, 'feed', { audience: 'followers' }, 'For some');
    await addProduct(testHost, performer, { name: 'In the store' });
    await addProduct(testHost, performer, { name: 'Out of the store', status: 'inactive' });
    const names = async (kind: 'performer' | 'feed' | 'product') => (await addresses(kind)).data.map(({ name }) => name);
    expect(await names('performer')).toContain('on-the-map');
    expect(await names('performer')).not.toContain('not-yet');
    expect((await names('feed'))[0]).toMatch(/^for-everybody-/);
    expect((await names('feed')).join()).not.toContain('for-some');
    expect((await names('product'))[0]).toMatch(/^in-the-store-/);
    expect((await names('product')).join()).not.toContain('out-of-the-store');
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    expect(await names('performer')).not.toContain('on-the-map');
    expect((await names('feed')).join()).not.toContain('for-everybody');
    expect((await names('product')).join()).not.toContain('in-the-store');
    expect(pending.id).toBeDefined();
  });

  test('has no next cursor on its last page, and rejects an invalid cursor', async () => {
    const { nextCursor } = await addresses('performer');
    expect(nextCursor).toBeNull();
    const response = await testHost.call('GET /search/addresses', { query: { kind: 'performer', cursor: 'nonsense' } });
    expect(response.errorBody.error).toBe('invalid_request');
  });
});
