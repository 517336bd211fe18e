/** Finding items by what somebody typed: by words, parts of words and words that are misspelt, however many there are. */
import { sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { relistDue } from './listing';
import { refold } from './recompute-search-texts';

let world: World;
let performer: { id: string; token: string };
beforeAll(async () => {
  world = await openWorld();
  performer = await signUpPerformer(world);
});
afterAll(() => world.close());

const publish = (title: string, kind: 'feed' | 'video' | 'gallery' = 'video') =>
  published(world, performer, kind, { audience: 'public' }, title);
const videos = async (query: Record<string, string | number | boolean | string[]>) =>
  (await world.call('GET /performer-assets/videos/search', { query: { limit: 100, ...query } })).data;
const titles = async (q: string) => (await videos({ q, sortBy: 'createdAt', sort: 'asc' })).data.map(({ title }) => title).sort();
const posts = async (query: Record<string, string | number>) => (await world.call('GET /user/feeds', { query })).data;

describe('what somebody types', () => {
  test('finds items that have the word, and no others that merely begin so', async () => {
    await publish('Orchid');
    await publish('Orchidarium');
    await publish('Rose');
    expect(await titles('orchid')).toEqual(['Orchid']);
    expect(await titles(' ORCHID ')).toEqual(['Orchid']);
  });

  test.each([
    ...[
      '„Waldweg“',
      '«Waldweg»',
      'l’Waldweg',
      'Waldweg…',
      '—Waldweg',
      '🎉Waldweg',
      '「Waldweg」',
      '“Waldweg”',
      'Waldweg·',
      '¡Waldweg!',
    ].map((sign) => [sign, 'waldweg']),
    ['Żółć', 'zolc'],
    ['Ёлка', 'елка'],
    ['Straßenlärm', 'STRASSENLARM'],
    ['ΠΑΡΑΜΎΘΙ', 'παραμυθι'],
    ['今日は東京へ', '東京'],
    ['กรุงเทพมหานคร', 'กรุงเทพ'],
  ])('finds %s by %s, and in the own list too', async (text = '', q = '') => {
    // Somebody has the word plainly: what only looks like it is not asked for then.
    await publish(q, 'feed');
    const other = await signUpPerformer(world);
    await published(world, other, 'feed', { audience: 'public' }, `Heute ${text} und mehr`);
    const mine = (found: { data: { performer: { _id: string } }[] }) => found.data.filter(({ performer: { _id } }) => _id === other.id);
    expect(mine(await posts({ q, limit: 50 }))).toHaveLength(1);
    const own = await world.call('GET /performer/feeds', { query: { q } }, { token: other.token });
    expect(own.data.data).toHaveLength(1);
  });

  test('finds nothing by signs alone', async () => {
    expect(await titles('…—„“')).toEqual([]);
  });

  test('finds items of before, once they are folded anew, as often as that is done', async () => {
    const itemId = await publish('Kümmel');
    const before = sql`update items set search_text = 'kümmel', search_version = 0 where id = ${itemId}`;
    await world.ctx.db.execute(before);
    const words = async () => (await world.ctx.db.execute(sql`select search_text as text from items where id = ${itemId}`)).rows;
    expect(await refold(world.ctx)).toBe(1);
    expect(await words()).toEqual([{ text: 'kummel' }]);
    expect(await titles('kummel')).toEqual(['Kümmel']);
    await world.ctx.db.execute(before);
    await Promise.all([refold(world.ctx), refold(world.ctx)]);
    expect(await refold(world.ctx)).toBe(0);
    expect(await titles('kummel')).toEqual(['Kümmel']);
  });

  test('has an index of what is to be folded by this version of the code', async () => {
    const { rows } = await world.ctx.db.execute<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = 'items_unfolded'`,
    );
    expect(rows[0]?.indexdef).toContain(`search_version < ${searchVersion})`);
  });

  test('finds a part of a word where no item has the word', async () => {
    expect(await titles('rchid')).toEqual(['Orchid', 'Orchidarium']);
    expect(await titles('orchida')).toEqual(['Orchidarium']);
    expect(await titles('or')).toEqual(['Orchid', 'Orchidarium']);
    expect(await titles('ch')).toEqual([]);
  });

  test.each(['orchd', 'orchidd', 'orkhid'])('finds what %s was meant for', async (q) => {
    expect(await titles(q)).toContain('Orchid');
    expect(await titles(q)).not.toContain('Rose');
  });

  test('finds only items that have all of the words, in any order and each in its own way', async () => {
    await publish('Marmalade on toast');
    await publish('Toast in the morning');
    expect(await titles('toast marmalade')).toEqual(['Marmalade on toast']);
    expect(await titles('toast marmelade')).toEqual(['Marmalade on toast']);
    expect(await titles('toas')).toEqual(['Marmalade on toast', 'Toast in the morning']);
    expect(await titles('marmalade morning')).toEqual([]);
    expect(await titles('marmalade zzzzzzzz')).toEqual([]);
  });

  test('means its own signs, and may be no word at all', async () => {
    for (const q of ['%', '_', String.raw`\ `, "'", '100%_']) expect(await titles(q)).toEqual([]);
    await publish('Smörgåsbord für alle');
    expect(await titles('SMÖRGÅSBORD')).toEqual(['Smörgåsbord für alle']);
  });

  test('looks at each kind by itself', async () => {
    await publish('Windmill', 'gallery');
    await publish('Windmills', 'video');
    expect(await titles('windmill')).toEqual(['Windmills']);
    const { totals } = (await world.call('POST /search/keywords', { body: { keyword: 'windmill' } })).data;
    expect(totals).toEqual({ performers: 0, feeds: 0, videos: 1, galleries: 1, products: 0 });
  });
});

describe('an item', () => {
  test('is found by what it says now', async () => {
    const id = await publish('Tangerine', 'gallery');
    const change = (body: object) =>
      world.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }, { token: performer.token });
    const galleries = async (q: string) => {
      const { data } = (await world.call('GET /performer-assets/galleries/search', { query: { q } })).data;
      return data.map(({ title }) => title);
    };
    expect((await change({ title: 'Pomegranate', tags: ['juicy'] })).status).toBe(200);
    expect(await galleries('tangerine')).toEqual([]);
    expect(await galleries('pomegranate')).toEqual(['Pomegranate']);
    expect(await galleries('juicy')).toEqual(['Pomegranate']);
    await change({ status: 'inactive' });
    expect(await galleries('pomegranate')).toEqual([]);
    await change({ status: 'active' });
    expect(await galleries('pomegranate')).toEqual(['Pomegranate']);
    await world.call('DELETE /performer/performer-assets/galleries/:id', { params: { id } }, { token: performer.token });
    expect(await galleries('pomegranate')).toEqual([]);
  });

  test('whose word nobody else has leaves the way free to similar ones when it is gone', async () => {
    const id = await publish('Kaleidoscop');
    await publish('Kaleidoscope');
    expect(await titles('kaleidoscop')).toEqual(['Kaleidoscop']);
    await world.call('DELETE /performer/performer-assets/videos/:id', { params: { id } }, { token: performer.token });
    expect(await titles('kaleidoscop')).toEqual(['Kaleidoscope']);
  });

  test('is as new as the moment it came out, however it is looked for', async () => {
    const author = await signUpPerformer(world);
    const scheduledAt = new Date(world.clock.now().getTime() + 60_000);
    await published(world, author, 'video', { audience: 'public', scheduledAt }, 'Heron that waited');
    world.clock.advance({ seconds: 30 });
    await published(world, author, 'video', { audience: 'public' }, 'Heron at once');
    world.clock.advance({ seconds: 31 });
    await relistDue(world.ctx);
    const newest = { sortBy: 'createdAt', sort: 'desc' };
    const ways: Parameters<typeof videos>[0][] = [{ q: 'heron' }, { q: 'heron', isSale: false }, { performerId: author.id }, { limit: 2 }];
    for (const query of ways)
      expect((await videos({ ...newest, ...query })).data.map(({ title }) => title)).toEqual(['Heron that waited', 'Heron at once']);
    const [first] = (await videos({ ...newest, q: 'heron', limit: 1 })).data;
    const { nextCursor } = await videos({ ...newest, q: 'heron', limit: 1 });
    const [second] = (await videos({ ...newest, q: 'heron', limit: 1, cursor: nextCursor ?? '' })).data;
    expect([first?.title, second?.title]).toEqual(['Heron that waited', 'Heron at once']);
  });

  test('is not found once it is over, before anybody took it down', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000);
    await published(world, performer, 'feed', { audience: 'public', expiresAt }, 'Fleeting');
    expect((await posts({ q: 'fleeting' })).total).toBe(1);
    world.clock.advance({ seconds: 61 });
    expect(await posts({ q: 'fleeting' })).toMatchObject({ total: 0, data: [] });
  });

  test('is found by the opening of a locked text alone, in whatever way it is typed', async () => {
    const hidden = `${'word '.repeat(limits.lockedTextLengthMax / 4)} chrysanthemum`;
    const body = { type: 'text', audience: 'subscribers', text: hidden } as const;
    expect((await world.call('POST /performer/feeds', { body }, { token: performer.token })).status).toBe(200);
    expect((await posts({ q: 'word' })).total).toBe(1);
    for (const q of ['chrysanthemum', 'hrysanthem', 'chrysantemum']) expect(await posts({ q })).toMatchObject({ total: 0, data: [] });
  });
});

describe('of very many items', () => {
  const many = limits.page.countedInSearchMax + 40;
  beforeAll(async () => {
    await world.ctx.db.execute(sql`
      insert into items (id, kind, feed_type, performer_id, title, search_text, audience, status, readiness, is_listed, views, tags, published_at, created_at, updated_at)
      select gen_random_uuid(), kind, case when kind = 'feed' then 'text' end, ${performer.id}, 'Number ' || n, 'pebble beach number ' || n, 'public', 'active', 'ready', true,
        n * 37 % 1009, case when n % 400 = 0 then array['smooth'] else '{}' end, now() - n * interval '1 minute', now() - n * interval '1 minute', now()
      from generate_series(1, ${many}) n, unnest(array['video', 'feed']) kind`);
    await world.ctx.db.execute(sql`insert into videos (item_id) select id from items where kind = 'video' on conflict do nothing`);
    await world.ctx.db.execute(sql`insert into feeds (item_id) select id from items where kind = 'feed' on conflict do nothing`);
  });

  test('no more are counted than the limit, and each order is right', async () => {
    const popular = await videos({ q: 'pebble', sortBy: 'popular', sort: 'desc', limit: 5 });
    expect(popular.total).toBe(limits.page.countedInSearchMax);
    expect(popular.data.map(({ stats }) => stats.views)).toEqual([1008, 1007, 1006, 1005, 1004]);
    const newest = await videos({ q: 'pebble', sortBy: 'createdAt', sort: 'desc', limit: 3 });
    expect(newest.data.map(({ title }) => title)).toEqual(['Number 1', 'Number 2', 'Number 3']);
    const first = await posts({ q: 'pebble beach', limit: 2 });
    const second = await posts({ q: 'pebble beach', limit: 2, cursor: first.nextCursor ?? '' });
    const shown = [...first.data, ...second.data].map(({ title }) => title);
    expect(shown).toEqual(['Number 1', 'Number 2', 'Number 3', 'Number 4']);
    expect(first.total).toBe(limits.page.countedInSearchMax);
  });

  test('those that fulfil other conditions too are counted and found', async () => {
    const found = await videos({ q: 'pebble', tags: ['smooth'], sortBy: 'createdAt', sort: 'desc' });
    expect(found.data.map(({ title }) => title)).toEqual(['Number 400', 'Number 800']);
    expect(found.total).toBe(2);
  });

  test('a total is the number of items over all pages', async () => {
    for (const [q, expected] of [
      ['number 12', 1],
      ['umbe 12', 1],
      ['pebble 70', 1],
    ] as const) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await posts({ q, limit: 1, cursor });
        expect(page.total).toBe(expected);
        seen.push(...page.data.map(({ _id }) => _id));
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      expect(new Set(seen).size).toBe(expected);
      expect(seen).toHaveLength(expected);
    }
  });
});
