/** What somebody has bookmarked, by kind, as far as she may still find it: the condition is part of the page, so pages are full. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type responsesContract from '@contract/content/responses';
import type { Page } from '@contract/kernel/shapes';
import type { BookmarkList, PagedKind, ReactionObject } from '@contract/values';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items, performerListings, reactions } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { feedAnswers, foundBy, galleryAnswers, productAnswers, shownItems, videoAnswers } from '../../modules/items/items';
import { cardsById, shownTo, isListedAs } from '../../modules/performers/performers';

type Query = Parsed<(typeof responsesContract)['GET /reactions/:type/bookmark']>['query'];

/** A bookmark with the thing itself. */
export interface Bookmark<T> {
  _id: string;
  objectType: ReactionObject;
  objectId: string;
  object: T;
  createdAt: Date;
}

/** Reads things of one kind by id, as the account meets them. */
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

const own = (accountId: string, objectType: ReactionObject): SQL | undefined =>
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
  const source = ctx.db
    .select(columns)
    .from(reactions)
    .innerJoin(items, eq(items.id, reactions.objectId))
    .where(
      and(
        own(actor.id, kind),
        eq(items.kind, kind),
        shownItems(ctx, visitorOf(actor, client)),
        query.q === undefined ? undefined : foundBy(query.q),
      ),
    )
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => bookmarksById(ctx, ids, load));
}

export const feedBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'feed', (ids) => feedAnswers(ctx, actor, ids));

export const galleryBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'gallery', (ids) => galleryAnswers(ctx, actor, ids));

export const videoBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'video', (ids) => videoAnswers(ctx, actor, ids, client.country));

export const productBookmarks = (ctx: Context, actor: Actor, client: Client, query: Query) =>
  itemBookmarks(ctx, actor, client, query, 'product', (ids) => productAnswers(ctx, actor, ids));

export function performerBookmarks(ctx: Context, actor: Actor, client: Client, query: Query) {
  const source = ctx.db
    .select(columns)
    .from(reactions)
    .innerJoin(performerListings, eq(performerListings.performerId, reactions.objectId))
    .where(and(own(actor.id, 'performer'), shownTo(visitorOf(actor, client)), query.q === undefined ? undefined : isListedAs(query.q)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) =>
    bookmarksById(ctx, ids, (objects) => cardsById(ctx, actor.id, objects)),
  );
}

/** The lists by the word in their address. */
export const bookmarkPages = {
  feeds: feedBookmarks,
  galleries: galleryBookmarks,
  videos: videoBookmarks,
  performers: performerBookmarks,
  products: productBookmarks,
} as const satisfies Record<BookmarkList, unknown>;
