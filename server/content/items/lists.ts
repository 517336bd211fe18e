/** What lists of items are made of: the columns that they are ordered by, and what people filter by. */
import { and, arrayOverlaps, eq, ne, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { PagedKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { readPage, readPageBy, within, type PageQuery } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/schema';
import type { Visitor } from '../../people/blocking/blocking';
import type { ItemRow } from './publishing-options';
import { foundBy, inState, ownItems, shownItems } from './visible';
import { typedItems, type Typed } from './text-search';

const listed = {
  id: items.id,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
  title: items.title,
  price: items.priceCents,
  popular: items.views,
};

/**
 * What `createdAt` means in lists: to owners when an item was made, to visitors, who know of no other moment, when it was
 * published.
 */
type Made = typeof items.createdAt | typeof items.publishedAt;

/** The columns that lists of items are ordered by, of one kind. */
export const listedItems = (
  ctx: Pick<Context, 'db'>,
  kind: ItemRow['kind'],
  condition: SQL | undefined,
  createdAt: Made = items.createdAt,
) =>
  ctx.db
    .select({ ...listed, createdAt })
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

/** What a public search of items asks for beside words and tags. */
const publicFilters = ({ performerId, excludedId, isSale }: PublicFilters): SQL | undefined =>
  and(
    performerId === undefined ? undefined : eq(items.performerId, performerId),
    excludedId === undefined ? undefined : ne(items.id, excludedId),
    isSale === undefined ? undefined : (isSale ? eq : ne)(items.audience, 'paid'),
  );

/** Words and tags, read from item to item. */
const wordFilters = ({ q, tags }: Pick<PublicFilters, 'q' | 'tags'>): SQL | undefined =>
  and(
    q === undefined ? undefined : foundBy(q),
    tags === undefined
      ? undefined
      : arrayOverlaps(
          items.tags,
          tags.map((tag) => tag.toLowerCase()),
        ),
  );

/** The condition of a search, and how its matches are counted. */
export interface Found {
  condition: SQL | undefined;
  counting: number | (() => Promise<number>);
  /** The newest of them, where a list of their own has them. */
  newest: Typed['newest'];
}

/** What a visitor finds among the items of a kind; `more` narrows it by the items alone. */
export async function foundOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  visitor: Visitor,
  kind: PagedKind,
  query: PublicFilters,
  more?: SQL,
): Promise<Found> {
  const filters = and(publicFilters(query), more);
  const shown = and(shownItems(ctx, visitor), filters);
  const { q, tags, performerId } = query;
  // One performer's items are few enough to be read.
  if ((q === undefined && tags === undefined) || performerId !== undefined)
    return { condition: and(shown, wordFilters(query)), counting: limits.page.countedInSearchMax, newest: null };
  const typed = await typedItems(ctx, visitor, kind, { q, tags });
  const asked = and(filters, ...within(sql`${items.publishedAt}`, query));
  const counting = (): Promise<number> => typed.count(asked);
  return { condition: and(shown, typed.condition), counting, newest: asked === undefined ? typed.newest : null };
}

/** A page of what a visitor finds among the items of a kind. */
export async function readFound<T>(
  ctx: Pick<Context, 'db' | 'clock'>,
  visitor: Visitor,
  kind: 'video' | 'gallery',
  query: PublicFilters & PageQuery<Exclude<keyof typeof listed, 'id'>>,
  load: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Page<T>> {
  const { condition, counting, newest } = await foundOf(ctx, visitor, kind, query);
  if (newest !== null && typeof counting === 'function' && query.sortBy === 'createdAt' && query.sort === 'desc')
    return readPageBy(ctx, query, { find: newest, count: counting }, load);
  return readPage(ctx, query, listedItems(ctx, kind, condition, items.publishedAt), load, counting);
}

interface OwnFilters {
  q?: string | undefined;
  state?: Parameters<typeof inState>[0] | undefined;
  audience?: ItemRow['audience'] | undefined;
  excludedId?: string | undefined;
}

/** What an owner asks for among her own items. */
export const ownFilters = (
  ctx: Pick<Context, 'clock'>,
  performerId: string,
  { q, state, audience, excludedId }: OwnFilters,
): SQL | undefined =>
  and(
    ownItems(performerId),
    q === undefined ? undefined : foundBy(q),
    state === undefined ? undefined : inState(state, ctx.clock.now()),
    audience === undefined ? undefined : eq(items.audience, audience),
    excludedId === undefined ? undefined : ne(items.id, excludedId),
  );
