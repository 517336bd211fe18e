/**
 * Finding posts. Each list uses an index in its own order, however many posts there are: all posts by publication time; filtered
 * lists as one short list per type and audience; the home list as one short list per performer, of the performers who published
 * last.
 */
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { audiences } from '@contract/kernel/values/content';
import { feedTypes, type FeedFilter } from '@contract/kernel/values/feeds';
import type { Context } from '../../platform/context';
import {
  afterCursor,
  afterRank,
  countUpTo,
  readPage,
  readPageBy,
  createdWithin,
  type Finder,
  type ListKey,
  type Cursor,
} from '../../platform/db/paging';
import { feeds, items } from '../../platform/db/schema/content';
import { performers } from '../../platform/db/schema/performers';
import { polls } from '../../platform/db/schema/polls';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess, isFollowed, isSubscribed } from '../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import { countItemView, getVisibleItem } from '../items/access';
import { feedResponses, type FeedResponse } from '../items/feed-rows';
import { matchesText, hasOpenPage, publishedItems, visibleItems } from '../items/visible';
import { textRank } from '../items/lists';
import { searchByText } from '../items/text-search';
import { assertCanSeePage, idByUsername } from '../../people/performers/view';
import { hasRight } from '../../platform/rights';
import { firstLimit, firstPosts } from './first-posts';

type Contract = typeof feedsContract;
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

/** The condition of a list's filters. Date ranges refer to the publication time, which is the one that visitors see. */
export const filterCondition = ({ type, audience, q, ...range }: Filters): SQL | undefined =>
  and(
    ofType(type),
    audience === undefined ? undefined : eq(items.audience, audience),
    q === undefined ? undefined : matchesText(q),
    ...createdWithin(publishedAt, range),
  );

const afterPublished = (cursor: Cursor | null): SQL | undefined => (cursor === null ? undefined : afterCursor(publishedAt, itemId, cursor));

async function keysOf(ctx: Context, query: SQL): Promise<ListKey[]> {
  return (await ctx.db.execute<{ id: string; value: string; total: number | null }>(query)).rows;
}

/** How many posts match a condition, counted up to a maximum. */
const countOf = (where: SQL | undefined): SQL<number> => countUpTo(items, where, countedMax);

const newestOf = (where: SQL | undefined, max: number): SQL =>
  sql`select ${items.id} as id, ${items.publishedAt} as published_at from ${items} where ${where} order by ${items.publishedAt} desc, ${items.id} desc limit ${max}`;

function newestFirst(ctx: Context, where: SQL | undefined): Finder {
  return {
    find: async (cursor, limit, offset, total) =>
      ctx.db
        .select({ id: items.id, value: sql<string>`${items.publishedAt}::text`, total })
        .from(items)
        .where(and(where, afterPublished(cursor)))
        .orderBy(desc(items.publishedAt), desc(items.id))
        .limit(limit)
        .offset(offset),
    count: countOf(where),
  };
}

/** All posts, the newest first. */
function allPosts(ctx: Context, visitor: Visitor, query: Filters): Finder {
  const filters = filterCondition(query);
  const { find, count } = newestFirst(ctx, and(isFeed, visibleItems(ctx, visitor), filters));
  return {
    find: (cursor, limit, offset, total) =>
      filters === undefined && cursor === null && limit === firstLimit && offset === 0
        ? firstPosts(ctx, visitor)
        : find(cursor, limit, offset, total),
    count,
  };
}

const listOf = (values: readonly string[]): SQL =>
  sql`unnest(array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[])`;

/** Posts filtered by type or audience: the newest of one short list per pair of type and audience. */
function postsByTypeAndAudience(ctx: Context, visitor: Visitor, { type, audience, ...query }: Filters): Finder {
  const pairs = sql`${listOf(type === undefined || type === 'poll' ? feedTypes : [type])} as wanted_type(value),
    ${listOf(audience === undefined ? audiences : [audience])} as wanted_audience(value)`;
  const ofPair = and(
    sql`${items.feedType} = wanted_type.value and ${items.audience} = wanted_audience.value`,
    isFeed,
    visibleItems(ctx, visitor),
    type === 'poll' ? hasPoll : undefined,
    filterCondition(query),
  );
  return {
    find: (cursor, limit, offset, total) =>
      keysOf(
        ctx,
        sql`select post.id, post.published_at::text as value, ${total} as total from ${pairs}, lateral (${newestOf(and(ofPair, afterPublished(cursor)), limit + offset)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      ),
    count: sql`(select count(*)::int from (select from ${pairs}, lateral (${newestOf(ofPair, countedMax)}) post limit ${countedMax}) counted)`,
  };
}

/** Performers that the viewer follows or subscribes to, if the viewer may see their page. */
function followedOrSubscribed(ctx: Context, viewerId: string, visitor: Visitor): SQL {
  return sql`select ${performers.accountId} as performer_id from ${performers} where ${performers.accountId} in (
      select ${follows.performerId} from ${follows} where ${follows.followerId} = ${viewerId}
      union all
      select ${subscriptions.performerId} from ${subscriptions} where ${and(eq(subscriptions.userId, viewerId), givesAccess(ctx.clock.now()))}
    ) and ${hasOpenPage(performers.accountId, visitor)}`;
}

/** Only polls, of performers that the viewer follows or subscribes to. There are few, and they are indexed by performer. */
function homePolls(ctx: Context, viewerId: string, visitor: Visitor, query: Filters): Finder {
  const pollPosts = sql`with poll_posts as materialized (
      select ${feeds.itemId} as item_id from ${polls} inner join ${feeds} on ${feeds.pollId} = ${polls.id}
      where ${polls.performerId} in (${followedOrSubscribed(ctx, viewerId, visitor)})
    )`;
  const condition = and(isFeed, publishedItems(ctx), filterCondition({ ...query, type: undefined }));
  const postAt = (cursor: Cursor | null): SQL => newestOf(and(sql`${items.id} = poll_posts.item_id`, condition, afterPublished(cursor)), 1);
  return {
    find: (cursor, limit, offset, total) =>
      keysOf(
        ctx,
        sql`${pollPosts} select post.id, post.published_at::text as value, ${total} as total from poll_posts, lateral (${postAt(cursor)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      ),
    count: sql`(${pollPosts} select count(*)::int from (select from poll_posts, lateral (${postAt(null)}) post limit ${countedMax}) counted)`,
  };
}

/**
 * Posts of performers that the viewer follows or subscribes to. The newest n posts are by at most n performers: those whose latest posts
 * are the newest.
 */
function homePosts(ctx: Context, viewerId: string, visitor: Visitor, query: Filters): Finder {
  const condition = and(isFeed, publishedItems(ctx), filterCondition(query));
  return {
    find: (cursor, limit, offset, total) => {
      const max = limit + offset;
      const isBy = (cte: string): SQL | undefined =>
        and(sql`${items.performerId} = ${sql.raw(cte)}.performer_id`, condition, afterPublished(cursor));
      return keysOf(
        ctx,
        sql`with followed as materialized (${followedOrSubscribed(ctx, viewerId, visitor)}), latest as materialized (
            select followed.performer_id from followed, lateral (${newestOf(isBy('followed'), 1)}) post
            order by post.published_at desc, post.id desc limit ${max}
          )
          select post.id, post.published_at::text as value, ${total} as total from latest, lateral (${newestOf(isBy('latest'), max)}) post
          order by post.published_at desc, post.id desc limit ${limit} offset ${offset}`,
      );
    },
    count: countOf(and(sql`${items.performerId} in (${followedOrSubscribed(ctx, viewerId, visitor)})`, condition)),
  };
}

/**
 * One performer's posts, pinned ones first. The cursor consists of the pinned flag and the publication time. Closer matches of the
 * search text come first.
 */
function postsOf(ctx: Context, performerId: string, where: SQL | undefined, q: string | undefined): Finder {
  const condition = and(isFeed, eq(items.performerId, performerId), where);
  const rank = textRank(q);
  const order = sql`(${items.isPinned}, ${items.publishedAt}, ${items.id})`;
  return {
    find: async (cursor, limit, offset, total) => {
      const [isPinned = '', at = ''] = (cursor?.[2] ?? '').split('/');
      return ctx.db
        .select({
          id: items.id,
          value: sql<string>`${items.isPinned}::text || '/' || ${items.publishedAt}::text`,
          rank: sql<number | null>`${rank ?? sql`null`}::int`.as('list_rank'),
          total,
        })
        .from(items)
        .where(
          and(
            condition,
            cursor === null
              ? undefined
              : afterRank(rank, sql`${order} < (${isPinned}::boolean, ${at}::timestamptz, ${cursor[3]}::uuid)`, cursor),
          ),
        )
        .orderBy(...(rank === null ? [] : [asc(rank)]), desc(items.isPinned), desc(items.publishedAt), desc(items.id))
        .limit(limit)
        .offset(offset);
    },
    count: countOf(condition),
  };
}

/** Posts that match a search text: closer matches first, then newest first. */
async function matchingPosts(ctx: Context, visitor: Visitor, { q, ...query }: Filters & { q: string }): Promise<Finder> {
  const search = await searchByText(ctx, visitor, 'feed', { q });
  const filters = filterCondition(query);
  const count = (): Promise<number> => search.count(filters);
  const newest = search.newest(filters);
  if (newest !== null) return { find: newest, count };
  const byTime = newestFirst(ctx, and(isFeed, visibleItems(ctx, visitor), filters, search.condition));
  // With this many matches, all of them are close matches. The cursor records the rank, because the next page may have fewer matches.
  const find: Finder['find'] = async (...args) => (await byTime.find(...args)).map((key) => ({ ...key, rank: 0 }));
  return { find, count };
}

const emptyFinder: Finder = { find: () => Promise.resolve([]), count: () => Promise.resolve(0) };

async function finderFor(ctx: Context, viewer: Actor | null, visitor: Visitor, query: ListQuery): Promise<Finder> {
  const { performerId, isHome, type, audience, q } = query;
  if (isHome && viewer === null) return emptyFinder;
  if (performerId !== undefined) {
    const isFollowedOrSubscribed =
      isHome && viewer
        ? sql`(${isFollowed(items.performerId, viewer.id)} or ${isSubscribed(ctx, items.performerId, viewer.id)})`
        : undefined;
    return postsOf(ctx, performerId, and(visibleItems(ctx, visitor), filterCondition(query), isFollowedOrSubscribed), q);
  }
  if (isHome && viewer) return (type === 'poll' ? homePolls : homePosts)(ctx, viewer.id, visitor, query);
  if (q !== undefined) return matchingPosts(ctx, visitor, { ...query, q });
  return (type === undefined || type === 'poll') && audience === undefined
    ? allPosts(ctx, visitor, query)
    : postsByTypeAndAudience(ctx, visitor, query);
}

/** Published posts, newest first. With `performerId`, pinned posts come first. Guests have an empty home list. */
export async function listFeeds(ctx: Context, viewer: Actor | null, client: Client, query: ListQuery): Promise<Page<FeedResponse>> {
  const sortBy = query.performerId === undefined ? ('publishedAt' as const) : ('pinned' as const);
  const finder = await finderFor(ctx, viewer, visitorOf(viewer, client), query);
  return readPageBy(ctx, { ...query, sortBy, sort: 'desc' }, finder, (ids) => feedResponses(ctx, viewer, ids));
}

/** One performer's posts that match a search text. Rejects with performer_not_found and blocked_by_performer. */
export async function searchFeeds(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  username: string,
  query: SearchQuery,
): Promise<Page<FeedResponse>> {
  const performerId = (await idByUsername(ctx, username)) ?? fail('performer_not_found');
  if (viewer?.id !== performerId && !hasRight(viewer, 'content.moderate')) await assertCanSeePage(ctx, viewer, client, performerId);
  const rank = textRank(query.q);
  const source = ctx.db
    .select({
      id: items.id,
      createdAt: sql`${items.publishedAt}`.as('created_at'),
      publishedAt: items.publishedAt,
      ...(rank && { rank: rank.as('rank') }),
    })
    .from(items)
    .where(and(isFeed, eq(items.performerId, performerId), visibleItems(ctx, visitorOf(viewer, client)), filterCondition(query)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'publishedAt', sort: 'desc' }, source, (ids) => feedResponses(ctx, viewer, ids), countedMax);
}

/** One post by id or slug; counts a view. Rejects with feed_not_found and blocked_by_performer. */
export async function viewFeed(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<FeedResponse> {
  const { row } = await getVisibleItem(ctx, viewer, client, 'feed', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return (await feedResponses(ctx, viewer, [row.id])).get(row.id) ?? fail('feed_not_found');
}
