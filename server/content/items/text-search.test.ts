/** Search by words, parts of words and typos, also with very many items. */
import { sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { searchVersion } from '../../platform/words/searchable';
import { syncDueListings } from './listing';
import { recomputeSearchTexts } from './recompute-search-texts';

let testHost: TestHost;
let performer: { id: string; token: string };
beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost);
});
afterAll(() => testHost.close());

const publish = (title: string, kind: 'feed' | 'video' | 'gallery' = 'video') =>
  publishItem(testHost, performer, kind, { audience: 'public' }, title);
const videos = async (query: Record<string, string | number | boolean | string[]>) =>
  (await testHost.call('GET /performer-assets/videos/search', { query: { limit: 100, ...query } })).data;
const titles = async (q: string) => (await videos({ q, sortBy: 'createdAt', sort: 'asc' })).data.map(({ title }) => title).sort();
const posts = async (query: Record<string, string | number>) => (await testHost.call('GET /user/feeds', { query })).data;

describe('a text search', () => {
  test('finds items with the word first, and then similar words, in every order', async () => {
    await publish('Orchid');
    await publish('Orchidarium');
    await publish('Rose');
    for (const [sortBy, sort] of [
      ['createdAt', 'asc'],
      ['createdAt', 'desc'],
      ['price', 'desc'],
      ['popular', 'asc'],
    ] as const)
      expect((await videos({ q: ' ORCHID ', sortBy, sort })).data.map(({ title }) => title)).toEqual(['Orchid', 'Orchidarium']);
  });

  test('returns closer matches first across pages, each once, with the total', async () => {
    for (const title of ['Saxophonist', 'Saxophone', 'Saxofone', 'Saxophones', 'Saxophone again']) {
      await publish(title, 'feed');
      await publish(title);
      testHost.clock.advance({ seconds: 1 });
    }
    const newest = ['Saxophone again', 'Saxophone', 'Saxophones', 'Saxofone', 'Saxophonist'];
    const oldest = ['Saxophone', 'Saxophone again', 'Saxophonist', 'Saxofone', 'Saxophones'];
    const lists: [string[], (cursor: string) => Promise<{ data: { title: string }[]; total: number; nextCursor: string | null }>][] = [
      [newest, (cursor) => posts({ q: 'saxophone', limit: 1, cursor })],
      [newest, (cursor) => posts({ q: 'saxophone', limit: 2, cursor, audience: 'public' })],
      [newest, (cursor) => videos({ q: 'saxophone', sortBy: 'createdAt', sort: 'desc', limit: 1, cursor })],
      [newest, (cursor) => videos({ q: 'saxophone', sortBy: 'createdAt', sort: 'desc', limit: 2, isSale: false, cursor })],
      [oldest, (cursor) => videos({ q: 'saxophone', sortBy: 'createdAt', sort: 'asc', limit: 1, cursor })],
    ];
    for (const [expected, page] of lists) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { data, total, nextCursor } = await page(cursor);
        expect(total).toBe(5);
        seen.push(...data.map(({ title }) => title));
        cursor = nextCursor ?? '';
      } while (cursor !== '');
      expect(seen).toEqual(expected);
    }
    const { totals } = (await testHost.call('POST /search/keywords', { body: { keyword: 'saxophone' } })).data;
    expect(totals).toMatchObject({ feeds: 5, videos: 5 });
  });

  test('does not match other numbers that contain the digits', async () => {
    await publish('Route 66');
    await publish('Route 661');
    expect(await titles('66')).toEqual(['Route 66']);
    expect(await titles('route 66')).toEqual(['Route 66']);
  });

  test('ranks closer matches first in lists of one performer and in own lists', async () => {
    const author = await signUpPerformer(testHost);
    for (const kind of ['feed', 'video', 'gallery'] as const)
      for (const title of ['Cellist', 'Cello', 'Celloo']) {
        await publishItem(testHost, author, kind, { audience: 'public' }, title);
        testHost.clock.advance({ seconds: 1 });
      }
    const expected = ['Cello', 'Celloo'];
    const [q, performerId, { token, username }] = ['cello', author.id, author];
    const newest = { sortBy: 'createdAt', sort: 'desc' } as const;
    const found = await Promise.all([
      posts({ q, performerId }),
      videos({ q, performerId, ...newest }),
      testHost.call('GET /user/feeds/search/:username', { params: { username }, query: { q } }).then(({ data }) => data),
      testHost.call('GET /performer/feeds', { query: { q, ...newest } }, { token }).then(({ data }) => data),
      testHost.call('GET /performer/performer-assets/videos/search', { query: { q, ...newest } }, { token }).then(({ data }) => data),
      testHost.call('GET /performer/performer-assets/galleries/search', { query: { q, ...newest } }, { token }).then(({ data }) => data),
    ]);
    for (const { data } of found) expect(data.map(({ title }) => title).slice(0, 2)).toEqual(expected);
    const next = await posts({ q, performerId, limit: 1 });
    expect((await posts({ q, performerId, limit: 1, cursor: next.nextCursor ?? '' })).data.map(({ title }) => title)).toEqual(['Celloo']);
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
    ].map((title) => [title, 'waldweg']),
    ['Żółć', 'zolc'],
    ['Ёлка', 'елка'],
    ['Straßenlärm', 'STRASSENLARM'],
    ['ΠΑΡΑΜΎΘΙ', 'παραμυθι'],
    ['今日は東京へ', '東京'],
    ['กรุงเทพมหานคร', 'กรุงเทพ'],
  ])('finds %s by %s, and in own lists too', async (text = '', q = '') => {
    // Another item has the exact word, so that similar words are not considered.
    await publish(q, 'feed');
    const other = await signUpPerformer(testHost);
    await publishItem(testHost, other, 'feed', { audience: 'public' }, `Heute ${text} und mehr`);
    const byOther = (found: { data: { performer: { _id: string } }[] }) => found.data.filter(({ performer: { _id } }) => _id === other.id);
    expect(byOther(await posts({ q, limit: 50 }))).toHaveLength(1);
    const own = await testHost.call('GET /performer/feeds', { query: { q } }, { token: other.token });
    expect(own.data.data).toHaveLength(1);
  });

  test('finds nothing for punctuation alone', async () => {
    expect(await titles('…—„“')).toEqual([]);
  });

  test('finds outdated items once their search text was recomputed, which is idempotent', async () => {
    const itemId = await publish('Kümmel');
    const before = sql`update items set search_text = 'kümmel', search_version = 0 where id = ${itemId}`;
    await testHost.ctx.db.execute(before);
    const words = async () => (await testHost.ctx.db.execute(sql`select search_text as text from items where id = ${itemId}`)).rows;
    expect(await recomputeSearchTexts(testHost.ctx)).toBe(1);
    expect(await words()).toEqual([{ text: 'kummel' }]);
    expect(await titles('kummel')).toEqual(['Kümmel']);
    await testHost.ctx.db.execute(before);
    await Promise.all([recomputeSearchTexts(testHost.ctx), recomputeSearchTexts(testHost.ctx)]);
    expect(await recomputeSearchTexts(testHost.ctx)).toBe(0);
    expect(await titles('kummel')).toEqual(['Kümmel']);
  });

  test('has an index of outdated items for the current search version', async () => {
    const { rows } = await testHost.ctx.db.execute<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = 'items_unfolded'`,
    );
    expect(rows[0]?.indexdef).toContain(`search_version < ${searchVersion})`);
  });

  test('finds a part of a word if no item has the word', async () => {
    expect(await titles('rchid')).toEqual(['Orchid', 'Orchidarium']);
    const orchida = await videos({ q: 'orchida', sortBy: 'createdAt', sort: 'desc' });
    expect(orchida.data.map(({ title }) => title)).toEqual(['Orchidarium', 'Orchid']);
    expect(await titles('or')).toEqual(['Orchid', 'Orchidarium']);
    expect(await titles('ch')).toEqual([]);
  });

  test.each(['orchd', 'orchidd', 'orkhid'])('corrects %s', async (q) => {
    expect(await titles(q)).toContain('Orchid');
    expect(await titles(q)).not.toContain('Rose');
  });

  test('requires all words, in any order and each with its own kind of match', async () => {
    await publish('Marmalade on toast');
    await publish('Toast in the morning');
    expect(await titles('toast marmalade')).toEqual(['Marmalade on toast']);
    expect(await titles('toast marmelade')).toEqual(['Marmalade on toast']);
    expect((await videos({ q: 'toast', sortBy: 'createdAt', sort: 'asc' })).total).toBe(2);
    expect(await titles('toas')).toEqual(['Marmalade on toast', 'Toast in the morning']);
    expect(await titles('marmalade morning')).toEqual([]);
    expect(await titles('marmalade zzzzzzzz')).toEqual([]);
  });

  test('escapes wildcards, and finds nothing without a word', async () => {
    for (const q of ['%', '_', String.raw`\ `, "'", '100%_']) expect(await titles(q)).toEqual([]);
    await publish('Smörgåsbord für alle');
    expect(await titles('SMÖRGÅSBORD')).toEqual(['Smörgåsbord für alle']);
  });

  test('searches each kind separately', async () => {
    await publish('Windmill', 'gallery');
    await publish('Windmills', 'video');
    expect(await titles('windmill')).toEqual(['Windmills']);
    const { totals } = (await testHost.call('POST /search/keywords', { body: { keyword: 'windmill' } })).data;
    expect(totals).toEqual({ performers: 0, feeds: 0, videos: 1, galleries: 1, products: 0 });
  });
});

describe('an item', () => {
  test('is found by its current text', async () => {
    const id = await publish('Tangerine', 'gallery');
    const change = (body: object) =>
      testHost.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }, { token: performer.token });
    const galleries = async (q: string) => {
      const { data } = (await testHost.call('GET /performer-assets/galleries/search', { query: { q } })).data;
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
    await testHost.call('DELETE /performer/performer-assets/galleries/:id', { params: { id } }, { token: performer.token });
    expect(await galleries('pomegranate')).toEqual([]);
  });

  test('with a unique word no longer hides similar words once it is deleted', async () => {
    const id = await publish('Kaleidoscop');
    await publish('Kaleidoscope');
    expect((await videos({ q: 'kaleidoscop' })).data.map(({ title }) => title)).toEqual(['Kaleidoscop', 'Kaleidoscope']);
    await testHost.call('DELETE /performer/performer-assets/videos/:id', { params: { id } }, { token: performer.token });
    expect(await titles('kaleidoscop')).toEqual(['Kaleidoscope']);
  });

  test('is sorted by its publication time in every kind of search', async () => {
    const author = await signUpPerformer(testHost);
    const scheduledAt = new Date(testHost.clock.now().getTime() + 60_000);
    await publishItem(testHost, author, 'video', { audience: 'public', scheduledAt }, 'Heron that waited');
    testHost.clock.advance({ seconds: 30 });
    await publishItem(testHost, author, 'video', { audience: 'public' }, 'Heron at once');
    testHost.clock.advance({ seconds: 31 });
    await syncDueListings(testHost.ctx);
    const newest = { sortBy: 'createdAt', sort: 'desc' };
    const queries: Parameters<typeof videos>[0][] = [
      { q: 'heron' },
      { q: 'heron', isSale: false },
      { performerId: author.id },
      { limit: 2 },
    ];
    for (const query of queries)
      expect((await videos({ ...newest, ...query })).data.map(({ title }) => title)).toEqual(['Heron that waited', 'Heron at once']);
    const [first] = (await videos({ ...newest, q: 'heron', limit: 1 })).data;
    const { nextCursor } = await videos({ ...newest, q: 'heron', limit: 1 });
    const [second] = (await videos({ ...newest, q: 'heron', limit: 1, cursor: nextCursor ?? '' })).data;
    expect([first?.title, second?.title]).toEqual(['Heron that waited', 'Heron at once']);
  });

  test('is not found once it has expired, before the job unlists it', async () => {
    const expiresAt = new Date(testHost.clock.now().getTime() + 60_000);
    await publishItem(testHost, performer, 'feed', { audience: 'public', expiresAt }, 'Fleeting');
    expect((await posts({ q: 'fleeting' })).total).toBe(1);
    testHost.clock.advance({ seconds: 61 });
    expect(await posts({ q: 'fleeting' })).toMatchObject({ total: 0, data: [] });
  });

  test('is found only by the public beginning of a locked text', async () => {
    const hidden = `${'word '.repeat(limits.lockedTextLengthMax / 4)} chrysanthemum`;
    const body = { type: 'text', audience: 'subscribers', text: hidden } as const;
    expect((await testHost.call('POST /performer/feeds', { body }, { token: performer.token })).status).toBe(200);
    expect((await posts({ q: 'word' })).total).toBe(1);
    for (const q of ['chrysanthemum', 'hrysanthem', 'chrysantemum']) expect(await posts({ q })).toMatchObject({ total: 0, data: [] });
  });
});

describe('with very many items', () => {
  const many = limits.page.countedInSearchMax + 40;
  beforeAll(async () => {
    await testHost.ctx.db.execute(sql`
      insert into items (id, kind, feed_type, performer_id, title, search_text, audience, status, readiness, is_listed, views, tags, published_at, created_at, updated_at)
      select gen_random_uuid(), kind, case when kind = 'feed' then 'text' end, ${performer.id}, 'Number ' || n, 'pebble beach number ' || n, 'public', 'active', 'ready', true,
        n * 37 % 1009, case when n % 400 = 0 then array['smooth'] else '{}' end, now() - n * interval '1 minute', now() - n * interval '1 minute', now()
      from generate_series(1, ${many}) n, unnest(array['video', 'feed']) kind`);
    await testHost.ctx.db.execute(sql`insert into videos (item_id) select id from items where kind = 'video' on conflict do nothing`);
    await testHost.ctx.db.execute(sql`insert into feeds (item_id) select id from items where kind = 'feed' on conflict do nothing`);
  });

  test('the count is limited, and each order is correct', async () => {
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

  test('matches of additional filters are counted and found', async () => {
    const found = await videos({ q: 'pebble', tags: ['smooth'], sortBy: 'createdAt', sort: 'desc' });
    expect(found.data.map(({ title }) => title)).toEqual(['Number 400', 'Number 800']);
    expect(found.total).toBe(2);
  });

  test('the total is the number of items over all pages', async () => {
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
