/**
 * Lists, a page at a time: by offset, or from a cursor that stays right while rows come and go and remembers how long the
 * list was. One query or two find the page and count the list, `load` reads its rows: the number of queries does not depend on
 * the number of rows.
 */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type Column,
  type SQL,
  type SQLWrapper,
  type Subquery,
} from 'drizzle-orm';
import { z } from 'zod';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../context';
import { fail } from '../../kernel/api-error';
import { databaseCode } from './db';

/** The decoded query of a list, as the contract's `pageQuery` gives it. */
export interface PageQuery<K extends string = string> {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  sortBy: K;
  sort: 'asc' | 'desc';
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/**
 * What a list is made of: a subquery with `id`, `createdAt` and a column for each order that it offers. Where it has a `rank`,
 * a whole number, lower ranks stand first, and the order holds within each.
 */
export type PageSource<K extends string> = Subquery & Record<'id' | 'createdAt' | K, Column | SQL.Aliased> & { rank?: SQL.Aliased<number> };

/**
 * Order, direction, the last row's value and id, how many rows there were at first (counting them is the dearest part), and
 * the last row's rank in a list that has ranks.
 */
const Place = z
  .tuple([z.string(), z.enum(['asc', 'desc']), z.string().nullable(), z.uuid(), z.int().min(0).max(limits.page.countedMax)])
  .rest(z.int());
export type Place = z.output<typeof Place>;

const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that a cursor names. Refuses one that was not given for this order. */
function placeOf(cursor: string, { sortBy, sort }: Pick<PageQuery, 'sortBy' | 'sort'>): Place {
  try {
    const place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (place[0] === sortBy && place[1] === sort) return place;
  } catch {
    // Whatever it is, it is no cursor of ours.
  }
  return badCursor();
}

const badCursor = (): never => fail('invalid_request', { issues: [{ path: 'cursor', message: 'This place in the list does not exist.' }] });

/** Rows behind a place. As the database sorts, empty values are the greatest: last upwards, first downwards. */
export function behind(key: SQL, id: SQL, [, sort, value, lastId]: Place): SQL | undefined {
  const [greater, less] = [gt(id, lastId), lt(id, lastId)];
  if (value === null) return sort === 'asc' ? and(isNull(key), greater) : or(and(isNull(key), less), isNotNull(key));
  return sort === 'asc' ? or(sql`(${key}, ${id}) > (${value}, ${lastId})`, isNull(key)) : sql`(${key}, ${id}) < (${value}, ${lastId})`;
}

/** The same where rows are ranked. Refuses a place that names no rank. */
function behindRank(rank: SQL | null, inRank: SQL | undefined, [, , , , , lastRank]: Place): SQL | undefined {
  if (rank === null) return inRank;
  if (lastRank === undefined) return badCursor();
  return or(gt(rank, lastRank), and(eq(rank, lastRank), inRank));
}

/** How many rows meet a condition, `max` at the most: to be selected, beside rows or alone. */
export const countUpTo = (from: SQLWrapper, where: SQL | undefined, max: number): SQL<number> =>
  sql<number>`(select count(*)::int from (select from ${from}${where === undefined ? sql`` : sql` where ${where}`} limit ${max}) counted)`;

async function answerOf(ctx: Pick<Context, 'db'>, count: SQL<number>): Promise<number> {
  const { rows } = await ctx.db.execute<{ total: number }>(sql`select ${count} as total`);
  return rows[0]?.total ?? 0;
}

/** An instant as the database counts it: its text of a year before 1 or after 9999 would not be read. */
const instantOf = (at_ms: number): SQL => sql`to_timestamp(${at_ms}::float8 / 1000)`;

/** The conditions of a range of instants. Both ends count: a whole day up to the first instant after it, an instant itself. */
export function within(createdAt: SQL, { fromDate, toDate }: Pick<PageQuery, 'fromDate' | 'toDate'>): SQL[] {
  const isDay = (text: string): boolean => !text.includes('T');
  const from = fromDate === undefined ? [] : [gte(createdAt, instantOf(Date.parse(fromDate)))];
  if (toDate === undefined) return from;
  if (!isDay(toDate)) return [...from, lte(createdAt, instantOf(Date.parse(toDate)))];
  return [...from, lt(createdAt, instantOf(Date.parse(toDate) + day_ms))];
}

/** A row's place in its list: the value it is ordered by, as text, its id, and its rank where there are ranks. */
export interface Key {
  id: string;
  value: string | null;
  rank?: number | null;
  /** How many rows the whole list has, where that was asked along. */
  total?: number | null;
}

/**
 * How a list is found: `find` answers its rows behind a place, in order and `limit` at most; `count` how many there are. A count
 * that is an expression is asked in the same statement as the first rows: `find` is given what to select as `total`.
 */
export interface Finder {
  find(place: Place | null, limit: number, offset: number, total: SQL<number | null>): Promise<Key[]>;
  count: SQL<number> | (() => Promise<number>);
}

const uncounted = sql<null>`null::int`;

/** The first rows of a list, and how many there are. */
async function firstOf(ctx: Pick<Context, 'db'>, { find, count }: Finder, limit: number, offset: number): Promise<[Key[], number]> {
  if (typeof count === 'function') return Promise.all([find(null, limit, offset, uncounted), count()]);
  const found = await find(null, limit, offset, count);
  return [found, found[0]?.total ?? (await answerOf(ctx, count))];
}

/** The rows behind a place. */
async function nextOf({ find }: Finder, place: Place, limit: number): Promise<Key[]> {
  try {
    return await find(place, limit, 0, uncounted);
  } catch (error) {
    // Class 22: the place holds a value that this column cannot have.
    if (databaseCode(error)?.startsWith('22')) return badCursor();
    throw error;
  }
}

/**
 * A page of a list that no single query in one order finds soon. `load` answers the rows of some ids, in any order; what it
 * leaves out is left out of the page. Refuses a cursor of another list or order with invalid_request.
 */
export async function readPageBy<K extends string, T>(
  ctx: Pick<Context, 'db'>,
  query: PageQuery<K>,
  finder: Finder,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Page<T>> {
  const { sortBy, sort, limit } = query;
  const place = query.cursor === undefined ? null : placeOf(query.cursor, query);
  const [found, total] =
    place === null ? await firstOf(ctx, finder, limit + 1, query.offset) : [await nextOf(finder, place, limit + 1), place[4]];
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const rows = shown.length === 0 ? new Map<string, T>() : await load(shown.map(({ id }) => id));
  const ranks = typeof last?.rank === 'number' ? [last.rank] : [];
  return {
    data: shown.flatMap(({ id }) => rows.get(id) ?? []),
    total,
    nextCursor: found.length > limit && last ? cursorOf([sortBy, sort, last.value, last.id, total, ...ranks]) : null,
  };
}

/**
 * A page of `source`, by one of its columns. Counting stops at a number given as `counting`; an expression or a function counts in
 * its own way. Otherwise as `readPageBy`.
 */
export async function readPage<K extends string, T>(
  ctx: Pick<Context, 'db'>,
  query: PageQuery<K>,
  source: PageSource<K>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
  counting: number | Finder['count'] = limits.page.countedMax,
): Promise<Page<T>> {
  const { sortBy, sort } = query;
  const [id, key, createdAt, from] = [sql`${source.id}`, sql`${source[sortBy]}`, sql`${source.createdAt}`, sql`${source}`];
  const dates = within(createdAt, query);
  const direction = sort === 'asc' ? asc : desc;
  const rank = source.rank === undefined ? null : sql`${source.rank}`;
  return readPageBy(
    ctx,
    query,
    {
      find: async (place, limit, offset, total) =>
        ctx.db
          .select({
            id: sql<string>`${id}`,
            // Named otherwise than the column, by whose name the order would mean this text.
            value: sql<string | null>`${key}::text`.as('place_value'),
            rank: sql<number | null>`${rank ?? sql`null`}::int`.as('place_rank'),
            total,
          })
          .from(from)
          .where(and(...dates, place === null ? undefined : behindRank(rank, behind(key, id, place), place)))
          .orderBy(...(rank === null ? [] : [asc(rank)]), direction(key), direction(id))
          .limit(limit)
          .offset(offset),
      count: typeof counting === 'number' ? countUpTo(from, and(...dates), counting) : counting,
    },
    load,
  );
}

/** Rows that the whole list is read in at a time. */
const batch = 500;

/** Every row of `source` in a range of instants, the oldest first, read while they are taken: memory does not grow with their number. */
export async function* readWhole<T>(
  ctx: Pick<Context, 'db'>,
  range: Pick<PageQuery, 'fromDate' | 'toDate'>,
  source: PageSource<'createdAt'>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const query: PageQuery<'createdAt'> = { ...range, sortBy: 'createdAt', sort: 'asc', limit: batch, offset: 0, cursor };
    const page = await readPage(ctx, query, source, load);
    yield* page.data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** A text as patterns of `like` have it: its own wildcards mean themselves. */
export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A condition that the text stands somewhere in the column, whatever its case; the text's own wildcards mean themselves. */
export function contains(column: Column | SQL | SQL.Aliased, text: string): SQL {
  return sql`${column} ilike ${`%${literal(text)}%`}`;
}
