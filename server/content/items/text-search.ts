/**
 * Finding items by words and tags, however many there are. The listed items of each word stand in a list of their own
 * (`item_words`), so that finding by a word reads no more of them than are shown. Each typed word means itself where an item
 * has it; else the words that have it as a part; else those that are almost it. An item is found when it has all of them.
 */
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { PagedKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { behind, literal, type Finder } from '../../platform/db/paging';
import { items, itemWords, searchWords } from '../../platform/db/schema/schema';
import { typedWords } from '../../platform/words/searchable';
import type { Visitor } from '../../people/blocking/blocking';
import { openPageOfListed } from './visible';

type Lent = Pick<Context, 'db' | 'clock'>;

/** What typed words mean: for each of them the words that count as it, by their numbers in the vocabulary. */
type Meant = readonly (readonly number[])[];

const { words: wordsMax, parts: partsMax, similar: similarMax } = limits.typed;
/** How many items of a frequent word are looked at to count those that fulfil other conditions too. */
const lookedAtMax = 5_000;
const countedMax = limits.page.countedInSearchMax;
/** Shorter texts stand inside nearly every word: of these only beginnings count. */
const partLengthMin = 3;

const listOf = (words: readonly string[]): SQL =>
  sql`array[${sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )}]::text[]`;
/** Numbers are written out, so that the database plans with what it knows of these words. */
const numbers = (ids: readonly number[]): SQL => sql.raw(`'{${ids.map(Number).join(',')}}'::int[]`);

/** The condition that some item of this kind has the word now: words stay in the vocabulary when their last item is gone. */
const isInUse = (kind: PagedKind): SQL =>
  sql`(select true from ${itemWords} where ${itemWords.wordId} = ${searchWords.id} and ${itemWords.kind} = ${kind} limit 1)`;

/** Looks words up in one way: all of them come back, with the words that they mean, of which there may be none. */
async function lookUp(ctx: Lent, kind: PagedKind, words: SQL, way: SQL, order: SQL, most = 1): Promise<Map<string, number[]>> {
  const { rows } = await ctx.db.execute<{ word: string; ids: number[] }>(sql`
    select typed.word, array(
      select ${searchWords.id} from ${searchWords} where ${way} and ${isInUse(kind)} order by ${order} limit ${most}
    ) as ids from unnest(${words}) as typed (word)`);
  return new Map(rows.map(({ word, ids }) => [word, ids]));
}

const typedWord = sql`typed.word`;
const isNoTag = sql`${searchWords.word} not like '#%'`;

/** Words that have one as a part, the shortest first. */
function lookUpPart(ctx: Lent, kind: PagedKind, word: string): Promise<Map<string, number[]>> {
  const pattern = `${word.length < partLengthMin ? '' : '%'}${literal(word)}%`;
  const way = sql`${searchWords.word} like ${pattern} and ${isNoTag}`;
  return lookUp(ctx, kind, listOf([word]), way, sql`length(${searchWords.word}), ${searchWords.word}`, partsMax);
}

const isTheWord = sql`${searchWords.word} = ${typedWord}`;

/** Tags stand among the words with a sign that no word has; any of those asked for will do. */
async function meaningOfTags(ctx: Lent, kind: PagedKind, tags: readonly string[]): Promise<Meant | null> {
  const wanted = listOf(tags.map((tag) => `#${tag.toLowerCase()}`));
  const ids = [...(await lookUp(ctx, kind, wanted, isTheWord, sql`${searchWords.id}`)).values()].flat();
  return ids.length === 0 ? null : [ids];
}

/** What was typed, or null when no item can have all of it. */
async function meaningOf(ctx: Lent, kind: PagedKind, q: string): Promise<Meant | null> {
  const typed = sql`(words_of(${typedWords(q)}))[1:${wordsMax}]`;
  const known = await lookUp(ctx, kind, typed, isTheWord, sql`${searchWords.id}`);
  const unknown = (): string[] => [...known].flatMap(([word, ids]) => (ids.length === 0 ? [word] : []));
  for (const word of unknown()) for (const [part, ids] of await lookUpPart(ctx, kind, word)) known.set(part, ids);
  if (unknown().length > 0) {
    const closest = sql`similarity(${searchWords.word}, ${typedWord}) desc, ${searchWords.id}`;
    const similar = await lookUp(
      ctx,
      kind,
      listOf(unknown()),
      sql`${typedWord} <% ${searchWords.word} and ${isNoTag}`,
      closest,
      similarMax,
    );
    for (const [word, ids] of similar) known.set(word, ids);
  }
  return known.size === 0 || unknown().length > 0 ? null : [...known.values()];
}

const hasOneOf = (ids: readonly number[], item: { publishedAt: SQL; id: SQL }, kind: PagedKind): SQL =>
  // A subquery of its own, not a join: it is looked up row by row, and as few rows are looked at as are wanted.
  sql`(select true from item_words has where has.word_id = any(${numbers(ids)}) and has.kind = ${kind} and has.published_at = ${item.publishedAt} and has.item_id = ${item.id} limit 1)`;

/**
 * The newest items, with when they were published, that have all the words and that the visitor may find: up to `most` for each
 * meaning of the rarest word. Each meaning is a query of its own, planned for how many items it has. Where there are other
 * words, no more items of the rarest are looked at than are counted: two frequent words that never meet would take forever.
 */
function newestWith(
  ctx: Lent,
  visitor: Visitor,
  kind: PagedKind,
  [rarest = [], ...others]: Meant,
  behindPlace: SQL | undefined,
  most: number,
): SQL {
  const mayBeFound = and(
    eq(itemWords.kind, kind),
    or(isNull(itemWords.expiresAt), gt(itemWords.expiresAt, ctx.clock.now())),
    openPageOfListed(itemWords.performerId, visitor),
    behindPlace,
  );
  const lists = rarest.map(
    (id) => sql`(select ${itemWords.itemId} as item_id, ${itemWords.publishedAt} as published_at from ${itemWords}
      where ${itemWords.wordId} = ${sql.raw(String(id))} and ${mayBeFound}
      order by ${itemWords.publishedAt} desc, ${itemWords.itemId} desc limit ${others.length > 0 ? countedMax : most})`,
  );
  const listed = sql.join(lists, sql` union all `);
  if (others.length === 0) return listed;
  // All of them are looked for in one walk along each other word: by when they were published, which the index tells apart.
  const hasOthers = others.map(
    // "Is true" keeps it a set that is made once: as a join it would be planned for the few rows that are expected.
    (ids) => sql`((published_at, item_id) in (
      select has.published_at, has.item_id from item_words has
      where has.word_id = any(${numbers(ids)}) and has.kind = ${kind} and has.published_at = any(array(select published_at from listed)))) is true`,
  );
  return sql`with listed as materialized (${listed}) select item_id, published_at from listed where ${sql.join(hasOthers, sql` and `)}`;
}

/** How many items each of the meanings has, up to the number that is counted. */
async function rarestFirst(ctx: Lent, kind: PagedKind, meant: Meant): Promise<Meant> {
  if (meant.length < 2) return meant;
  const sizes = meant.map(
    (ids) =>
      sql`(select count(*) from (select 1 from ${itemWords} where ${itemWords.wordId} = any(${numbers(ids)}) and ${itemWords.kind} = ${kind} limit ${countedMax}) counted)`,
  );
  const { rows } = await ctx.db.execute<{ sizes: string[] }>(sql`select array[${sql.join(sizes, sql`, `)}] as sizes`);
  const sizeOf = new Map(meant.map((ids, index) => [ids, Number(rows[0]?.sizes[index] ?? 0)]));
  return [...meant].sort((one, other) => (sizeOf.get(one) ?? 0) - (sizeOf.get(other) ?? 0));
}

/** What somebody asks for in words. */
interface Words {
  q?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** Items of a kind that have what was asked for. */
export interface Typed {
  /** How many the visitor finds, with no other filter; counting stops at `limits.page.countedInSearchMax`. */
  total: number;
  /** How many of them fulfil a condition on items as well. Of very many, the newest are looked at. */
  count(filters: SQL | undefined): Promise<number>;
  /** The condition that an item has what was asked for, for a list in any order. */
  condition: SQL;
  /** The newest of them behind a place, where they can be had without looking at items. */
  newest: Finder['find'] | null;
}

const nothing: Typed = { total: 0, count: () => Promise.resolve(0), condition: sql`false`, newest: () => Promise.resolve([]) };

/** The meanings of all that is asked for, those with the fewest items first; null where nothing can be found. */
async function meaningsOf(ctx: Lent, kind: PagedKind, { q, tags }: Words): Promise<Meant | null> {
  const tagged = tags === undefined ? [] : await meaningOfTags(ctx, kind, tags);
  const typed = q === undefined || tagged === null ? [] : await meaningOf(ctx, kind, q);
  return tagged === null || typed === null ? null : rarestFirst(ctx, kind, [...tagged, ...typed]);
}

/**
 * What a visitor finds by words. Where it is little, lists take all of it and sort it; of more than is counted they walk along
 * their own order until a page is full, which is soon.
 */
export async function typedItems(ctx: Lent, visitor: Visitor, kind: PagedKind, words: Words): Promise<Typed> {
  const meant = await meaningsOf(ctx, kind, words);
  if (meant === null) return nothing;
  const all = newestWith(ctx, visitor, kind, meant, undefined, countedMax);
  const { rows } = await ctx.db.execute<{ total: number; ids: string[] | null }>(
    // An item may have several meanings of one word, but hardly more than three.
    sql`select count(*)::int as total, case when count(*) < ${countedMax} then array_agg(item_id) end as ids
      from (select distinct item_id from (select item_id from (${all}) found limit ${3 * countedMax}) few limit ${countedMax}) counted`,
  );
  const { total = 0, ids = null } = rows[0] ?? {};
  if (total === 0) return nothing;
  const item = { publishedAt: sql`${items.publishedAt}`, id: sql`${items.id}` };
  const hasAll = meant.map((one) => hasOneOf(one, item, kind));
  return {
    total,
    count: async (filters) => {
      if (filters === undefined) return total;
      const near = newestWith(ctx, visitor, kind, meant, undefined, lookedAtMax);
      const found = await ctx.db.execute<{ total: number }>(
        sql`select count(*)::int as total from (
            select distinct item_id from (${near}) found inner join ${items} on ${items.id} = found.item_id where ${filters} limit ${countedMax}
          ) counted`,
      );
      return found.rows[0]?.total ?? 0;
    },
    condition: ids === null ? sql.join(hasAll, sql` and `) : sql`${items.id} = any(${sql.param(ids)}::uuid[])`,
    newest:
      meant.length > 1
        ? null
        : async (place, limit, offset) => {
            const behindPlace = place === null ? undefined : behind(sql`${itemWords.publishedAt}`, sql`${itemWords.itemId}`, place);
            const newest = newestWith(ctx, visitor, kind, meant, behindPlace, limit + offset);
            const page = await ctx.db.execute<{ id: string; value: string }>(
              sql`select distinct item_id as id, published_at::text as value, published_at from (${newest}) found
                order by published_at desc, item_id desc limit ${limit} offset ${offset}`,
            );
            return page.rows;
          },
  };
}
