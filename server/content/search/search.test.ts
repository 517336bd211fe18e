/** Searching the site by a word: what is counted for whom, what is remembered, and what search engines are told. */
import { eq } from 'drizzle-orm';
import { accounts, keywordPeople, keywords } from '@server/platform/db/schema/schema';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { published } from '../../../tests/kit/content/published-item';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { sweepKeywords } from './search';

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
const search = async (keyword: string, who: Somebody | null = null) =>
  (await world.call('POST /search/keywords', { body: { keyword } }, { token: who?.token ?? null })).data;
const known = async (query: object = {}) => (await world.call('GET /search/list/keywords', { query })).data;
const addresses = async (kind: 'performer' | 'feed' | 'video' | 'gallery' | 'product', cursor?: string) =>
  (await world.call('GET /search/addresses', { query: { kind, cursor } })).data;

describe('a search of the site', () => {
  test('counts each kind, also what is locked and what is written a little wrongly', async () => {
    const performer = await signUpPerformer(world, 'marguerite');
    await published(world, performer, 'feed', { audience: 'public' }, 'Lighthouse at night');
    await published(world, performer, 'feed', { audience: 'paid', price: 500n }, 'Lighthouse at noon');
    await published(world, performer, 'video', { audience: 'subscribers' }, 'The lighthouse keeper');
    await published(world, performer, 'gallery', { audience: 'public', tags: ['lighthouse'] }, 'Towers');
    await published(world, performer, 'feed', { audience: 'public', status: 'draft' }, 'Lighthouse, unfinished');
    await addProduct(world, performer, { name: 'A print of the lighthouse' });
    await addProduct(world, performer, { name: 'A postcard', description: 'Lighthouse in the rain', status: 'draft' });
    const totals = { performers: 0, feeds: 2, videos: 1, galleries: 1, products: 1 };
    expect(await search('  LightHouse ')).toEqual({ keyword: 'lighthouse', totals });
    expect((await search('lighthose')).totals).toEqual(totals);
    expect((await search('margerite')).totals).toMatchObject({ performers: 1 });
    expect((await search('nothing like it')).totals).toEqual({ performers: 0, feeds: 0, videos: 0, galleries: 0, products: 0 });
  });

  test('counts nothing from behind a block or a closed country', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world, 'wisteria')];
    await published(world, performer, 'feed', { audience: 'public' }, 'Wisteria in bloom');
    expect((await search('wisteria', fan)).totals).toMatchObject({ performers: 1, feeds: 1 });
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await search('wisteria', fan)).totals).toMatchObject({ performers: 0, feeds: 0 });
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: performer.token });
    expect((await search('wisteria')).totals).toMatchObject({ performers: 1, feeds: 1 });
    visitorCountry = 'FR';
    expect((await search('wisteria')).totals).toMatchObject({ performers: 0, feeds: 0 });
  });

  test('costs the same number of queries whatever it finds', async () => {
    const performer = await signUpPerformer(world);
    const queriesOf = async () => (await countingQueries(world, () => search('cathedral'))).queries;
    await published(world, performer, 'feed', { audience: 'public' }, 'Cathedral');
    const few = await queriesOf();
    for (let count = 0; count < 30; count += 1) await published(world, performer, 'feed', { audience: 'public' }, 'Cathedral');
    expect(await queriesOf()).toBe(few);
  });
});

describe('what people search for', () => {
  test('is told once five people have searched, each counted once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUpFan(world)));
    const [first, ...others] = people;
    if (!first) throw new Error('nobody');
    await Promise.all(Array.from({ length: 20 }, () => search('Harbour  lights', first)));
    for (const who of others.slice(0, 3)) await search('harbour lights', who);
    expect((await known({ q: 'harbour' })).data).toEqual([]);
    await search('HARBOUR LIGHTS', others[3]);
    expect((await known({ q: 'Harb' })).data).toEqual([{ keyword: 'harbour lights', attempts: 24 }]);
    expect((await known({ q: 'lights' })).data).toEqual([]);
    expect((await known({ q: 'harb%' })).data).toEqual([]);
  });

  test('keeps no person: the same one leaves another mark at each word', async () => {
    const fan = await signUpFan(world);
    for (const word of ['first word', 'second word']) await search(word, fan);
    const marks = await world.ctx.db
      .select({ person: keywordPeople.person, keyword: keywords.keyword })
      .from(keywordPeople)
      .innerJoin(keywords, eq(keywords.id, keywordPeople.keywordId));
    const own = marks.filter(({ keyword }) => keyword.endsWith(' word')).map(({ person }) => person);
    expect(new Set(own).size).toBe(2);
    for (const mark of own) expect(mark).not.toContain(fan.id);
  });

  test('is ordered by how often, and forgotten when nobody searches any more', async () => {
    const row = (keyword: string, attempts: number, updatedAt: Date) => ({
      id: world.ctx.chance.id(),
      keyword,
      attempts,
      people: 9,
      createdAt: updatedAt,
      updatedAt,
    });
    const now = world.clock.now();
    await world.ctx.db.insert(keywords).values([row('zebra one', 3, now), row('zebra two', 7, now), row('zebra old', 99, new Date(0))]);
    await sweepKeywords(world.ctx);
    expect((await known({ q: 'zebra', sortBy: 'attempts', sort: 'desc' })).data.map(({ keyword }) => keyword)).toEqual([
      'zebra two',
      'zebra one',
    ]);
  });
});

describe('what search engines are told', () => {
  test('is what guests may open: profiles and what is for everybody', async () => {
    const [performer, waiting] = [await signUpPerformer(world, 'on-the-map'), await signUpPerformer(world, 'not-yet', 'pending')];
    await published(world, performer, 'feed', { audience: 'public' }, 'For everybody');
    await published(world, performer, 'feed', { audience: 'followers' }, 'For some');
    await addProduct(world, performer, { name: 'In the store' });
    await addProduct(world, performer, { name: 'Out of the store', status: 'inactive' });
    const names = async (kind: 'performer' | 'feed' | 'product') => (await addresses(kind)).data.map(({ name }) => name);
    expect(await names('performer')).toContain('on-the-map');
    expect(await names('performer')).not.toContain('not-yet');
    expect((await names('feed'))[0]).toMatch(/^for-everybody-/);
    expect((await names('feed')).join()).not.toContain('for-some');
    expect((await names('product'))[0]).toMatch(/^in-the-store-/);
    expect((await names('product')).join()).not.toContain('out-of-the-store');
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    expect(await names('performer')).not.toContain('on-the-map');
    expect((await names('feed')).join()).not.toContain('for-everybody');
    expect((await names('product')).join()).not.toContain('in-the-store');
    expect(waiting.id).toBeDefined();
  });

  test('goes on behind a cursor, and refuses one of another list', async () => {
    const { nextCursor } = await addresses('performer');
    expect(nextCursor).toBeNull();
    const answer = await world.call('GET /search/addresses', { query: { kind: 'performer', cursor: 'nonsense' } });
    expect(answer.refusal.error).toBe('invalid_request');
  });
});
