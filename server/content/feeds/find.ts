/**
 * Finding posts. Each list is found by an index in its own order, however many posts there are: all of them by the time they
 * were published; narrowed ones as one short list for each type and audience; the home list as one short list for each
 * performer, and of those only the performers who published last.
 */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { audiences, feedTypes, type FeedFilter } from '@contract/values';
import type { Context } from '../../platform/context';
import { behind, countUpTo, readPage, readPageBy, within, type Finder, type Key, type Place } from '../../platform/db/paging';
import { feeds, follows, items, performers, polls, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess, isFollowed, isSubscribed } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import {
  countItemView,
  feedAnswers,
  foundBy,
  inState,
  itemToSee,
  openPageOf,
  ownItems,
  publishedItems,
  shownItems,
  typedItems,
  type FeedAnswer,
} from '../../modules/items/items';
import { assertMaySee, idByUsername } from '../../modules/performers/performers';
import { mayDo } from '../../platform/rights';
import { firstLimit, firstPosts } from './first-posts';

type Contract = typeof feedsContract;
type OwnQuery = Parsed<Contract['GET /performer/feeds']>['query'];
type ListQuery = Parsed<Contract['GET /user/feeds']>['query'];
type SearchQuery = Parsed<Contract['GET /user/feeds/search/:username']>['query'];
type Filters = Pick<ListQuery, 'type' | 'audience' | 'q' | 'fromDate' | 'toDate'>;

const countedMax = limits.page.countedInSearchMax;
const isFeed = eq(items.kind, 'feed');
const publishedAt = sql`${items.publishedAt}`;
const itemId = sql`${items.id}`;

const hasPoll = sql`${items.hasPoll}`;

function ofType(type: FeedFilter | undefined): SQL | undefined {
  if (type === undefined) return undefined;
  return type === 'poll' ? hasPoll : eq(items.feedType, type);
}

/** What a visitor knows the day of is when a post was published, so ranges of days mean that. */
const filtered = ({ type, audience, q, ...range }: Filters): SQL | undefined =>
  and(
    ofType(type),
    audience === undefined ? undefined : eq(items.audience, audience),
    q === undefined ? undefined : foundBy(q),
    ...within(publishedAt, range),
  );

const behindPlace = (place: Place | null): SQL | undefined => (place === null ? undefined : behind(publishedAt, itemId, place));

async function keysOf(ctx: Context, query: SQL): Promise<Key[]> {
  return (await ctx.db.execute<{ id: string; value: string; total: number | null }>(query)).rows;
}

/** How many posts meet a condition, as far as they are counted. */
const countOf = (where: SQL | undefined): SQL<number> => countUpTo(items, where, countedMax);

const newestOf = (where: SQL | undefined, most: number): SQL =>
  sql`select ${items.id} as id, ${items.publishedAt} as published_at from ${items} where ${where} order by ${items.publishedAt} desc, ${items.id} desc limit ${most}`;

function newestFirst(ctx: Context, where: SQL | undefined): Finder {
  return {
    find: async (place, limit, offset, total) =>
      ctx.db
        .select({ id: items.id, value: sql<string>`${items.publishedAt}::text`, total })
        .from(items)
        .where(and(where, behindPlace(place)))
        .orderBy(desc(items.publishedAt), desc(items.id))
        .limit(limit)
        .offset(offset),
    count: countOf(where),
  };
}

/** All posts, the newest first. */
function allPosts(ctx: Context, visitor: Visitor, query: Filters): Finder {
  const filters = filtered(query);
  const { find, count } = newestFirst(ctx, and(isFeed, shownItems(ctx, visitor), filters));
  return {
    find: (place, limit, offset, total) =>
      filters === undefined && place === null && limit === firstLimit && offset === 0
        ? firstPosts(ctx, visitor)
        : find(place, limit, offset, total),
    count,
  };
}

const listOf = (values: readonly string[]): SQL =>
  sql`unnest(array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[])`;

/** Posts of some types and audiences: a short list for each pair, and the newest of them all. */
function narrowedPosts(ctx: Context, visitor: Visitor, { type, audience, ...query }: Filters): Finder {
  const pairs = sql`${listOf(type === undefined || type === 'poll' ? feedTypes : [type])} as wanted_type(value),
    ${listOf(audience === undefined ? audiences : [audience])} as wanted_audience(value)`;
  const ofPair = and(
    sql`${items.feedType} = wanted_type.value and ${items.audience} = wanted_audience.value`,
    isFeed,
    shownItems(ctx, visitor),
    type === 'poll' ? hasPoll : undefined,
    filtered(query),
  );
  return {
    find: (place, limit, offset, total) =>
      keysOf(
        ctx,
        sql`select post.id, post.published_at::text as value, ${total} as total from ${pairs}, lateral (${newestOf(and(ofPair, behindPlace(place)), limit + offset)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      ),
    count: sql`(select count(*)::int from (select from ${pairs}, lateral (${newestOf(ofPair, countedMax)}) post limit ${countedMax}) counted)`,
  };
}

/** Performers whom the viewer follows or is subscribed to, and whose page is open to her. */
function closeTo(ctx: Context, viewerId: string, visitor: Visitor): SQL {
  return sql`select ${performers.accountId} as performer_id from ${performers} where ${performers.accountId} in (
      select ${follows.performerId} from ${follows} where ${follows.followerId} = ${viewerId}
      union all
      select ${subscriptions.performerId} from ${subscriptions} where ${and(eq(subscriptions.userId, viewerId), givesAccess(ctx.clock.now()))}
    ) and ${openPageOf(performers.accountId, visitor)}`;
}

/** Polls alone, of those whom the viewer follows or is subscribed to: few, and known by whose they are. */
function homePolls(ctx: Context, viewerId: string, visitor: Visitor, query: Filters): Finder {
  const asked = sql`with asked as materialized (
      select ${feeds.itemId} as item_id from ${polls} inner join ${feeds} on ${feeds.pollId} = ${polls.id}
      where ${polls.performerId} in (${closeTo(ctx, viewerId, visitor)})
    )`;
  const wanted = and(isFeed, publishedItems(ctx), filtered({ ...query, type: undefined }));
  const postAt = (place: Place | null): SQL => newestOf(and(sql`${items.id} = asked.item_id`, wanted, behindPlace(place)), 1);
  return {
    find: (place, limit, offset, total) =>
      keysOf(
        ctx,
        sql`${asked} select post.id, post.published_at::text as value, ${total} as total from asked, lateral (${postAt(place)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      ),
    count: sql`(${asked} select count(*)::int from (select from asked, lateral (${postAt(null)}) post limit ${countedMax}) counted)`,
  };
}

/** What the viewer follows or is subscribed to. The newest n posts are by at most n performers: those whose last post is newest. */
function homePosts(ctx: Context, viewerId: string, visitor: Visitor, query: Filters): Finder {
  const wanted = and(isFeed, publishedItems(ctx), filtered(query));
  return {
    find: (place, limit, offset, total) => {
      const most = limit + offset;
      const by = (performer: string): SQL | undefined =>
        and(sql`${items.performerId} = ${sql.raw(performer)}.performer_id`, wanted, behindPlace(place));
      return keysOf(
        ctx,
        sql`with close as materialized (${closeTo(ctx, viewerId, visitor)}), latest as materialized (
            select close.performer_id from close, lateral (${newestOf(by('close'), 1)}) post
            order by post.published_at desc, post.id desc limit ${most}
          )
          select post.id, post.published_at::text as value, ${total} as total from latest, lateral (${newestOf(by('latest'), most)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      );
    },
    count: countOf(and(sql`${items.performerId} in (${closeTo(ctx, viewerId, visitor)})`, wanted)),
  };
}

/** One performer's posts, pinned ones first: a place is whether it is pinned, and when it was published. */
function postsOf(ctx: Context, performerId: string, where: SQL | undefined): Finder {
  const mine = and(isFeed, eq(items.performerId, performerId), where);
  const order = sql`(${items.isPinned}, ${items.publishedAt}, ${items.id})`;
  return {
    find: async (place, limit, offset, total) => {
      const [isPinned = '', at = ''] = (place?.[2] ?? '').split('/');
      return ctx.db
        .select({ id: items.id, value: sql<string>`${items.isPinned}::text || '/' || ${items.publishedAt}::text`, total })
        .from(items)
        .where(and(mine, place === null ? undefined : sql`${order} < (${isPinned}::boolean, ${at}::timestamptz, ${place[3]}::uuid)`))
        .orderBy(desc(items.isPinned), desc(items.publishedAt), desc(items.id))
        .limit(limit)
        .offset(offset);
    },
    count: countOf(mine),
  };
}

/** Posts by what somebody typed, the newest first. */
async function typedPosts(ctx: Context, visitor: Visitor, { q, ...query }: Filters & { q: string }): Promise<Finder> {
  const typed = await typedItems(ctx, visitor, 'feed', { q });
  const filters = filtered(query);
  const count = (): Promise<number> => typed.count(filters);
  const { newest } = typed;
  if (filters !== undefined || newest === null)
    return { ...newestFirst(ctx, and(isFeed, shownItems(ctx, visitor), filters, typed.condition)), count };
  return { find: newest, count };
}

const nobody: Finder = { find: () => Promise.resolve([]), count: () => Promise.resolve(0) };

async function finderFor(ctx: Context, viewer: Actor | null, visitor: Visitor, query: ListQuery): Promise<Finder> {
  const { performerId, isHome, type, audience, q } = query;
  if (isHome && viewer === null) return nobody;
  if (performerId !== undefined) {
    const isClose =
      isHome && viewer
        ? sql`(${isFollowed(items.performerId, viewer.id)} or ${isSubscribed(ctx, items.performerId, viewer.id)})`
        : undefined;
    return postsOf(ctx, performerId, and(shownItems(ctx, visitor), filtered(query), isClose));
  }
  if (isHome && viewer) return (type === 'poll' ? homePolls : homePosts)(ctx, viewer.id, visitor, query);
  if (q !== undefined) return typedPosts(ctx, visitor, { ...query, q });
  return (type === undefined || type === 'poll') && audience === undefined
    ? allPosts(ctx, visitor, query)
    : narrowedPosts(ctx, visitor, query);
}

/** Published posts, the newest first; pinned ones before them where one performer is asked for. Guests have no home. */
export async function listFeeds(ctx: Context, viewer: Actor | null, client: Client, query: ListQuery): Promise<Page<FeedAnswer>> {
  const sortBy = query.performerId === undefined ? ('publishedAt' as const) : ('pinned' as const);
  const finder = await finderFor(ctx, viewer, visitorOf(viewer, client), query);
  return readPageBy(ctx, { ...query, sortBy, sort: 'desc' }, finder, (ids) => feedAnswers(ctx, viewer, ids));
}

/** One performer's posts by what somebody typed. Refuses with performer_not_found and blocked_by_performer. */
export async function searchFeeds(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  username: string,
  query: SearchQuery,
): Promise<Page<FeedAnswer>> {
  const performerId = (await idByUsername(ctx, username)) ?? fail('performer_not_found');
  if (viewer?.id !== performerId && !mayDo(viewer, 'content.moderate')) await assertMaySee(ctx, viewer, client, performerId);
  const source = ctx.db
    .select({ id: items.id, createdAt: sql`${items.publishedAt}`.as('created_at'), publishedAt: items.publishedAt })
    .from(items)
    .where(and(isFeed, eq(items.performerId, performerId), shownItems(ctx, visitorOf(viewer, client)), filtered(query)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'publishedAt', sort: 'desc' }, source, (ids) => feedAnswers(ctx, viewer, ids), countedMax);
}

/** One post by id or slug; looking counts. Refuses with feed_not_found and blocked_by_performer. */
export async function viewFeed(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<FeedAnswer> {
  const { row } = await itemToSee(ctx, viewer, client, 'feed', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return (await feedAnswers(ctx, viewer, [row.id])).get(row.id) ?? fail('feed_not_found');
}

/** A performer's own posts, in every state. */
export function ownFeeds(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<FeedAnswer>> {
  const { state, type, audience, q } = query;
  const source = ctx.db
    .select({
      id: items.id,
      createdAt: items.createdAt,
      updatedAt: items.updatedAt,
      totalLike: items.likes,
      totalComment: items.comments,
    })
    .from(items)
    .where(
      and(
        isFeed,
        ownItems(performer.id),
        filtered({ type, audience, q }),
        state === undefined ? undefined : inState(state, ctx.clock.now()),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => feedAnswers(ctx, performer, ids));
}

/** One of the own posts, whatever its state. Refuses with feed_not_found. */
export async function ownFeed(ctx: Context, performer: Actor, id: string): Promise<FeedAnswer> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), isFeed, ownItems(performer.id)));
  const answer = row ? (await feedAnswers(ctx, performer, [row.id])).get(row.id) : undefined;
  return answer ?? fail('feed_not_found');
}
