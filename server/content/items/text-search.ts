/**
 * Search by words and tags in any number of items. Each word has a list of its listed items (`item_words`), so that a search reads
 * no more rows than it returns. A search word matches itself if any item has it; otherwise the words that contain it; otherwise similar
 * words. An item must match all search words. If there are few matches, items with looser matches of each word are appended.
 */
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { PagedKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { afterCursor, afterRank, escapeLike, type Finder } from '../../platform/db/paging';
import { items, itemWords, searchWords } from '../../platform/db/schema/content';
import { searchableQuery } from '../../platform/words/searchable';
import type { Visitor } from '../../people/blocking/blocking';
import { listedHasOpenPage } from './visible';

type SearchContext = Pick<Context, 'db' | 'clock'>;

/** The ids of the vocabulary words that match, for each search word. */
type WordMatches = readonly (readonly number[])[];

const { words: wordsMax, parts: partsMax, similar: similarMax, looseItems: looseMax } = limits.searchTerms;
/** How many items of a frequent word are read to count those that match additional conditions. */
const scannedMax = 5_000;
const countedMax = limits.page.countedInSearchMax;
/** Shorter texts are part of nearly every word, so only words that begin with them match. */
const partLengthMin = 3;

const listOf = (words: readonly string[]): SQL =>
  sql`array[${sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )}]::text[]`;
/** Ids are inlined, so that the planner uses the statistics of these words. */
const idArray = (ids: readonly number[]): SQL => sql.raw(`'{${ids.map(Number).join(',')}}'::int[]`);

/** The condition that a listed item of this kind has the word. Words stay in the vocabulary without items. */
const isInUse = (kind: PagedKind): SQL =>
  sql`(select true from ${itemWords} where ${itemWords.wordId} = ${searchWords.id} and ${itemWords.kind} = ${kind} limit 1)`;

/** Looks up each word by a condition. Returns all words with the ids of their matches, which may be none. */
async function lookUp(
  ctx: SearchContext,
  kind: PagedKind,
  words: SQL,
  condition: SQL,
  order: SQL,
  max = 1,
): Promise<Map<string, number[]>> {
  const { rows } = await ctx.db.execute<{ word: string; ids: number[] }>(sql`
    select typed.word, array(
      select ${searchWords.id} from ${searchWords} where ${condition} and ${isInUse(kind)} order by ${order} limit ${max}
    ) as ids from unnest(${words}) as typed (word)`);
  return new Map(rows.map(({ word, ids }) => [word, ids]));
}

const typedWord = sql`typed.word`;
const isNotTag = sql`${searchWords.word} not like '#%'`;

/** Words that contain `word`, the shortest first. */
function lookUpPart(ctx: SearchContext, kind: PagedKind, word: string): Promise<Map<string, number[]>> {
  const pattern = `${word.length < partLengthMin ? '' : '%'}${escapeLike(word)}%`;
  const condition = sql`${searchWords.word} like ${pattern} and ${isNotTag}`;
  return lookUp(ctx, kind, listOf([word]), condition, sql`length(${searchWords.word}), ${searchWords.word}`, partsMax);
}

const isSameWord = sql`${searchWords.word} = ${typedWord}`;

/** Tags are in the vocabulary with the prefix `#`. An item matches if it has any of the tags. */
async function tagMatches(ctx: SearchContext, kind: PagedKind, tags: readonly string[]): Promise<WordMatches | null> {
  const tagWords = listOf(tags.map((tag) => `#${tag.toLowerCase()}`));
  const ids = [...(await lookUp(ctx, kind, tagWords, isSameWord, sql`${searchWords.id}`)).values()].flat();
  return ids.length === 0 ? null : [ids];
}

/** Words that are similar but do not contain the search word, the closest first. */
function lookUpSimilar(ctx: SearchContext, kind: PagedKind, words: readonly string[]): Promise<Map<string, number[]>> {
  const closest = sql`similarity(${searchWords.word}, ${typedWord}) desc, ${searchWords.id}`;
  const condition = sql`${typedWord} <% ${searchWords.word} and ${isNotTag} and position(${typedWord} in ${searchWords.word}) = 0`;
  return lookUp(ctx, kind, listOf(words), condition, closest, similarMax);
}

/** The closest matches of each search word. */
type CloseMatches = ReadonlyMap<string, readonly number[]>;

/** The matches of a search text, or null if no item can match all of it. */
async function closeMatches(ctx: SearchContext, kind: PagedKind, q: string): Promise<CloseMatches | null> {
  const typed = sql`(words_of(${searchableQuery(q)}))[1:${wordsMax}]`;
  const matches = await lookUp(ctx, kind, typed, isSameWord, sql`${searchWords.id}`);
  const unmatched = (): string[] => [...matches].flatMap(([word, ids]) => (ids.length === 0 ? [word] : []));
  for (const word of unmatched()) for (const [part, ids] of await lookUpPart(ctx, kind, word)) matches.set(part, ids);
  if (unmatched().length > 0) for (const [word, ids] of await lookUpSimilar(ctx, kind, unmatched())) matches.set(word, ids);
  return matches.size === 0 || unmatched().length > 0 ? null : matches;
}

/** Loose matches are not useful for short words, which are part of nearly every word, and for numbers. */
const allowsLooseMatch = (word: string): boolean => word.length >= partLengthMin && !/^\p{N}+$/u.test(word);

/** All matches of the words, close and loose; null if there are no loose ones. */
async function looseMatches(ctx: SearchContext, kind: PagedKind, close: CloseMatches): Promise<WordMatches | null> {
  const loose = [...close.keys()].filter(allowsLooseMatch);
  if (loose.length === 0) return null;
  const similar = await lookUpSimilar(ctx, kind, loose);
  const parts = new Map<string, number[]>();
  for (const word of loose) for (const [part, ids] of await lookUpPart(ctx, kind, word)) parts.set(part, ids);
  const all = [...close].map(([word, ids]) => [...new Set([...ids, ...(parts.get(word) ?? []), ...(similar.get(word) ?? [])])]);
  return all.flat().length > [...close.values()].flat().length ? all : null;
}

const hasOneOf = (ids: readonly number[], item: { publishedAt: SQL; id: SQL }, kind: PagedKind): SQL =>
  // A subquery instead of a join: it is evaluated per row, and stops when enough rows are found.
  sql`(select true from item_words has where has.word_id = any(${idArray(ids)}) and has.kind = ${kind} and has.published_at = ${item.publishedAt} and has.item_id = ${item.id} limit 1)`;

/**
 * The newest items, with their publication time, that match all words and that the visitor may find: up to `max` for each match of
 * the rarest word. Each match is a separate subquery, which is planned with its own statistics. With several words, at most
 * `countedMax` items of the rarest are read, because two frequent words without common items would otherwise take very long.
 */
function newestWith(
  ctx: SearchContext,
  visitor: Visitor,
  kind: PagedKind,
  [rarest = [], ...others]: WordMatches,
  cursorCondition: SQL | undefined,
  max: number,
): SQL {
  const isVisible = and(
    eq(itemWords.kind, kind),
    or(isNull(itemWords.expiresAt), gt(itemWords.expiresAt, ctx.clock.now())),
    listedHasOpenPage(itemWords.performerId, visitor),
    cursorCondition,
  );
  const lists = rarest.map(
    (id) => sql`(select ${itemWords.itemId} as item_id, ${itemWords.publishedAt} as published_at from ${itemWords}
      where ${itemWords.wordId} = ${sql.raw(String(id))} and ${isVisible}
      order by ${itemWords.publishedAt} desc, ${itemWords.itemId} desc limit ${others.length > 0 ? countedMax : max})`,
  );
  const listed = sql.join(lists, sql` union all `);
  if (others.length === 0) return listed;
  // All of them are looked up in one scan of the index of each other word, by publication time.
  const hasOthers = others.map(
    // `is true` prevents a join, which would be planned for too few rows. The set is computed once.
    (ids) => sql`((published_at, item_id) in (
      select has.published_at, has.item_id from item_words has
      where has.word_id = any(${idArray(ids)}) and has.kind = ${kind} and has.published_at = any(array(select published_at from listed)))) is true`,
  );
  return sql`with listed as materialized (${listed}) select item_id, published_at from listed where ${sql.join(hasOthers, sql` and `)}`;
}

/** Sorts the matches by their number of items, counted up to `countedMax`, the rarest first. */
async function rarestFirst(ctx: SearchContext, kind: PagedKind, matches: WordMatches): Promise<WordMatches> {
  if (matches.length < 2) return matches;
  const sizes = matches.map(
    (ids) =>
      sql`(select count(*) from (select 1 from ${itemWords} where ${itemWords.wordId} = any(${idArray(ids)}) and ${itemWords.kind} = ${kind} limit ${countedMax}) counted)`,
  );
  const { rows } = await ctx.db.execute<{ sizes: string[] }>(sql`select array[${sql.join(sizes, sql`, `)}] as sizes`);
  const sizeOf = new Map(matches.map((ids, index) => [ids, Number(rows[0]?.sizes[index] ?? 0)]));
  return [...matches].sort((left, right) => (sizeOf.get(left) ?? 0) - (sizeOf.get(right) ?? 0));
}

/** A search by text and tags. */
interface SearchTerms {
  q?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** A search among items of a kind: close matches before loose ones. */
export interface TextSearch {
  /** Number of matches that the visitor may find, without other filters, up to `limits.page.countedInSearchMax`. */
  total: number;
  /** Number of matches that also satisfy a condition on items. With very many matches, only the newest are read. */
  count(filters: SQL | undefined): Promise<number>;
  /** The SQL condition of a match, for lists in any order. */
  condition: SQL;
  /** 0 for close matches, 1 for loose ones. */
  rank: SQL<number>;
  /** The newest matches per rank that also satisfy a condition on items; null if this would need a scan of items. */
  newest(filters: SQL | undefined): Finder['find'] | null;
}

const findNothing: Finder['find'] = () => Promise.resolve([]);
const closeRank = sql<number>`0`;
const emptySearch: TextSearch = {
  total: 0,
  count: () => Promise.resolve(0),
  condition: sql`false`,
  rank: closeRank,
  newest: () => findNothing,
};

/** The number of items that match, up to `max`, and their ids if there are fewer. */
async function itemsWith(
  ctx: SearchContext,
  visitor: Visitor,
  kind: PagedKind,
  matches: WordMatches,
  max: number,
): Promise<{ total: number; ids: string[] | null }> {
  const all = newestWith(ctx, visitor, kind, matches, undefined, max);
  const { rows } = await ctx.db.execute<{ total: number; ids: string[] | null }>(
    // An item may match a word in several ways, but hardly in more than three.
    sql`select count(*)::int as total, case when count(*) < ${max} then array_agg(item_id) end as ids
      from (select distinct item_id from (select item_id from (${all}) found limit ${3 * max}) few limit ${max}) counted`,
  );
  return { total: rows[0]?.total ?? 0, ids: rows[0] === undefined || rows[0].total === 0 ? [] : rows[0].ids };
}

const hasIdIn = (ids: readonly string[]): SQL => sql`${items.id} = any(${sql.param(ids)}::uuid[])`;

/** Search with few matches: all ids are loaded, and lists sort them. */
function smallSearch(ctx: SearchContext, close: readonly string[], loose: readonly string[]): TextSearch {
  const all = [...close, ...loose];
  const condition = hasIdIn(all);
  const rank = loose.length === 0 ? closeRank : sql<number>`case when ${hasIdIn(close)} then 0 else 1 end`;
  const count = (filters: SQL | undefined): Promise<number> =>
    filters === undefined ? Promise.resolve(all.length) : ctx.db.$count(items, and(condition, filters));
  return {
    total: all.length,
    count,
    condition,
    rank,
    newest: (filters) => async (cursor, limit, offset) => {
      const cursorCondition = cursor === null ? undefined : afterCursor(sql`${items.publishedAt}`, sql`${items.id}`, cursor);
      const { rows } = await ctx.db.execute<{ id: string; value: string; rank: number }>(
        sql`select ${items.id} as id, ${items.publishedAt}::text as value, ${rank} as rank from ${items}
          where ${and(condition, filters, cursor === null ? undefined : afterRank(rank, cursorCondition, cursor))}
          order by rank, ${items.publishedAt} desc, ${items.id} desc limit ${limit} offset ${offset}`,
      );
      return rows;
    },
  };
}

/** Search with more matches than are counted: lists scan in their own order until a page is full, which takes few rows. */
function largeSearch(ctx: SearchContext, visitor: Visitor, kind: PagedKind, matches: WordMatches): TextSearch {
  const item = { publishedAt: sql`${items.publishedAt}`, id: sql`${items.id}` };
  const hasAll = matches.map((wordIds) => hasOneOf(wordIds, item, kind));
  const newest: Finder['find'] = async (cursor, limit, offset) => {
    const cursorCondition = cursor === null ? undefined : afterCursor(sql`${itemWords.publishedAt}`, sql`${itemWords.itemId}`, cursor);
    const newestQuery = newestWith(ctx, visitor, kind, matches, cursorCondition, limit + offset);
    const { rows } = await ctx.db.execute<{ id: string; value: string; rank: number }>(
      sql`select distinct item_id as id, published_at::text as value, published_at, 0 as rank from (${newestQuery}) found
        order by published_at desc, item_id desc limit ${limit} offset ${offset}`,
    );
    return rows;
  };
  return {
    total: countedMax,
    count: async (filters) => {
      if (filters === undefined) return countedMax;
      const newestMatches = newestWith(ctx, visitor, kind, matches, undefined, scannedMax);
      const found = await ctx.db.execute<{ total: number }>(
        sql`select count(*)::int as total from (
            select distinct item_id from (${newestMatches}) found inner join ${items} on ${items.id} = found.item_id where ${filters} limit ${countedMax}
          ) counted`,
      );
      return found.rows[0]?.total ?? 0;
    },
    condition: sql.join(hasAll, sql` and `),
    rank: closeRank,
    newest: (filters) => (filters === undefined && matches.length === 1 ? newest : null),
  };
}

/**
 * Search by words for a visitor. If there are fewer close matches than are counted, some of the newest loose matches are appended.
 */
export async function searchByText(ctx: SearchContext, visitor: Visitor, kind: PagedKind, { q, tags }: SearchTerms): Promise<TextSearch> {
  const tagged = tags === undefined ? [] : await tagMatches(ctx, kind, tags);
  const close: CloseMatches | null = q === undefined || tagged === null ? new Map() : await closeMatches(ctx, kind, q);
  if (tagged === null || close === null) return emptySearch;
  const matches = await rarestFirst(ctx, kind, [...tagged, ...close.values()]);
  const { total, ids } = await itemsWith(ctx, visitor, kind, matches, countedMax);
  if (ids === null) return largeSearch(ctx, visitor, kind, matches);
  const loose = await looseMatches(ctx, kind, close);
  if (loose === null) return total === 0 ? emptySearch : smallSearch(ctx, ids, []);
  const max = Math.min(looseMax, countedMax - total);
  const looseIds = await newestExcept(ctx, visitor, kind, await rarestFirst(ctx, kind, [...tagged, ...loose]), ids, max);
  return smallSearch(ctx, ids, looseIds);
}

/** The newest items that match and are not in `ids`. */
async function newestExcept(
  ctx: SearchContext,
  visitor: Visitor,
  kind: PagedKind,
  matches: WordMatches,
  ids: readonly string[],
  max: number,
): Promise<string[]> {
  const all = newestWith(ctx, visitor, kind, matches, sql`${itemWords.itemId} <> all(${sql.param(ids)}::uuid[])`, max);
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select item_id as id from (${all}) found group by item_id, published_at order by published_at desc, item_id desc limit ${max}`,
  );
  return rows.map(({ id }) => id);
}
