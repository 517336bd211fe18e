/** An account's visible bookmarks by kind. Visibility is a condition of the query, so that pages are full. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type responsesContract from '@contract/content/responses';
import type { Page } from '@contract/kernel/shapes';
import type { BookmarkList, PagedKind, ReactionObject } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/content';
import { performerListings } from '../../platform/db/schema/performers';
import { reactions } from '../../platform/db/schema/responses';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { feedResponses } from '../../content/items/feed-rows';
import { matchesText, visibleItems } from '../../content/items/visible';
import { galleryResponses, videoResponses } from '../../content/items/asset-rows';
import { productResponses } from '../../content/items/product-rows';
import { textRank } from '../../content/items/lists';
import { cardsById } from '../../people/performers/rows';
import { isListedFor, listedNameMatches } from '../../people/performers/search';

type Query = Parsed<(typeof responsesContract)['GET /reactions/:type/bookmark']>['query'];

/** A bookmark with its object. */
export interface Bookmark<T> {
  _id: string;
  objectType: ReactionObject;
  objectId: string;
  object: T;
  createdAt: Date;
}

/** Loads objects of one kind by id, as the account sees them. */
type Load<T> = (ids: string[]) => Promise<ReadonlyMap<string, T>>;

async function bookmarksById<T>(ctx: Context, ids: string[], load: Load<T>): Promise<Map<string, Bookmark<T>>> {
  const rows = await ctx.db.select().from(reactions).where(inArray(reactions.id, ids));
  const objects = await load(rows.map(({ objectId }) => objectId));
  return new Map(
    rows.flatMap(({ id, objectType, objectId, createdAt }) => {
      const object = objects.get(objectId);
      return object === undefined ? [] : [[id, { _id: id, objectType, objectId, object, createdAt }] as const];
    }),
  );
}

const ownBookmarks = (accountId: string, objectType: ReactionObject): SQL | undefined =>
  and(eq(reactions.accountId, accountId), eq(reactions.action, 'bookmark'), eq(reactions.objectType, objectType));

const columns = { id: reactions.id, createdAt: reactions.createdAt };

function itemBookmarks<T>(
  ctx: Context,
  actor: Actor,
  client: Client,
  query: Query,
  kind: PagedKind,
  load: Load<T>,
): Promise<Page<Bookmark<T>>> {
  const rank = textRank(query.q);
  const source = ctx.db
    .select({ ...columns, ...(rank && { rank: rank.as('rank') }) })
    .from(reactions)
    .innerJoin(items, eq(items.id, reactions.objectId))
    .where(
      and(
        ownBookmarks(actor.id, kind),
        eq(items.kind, kind),
        visibleItems(ctx, visitorOf(actor, client)),
        query.q === undefined ? undefined : matchesText(query.q),
      ),
    )
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => bookmarksById(ctx, ids, load));
}

export const feedBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'feed', (ids) => feedResponses(ctx, actor, ids));

export const galleryBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'gallery', (ids) => galleryResponses(ctx, actor, ids));

export const videoBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'video', (ids) => videoResponses(ctx, actor, ids, client.country));

export const productBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'product', (ids) => productResponses(ctx, actor, ids));

export function performerBookmarks(ctx: Context, actor: Actor, client: Client, query: Query) {
  const source = ctx.db
    .select(columns)
    .from(reactions)
    .innerJoin(performerListings, eq(performerListings.performerId, reactions.objectId))
    .where(
      and(
        ownBookmarks(actor.id, 'performer'),
        isListedFor(visitorOf(actor, client)),
        query.q === undefined ? undefined : listedNameMatches(query.q),
      ),
    )
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) =>
    bookmarksById(ctx, ids, (objects) => cardsById(ctx, actor.id, objects)),
  );
}

/** The lists by their path segment. */
export const bookmarkPages = {
  feeds: feedBookmarks,
  galleries: galleryBookmarks,
  videos: videoBookmarks,
  performers: performerBookmarks,
  products: productBookmarks,
} as const satisfies Record<BookmarkList, unknown>;
