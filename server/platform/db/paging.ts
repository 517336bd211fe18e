/**
 * Pagination: by offset, or by a cursor, which stays correct while rows are inserted and deleted and also contains the list's total.
 * One or two queries find the page and count the list; `load` reads its rows. The number of queries does not depend on the number of
 * rows.
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

/** The decoded query of a list (see the contract's `pageQuery`). */
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
 * The source of a list: a subquery with `id`, `createdAt` and a column for each sort key. If it has an integer `rank`, lower ranks
 * come first, and the order applies within each rank.
 */
export type PageSource<K extends string> = Subquery & Record<'id' | 'createdAt' | K, Column | SQL.Aliased> & { rank?: SQL.Aliased<number> };

/**
 * A decoded cursor: sort key, direction, the last row's sort value and id, the list's total (counting is the most expensive part,
 * so it is done once), and the last row's rank if the list has ranks.
 */
const Cursor = z
  .tuple([z.string(), z.enum(['asc', 'desc']), z.string().nullable(), z.uuid(), z.int().min(0).max(limits.page.countedMax)])
  .rest(z.int());
export type Cursor = z.output<typeof Cursor>;

const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Decodes a cursor. Rejects cursors of another order. */
function decodeCursor(text: string, { sortBy, sort }: Pick<PageQuery, 'sortBy' | 'sort'>): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor[0] === sortBy && cursor[1] === sort) return cursor;
  } catch {
    // Not a valid cursor.
  }
  return rejectCursor();
}

const rejectCursor = (): never =>
  fail('invalid_request', { issues: [{ path: 'cursor', message: 'This cursor isn’t valid. Start from the first page.' }] });

/** The condition for rows after a cursor. Postgres sorts nulls as the greatest values: last ascending, first descending. */
export function afterCursor(key: SQL, id: SQL, [, sort, value, lastId]: Cursor): SQL | undefined {
  const [greater, less] = [gt(id, lastId), lt(id, lastId)];
  if (value === null) return sort === 'asc' ? and(isNull(key), greater) : or(and(isNull(key), less), isNotNull(key));
  return sort === 'asc' ? or(sql`(${key}, ${id}) > (${value}, ${lastId})`, isNull(key)) : sql`(${key}, ${id}) < (${value}, ${lastId})`;
}

/** As `afterCursor`, for ranked rows. Rejects a cursor without a rank. */
export function afterRank(rank: SQL | null, inRank: SQL | undefined, [, , , , , lastRank]: Cursor): SQL | undefined {
  if (rank === null) return inRank;
  if (lastRank === undefined) return rejectCursor();
  return or(gt(rank, lastRank), and(eq(rank, lastRank), inRank));
}

/** The number of rows that meet a condition, at most `max`, as an expression to select. */
export const countUpTo = (from: SQLWrapper, where: SQL | undefined, max: number): SQL<number> =>
  sql<number>`(select count(*)::int from (select from ${from}${where === undefined ? sql`` : sql` where ${where}`} limit ${max}) counted)`;

async function selectCount(ctx: Pick<Context, 'db'>, count: SQL<number>): Promise<number> {
  const { rows } = await ctx.db.execute<{ total: number }>(sql`select ${count} as total`);
  return rows[0]?.total ?? 0;
}

/** An instant in Unix milliseconds as SQL. Not as ISO text, which Postgres cannot read for years before 1 or after 9999. */
const instantOf = (at_ms: number): SQL => sql`to_timestamp(${at_ms}::float8 / 1000)`;

/** The conditions of a range. Both ends are included: an instant itself, a day as a whole. */
export function createdWithin(createdAt: SQL, { fromDate, toDate }: Pick<PageQuery, 'fromDate' | 'toDate'>): SQL[] {
  const isDay = (text: string): boolean => !text.includes('T');
  const from = fromDate === undefined ? [] : [gte(createdAt, instantOf(Date.parse(fromDate)))];
  if (toDate === undefined) return from;
  if (!isDay(toDate)) return [...from, lte(createdAt, instantOf(Date.parse(toDate)))];
  return [...from, lt(createdAt, instantOf(Date.parse(toDate) + day_ms))];
}

/** What identifies a row in its list: its id, its sort value as text, and its rank if there are ranks. */
export interface ListKey {
  id: string;
  value: string | null;
  rank?: number | null;
  /** The total of the whole list, if it was selected too. */
  total?: number | null;
}

/**
 * How a list is read: `find` returns its rows after a cursor, in order and at most `limit`; `count` is the number of all rows. If
 * `count` is an expression, the query for the first page includes it: `find` selects the expression that it gets as `total`.
 */
export interface Finder {
  find(cursor: Cursor | null, limit: number, offset: number, total: SQL<number | null>): Promise<ListKey[]>;
  count: SQL<number> | (() => Promise<number>);
}

const noTotal = sql<null>`null::int`;

/** The first rows of a list and its total. */
async function firstRows(ctx: Pick<Context, 'db'>, { find, count }: Finder, limit: number, offset: number): Promise<[ListKey[], number]> {
  if (typeof count === 'function') return Promise.all([find(null, limit, offset, noTotal), count()]);
  const found = await find(null, limit, offset, count);
  return [found, found[0]?.total ?? (await selectCount(ctx, count))];
}

/** The rows after a cursor. */
async function nextRows({ find }: Finder, cursor: Cursor, limit: number): Promise<ListKey[]> {
  try {
    return await find(cursor, limit, 0, noTotal);
  } catch (error) {
    // Class 22 (data exception): the cursor contains a value that is invalid for this column.
    if (databaseCode(error)?.startsWith('22')) return rejectCursor();
    throw error;
  }
}

/**
 * A page of a list with a custom `finder`, for lists that a single ordered query cannot read fast. `load` returns the rows of some
 * ids in any order; ids that it omits are missing from the page. Rejects a cursor of another order with invalid_request.
 */
export async function readPageBy<K extends string, T>(
  ctx: Pick<Context, 'db'>,
  query: PageQuery<K>,
  finder: Finder,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Page<T>> {
  const { sortBy, sort, limit } = query;
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, query);
  const [found, total] =
    cursor === null ? await firstRows(ctx, finder, limit + 1, query.offset) : [await nextRows(finder, cursor, limit + 1), cursor[4]];
  const pageKeys = found.slice(0, limit);
  const last = pageKeys.at(-1);
  const rows = pageKeys.length === 0 ? new Map<string, T>() : await load(pageKeys.map(({ id }) => id));
  const ranks = typeof last?.rank === 'number' ? [last.rank] : [];
  return {
    data: pageKeys.flatMap(({ id }) => rows.get(id) ?? []),
    total,
    nextCursor: found.length > limit && last ? encodeCursor([sortBy, sort, last.value, last.id, total, ...ranks]) : null,
  };
}

/**
 * A page of `source`, ordered by one of its columns. `total` is the maximum up to which rows are counted, or a custom count. Otherwise as
 * `readPageBy`.
 */
export async function readPage<K extends string, T>(
  ctx: Pick<Context, 'db'>,
  query: PageQuery<K>,
  source: PageSource<K>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
  total: number | Finder['count'] = limits.page.countedMax,
): Promise<Page<T>> {
  const { sortBy, sort } = query;
  const [id, key, createdAt, from] = [sql`${source.id}`, sql`${source[sortBy]}`, sql`${source.createdAt}`, sql`${source}`];
  const dates = createdWithin(createdAt, query);
  const direction = sort === 'asc' ? asc : desc;
  const rank = source.rank === undefined ? null : sql`${source.rank}`;
  return readPageBy(
    ctx,
    query,
    {
      find: async (cursor, limit, offset, selectedTotal) =>
        ctx.db
          .select({
            id: sql<string>`${id}`,
            // The alias must differ from the column's name, or `order by` would sort by this text.
            value: sql<string | null>`${key}::text`.as('sort_value'),
            rank: sql<number | null>`${rank ?? sql`null`}::int`.as('list_rank'),
            total: selectedTotal,
          })
          .from(from)
          .where(and(...dates, cursor === null ? undefined : afterRank(rank, afterCursor(key, id, cursor), cursor)))
          .orderBy(...(rank === null ? [] : [asc(rank)]), direction(key), direction(id))
          .limit(limit)
          .offset(offset),
      count: typeof total === 'number' ? countUpTo(from, and(...dates), total) : total,
    },
    load,
  );
}

/** Rows per query of `readAllRows`. */
const batchSize = 500;

/** Every row of `source` in a range, oldest first, as a stream: memory does not grow with the number of rows. */
export async function* readAllRows<T>(
  ctx: Pick<Context, 'db'>,
  range: Pick<PageQuery, 'fromDate' | 'toDate'>,
  source: PageSource<'createdAt'>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const query: PageQuery<'createdAt'> = { ...range, sortBy: 'createdAt', sort: 'asc', limit: batchSize, offset: 0, cursor };
    const page = await readPage(ctx, query, source, load);
    yield* page.data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Escapes the wildcards of `like` in a text. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * The condition that the column contains the text, whatever the case, the accents and the kind of quotes: `zurich` is found in
 * "Zürich". For lists that another condition keeps short, because no index helps.
 */
export function contains(column: Column | SQL | SQL.Aliased, text: string): SQL {
  return sql`strpos(fold_text(${column}), fold_text(${text})) > 0`;
}

/** The condition that the column, which has a trigram index, contains the text in any case. Wildcards in the text are escaped. */
export function containsIndexed(column: Column, text: string): SQL {
  return sql`${column} ilike ${`%${escapeLike(text)}%`}`;
}
