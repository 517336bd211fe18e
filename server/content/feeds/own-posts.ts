/** A performer's own posts, in any state. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type feedsContract from '@contract/content/feeds';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { feedResponses, type FeedResponse } from '../items/feed-rows';
import { inState, ownItems } from '../items/visible';
import { textRank } from '../items/lists';
import { filterCondition } from './find';

type OwnQuery = Parsed<(typeof feedsContract)['GET /performer/feeds']>['query'];

const isFeed = eq(items.kind, 'feed');

/** A page of the performer's own posts, filtered by text, state, type and audience. */
export function ownFeeds(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<FeedResponse>> {
  const { state, type, audience, q } = query;
  const rank = textRank(q);
  const source = ctx.db
    .select({
      id: items.id,
      createdAt: items.createdAt,
      updatedAt: items.updatedAt,
      totalLike: items.likes,
      totalComment: items.comments,
      ...(rank && { rank: rank.as('rank') }),
    })
    .from(items)
    .where(
      and(
        isFeed,
        ownItems(performer.id),
        filterCondition({ type, audience, q }),
        state === undefined ? undefined : inState(state, ctx.clock.now()),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => feedResponses(ctx, performer, ids));
}

/** One of the performer's own posts, in any state. Rejects with feed_not_found. */
export async function ownFeed(ctx: Context, performer: Actor, id: string): Promise<FeedResponse> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), isFeed, ownItems(performer.id)));
  const response = row ? (await feedResponses(ctx, performer, [row.id])).get(row.id) : undefined;
  return response ?? fail('feed_not_found');
}
