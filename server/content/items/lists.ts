/** Building blocks of item lists: the columns to sort by, and the filters. */
import { and, arrayOverlaps, eq, ne, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { PagedKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { readPage, readPageBy, createdWithin, type PageQuery } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/content';
import type { Visitor } from '../../people/blocking/blocking';
import type { ItemRow } from './publishing-options';
import { matchRank, matchesText, inState, ownItems, visibleItems } from './visible';
import { searchByText, type TextSearch } from './text-search';

const sortColumns = {
  id: items.id,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
  title: items.title,
  price: items.priceCents,
  popular: items.views,
};

/** What `createdAt` refers to in lists: the creation time for owners, and the publication time for visitors, who see no other time. */
type CreatedAtColumn = typeof items.createdAt | typeof items.publishedAt;

/** The sortable columns of items of one kind. */
export const itemList = (
  ctx: Pick<Context, 'db'>,
  kind: ItemRow['kind'],
  condition: SQL | undefined,
  createdAt: CreatedAtColumn = items.createdAt,
  rank: SQL<number> | null = null,
) =>
  ctx.db
    .select({ ...sortColumns, createdAt, ...(rank && { rank: rank.as('rank') }) })
    .from(items)
    .where(and(eq(items.kind, kind), condition))
    .as('found');

interface PublicFilters {
  q?: string | undefined;
  performerId?: string | undefined;
  excludedId?: string | undefined;
  isSale?: boolean | undefined;
  tags?: string[] | undefined;
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** The filters of a public search except text and tags. */
const publicFilters = ({ performerId, excludedId, isSale }: PublicFilters): SQL | undefined =>
  and(
    performerId === undefined ? undefined : eq(items.performerId, performerId),
    excludedId === undefined ? undefined : ne(items.id, excludedId),
    isSale === undefined ? undefined : (isSale ? eq : ne)(items.audience, 'paid'),
  );

/** Filters by text and tags. They scan the items. */
const wordFilters = ({ q, tags }: Pick<PublicFilters, 'q' | 'tags'>): SQL | undefined =>
  and(
    q === undefined ? undefined : matchesText(q),
    tags === undefined
      ? undefined
      : arrayOverlaps(
          items.tags,
          tags.map((tag) => tag.toLowerCase()),
        ),
  );

/** The rank by closeness to the search text; null without one. */
export const textRank = (q: string | undefined): SQL<number> | null => (q === undefined ? null : matchRank(q));

/** The condition of a search, and how to count its matches. */
export interface ItemSearch {
  condition: SQL | undefined;
  counting: number | (() => Promise<number>);
  /** Closer matches first; null without a search text. */
  rank: SQL<number> | null;
  /** The newest matches per rank, if an index provides them without scanning items. */
  newest: ReturnType<TextSearch['newest']>;
}

/** The search of a visitor among the items of a kind. `more` is an additional condition on items. */
export async function itemSearch(
  ctx: Pick<Context, 'db' | 'clock'>,
  visitor: Visitor,
  kind: PagedKind,
  query: PublicFilters,
  more?: SQL,
): Promise<ItemSearch> {
  const filters = and(publicFilters(query), more);
  const visible = and(visibleItems(ctx, visitor), filters);
  const { q, tags, performerId } = query;
  // One performer has few enough items to scan.
  if ((q === undefined && tags === undefined) || performerId !== undefined)
    return { condition: and(visible, wordFilters(query)), counting: limits.page.countedInSearchMax, rank: textRank(q), newest: null };
  const search = await searchByText(ctx, visitor, kind, { q, tags });
  const allFilters = and(filters, ...createdWithin(sql`${items.publishedAt}`, query));
  const counting = (): Promise<number> => search.count(allFilters);
  return { condition: and(visible, search.condition), counting, rank: search.rank, newest: search.newest(allFilters) };
}

/** A page of what a visitor finds among the items of a kind. */
export async function readItemSearch<T>(
  ctx: Pick<Context, 'db' | 'clock'>,
  visitor: Visitor,
  kind: 'video' | 'gallery',
  query: PublicFilters & PageQuery<Exclude<keyof typeof sortColumns, 'id'>>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Page<T>> {
  const { condition, counting, rank, newest } = await itemSearch(ctx, visitor, kind, query);
  if (newest !== null && typeof counting === 'function' && query.sortBy === 'createdAt' && query.sort === 'desc')
    return readPageBy(ctx, query, { find: newest, count: counting }, load);
  return readPage(ctx, query, itemList(ctx, kind, condition, items.publishedAt, rank), load, counting);
}

interface OwnFilters {
  q?: string | undefined;
  state?: Parameters<typeof inState>[0] | undefined;
  audience?: ItemRow['audience'] | undefined;
  excludedId?: string | undefined;
}

/** The filters of an owner's list of their items. */
export const ownFilters = (
  ctx: Pick<Context, 'clock'>,
  performerId: string,
  { q, state, audience, excludedId }: OwnFilters,
): SQL | undefined =>
  and(
    ownItems(performerId),
    q === undefined ? undefined : matchesText(q),
    state === undefined ? undefined : inState(state, ctx.clock.now()),
    audience === undefined ? undefined : eq(items.audience, audience),
    excludedId === undefined ? undefined : ne(items.id, excludedId),
  );

/** The query of an owner's list of their items: closer matches of the search text first. */
export const ownItemList = (ctx: Pick<Context, 'db' | 'clock'>, kind: ItemRow['kind'], performerId: string, query: OwnFilters) =>
  itemList(ctx, kind, ownFilters(ctx, performerId, query), undefined, textRank(query.q));
