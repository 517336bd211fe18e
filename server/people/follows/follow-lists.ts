/**
 * Following a performer, and the lists of followers and followed performers. Both leave out people who are hidden from the viewer by a
 * block.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/kernel/endpoint';
import type responsesContract from '@contract/content/responses';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { performerListings } from '../../platform/db/schema/performers';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { profileTabLink } from '../../platform/notification-texts';
import { notBlocked, type Visitor } from '../blocking/blocking';
import { notify } from '../notifications/notify';
import { peopleByIds } from '../people/rows';
import { nameMatches } from '../people/name-search';
import { assertCanSeePage } from '../performers/view';
import { cardsById } from '../performers/rows';
import { isListedFor, listedNameMatches } from '../performers/search';
import { addFollow, countFollowers, removeFollow } from './follows';

type Contract = typeof responsesContract;
type RowOf<N extends 'GET /follows/followers' | 'GET /follows/following'> = z.output<Api[N]['response']>['data'][number];
type Follower = RowOf<'GET /follows/followers'>;
type Followed = RowOf<'GET /follows/following'>;

/** The response of follow and unfollow. */
export interface FollowState {
  isFollowed: boolean;
  totalFollowers: number;
}

async function stateOf(ctx: Context, performerId: string, isFollowed: boolean): Promise<FollowState> {
  return { isFollowed, totalFollowers: (await countFollowers(ctx, performerId)) ?? fail('performer_not_found') };
}

/**
 * Follows a performer and notifies them the first time; idempotent. Rejects with self_not_allowed, performer_not_found and
 * blocked_by_performer.
 */
export async function follow(ctx: Context, actor: Actor, client: Client, performerId: string): Promise<FollowState> {
  if (performerId === actor.id) return fail('self_not_allowed');
  await assertCanSeePage(ctx, actor, client, performerId);
  await inTransaction(ctx, async (tx) => {
    if (!(await addFollow(tx, actor.id, performerId))) return;
    await notify(tx, performerId, {
      type: 'follower',
      actorId: actor.id,
      text: 'started following you.',
      link: profileTabLink(performerId, 'subscribers'),
      event: `follower:${actor.id}`,
    });
  });
  return stateOf(ctx, performerId, true);
}

/** Unfollows a performer, even if the page is not visible; idempotent. Rejects with performer_not_found. */
export async function unfollow(ctx: Context, actor: Actor, performerId: string): Promise<FollowState> {
  await removeFollow(ctx, actor.id, performerId);
  return stateOf(ctx, performerId, false);
}

async function followersById(ctx: Context, performerId: string, ids: string[]): Promise<Map<string, Follower>> {
  const subscribes = and(
    sql`${subscriptions.userId} = ${follows.followerId}`,
    eq(subscriptions.performerId, performerId),
    givesAccess(ctx.clock.now()),
  );
  const rows = await ctx.db
    .select({
      id: follows.id,
      followerId: follows.followerId,
      createdAt: follows.createdAt,
      isSubscribed: sql<boolean>`exists (select 1 from ${subscriptions} where ${subscribes})`,
    })
    .from(follows)
    .where(inArray(follows.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.map(({ followerId }) => followerId),
  );
  return new Map(
    rows.flatMap(({ id, followerId, isSubscribed, createdAt }) => {
      const user = people.get(followerId);
      return user ? [[id, { _id: id, user, isSubscribed, createdAt }] as const] : [];
    }),
  );
}

/** The followers of a performer. */
export function followersOf(
  ctx: Context,
  performerId: string,
  query: Parsed<Contract['GET /follows/followers']>['query'],
): Promise<Page<Follower>> {
  const source = ctx.db
    .select({ id: follows.id, createdAt: follows.createdAt })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, follows.followerId))
    .where(
      and(
        eq(follows.performerId, performerId),
        eq(accounts.status, 'active'),
        notBlocked(accounts.id, performerId),
        query.q === undefined ? undefined : nameMatches(query.q),
      ),
    )
    .as('found');
  // A follow never changes, so `updatedAt` and `createdAt` sort the same.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => followersById(ctx, performerId, ids));
}

async function followedById(ctx: Context, followerId: string, ids: string[]): Promise<Map<string, Followed>> {
  const rows = await ctx.db.select().from(follows).where(inArray(follows.id, ids));
  const cards = await cardsById(
    ctx,
    followerId,
    rows.map(({ performerId }) => performerId),
  );
  return new Map(
    rows.flatMap(({ id, performerId, createdAt }) => {
      const performer = cards.get(performerId);
      return performer ? [[id, { _id: id, performerId, performer, createdAt }] as const] : [];
    }),
  );
}

/** The performers an account follows and can see. `visitor` is the same account. */
export function followedBy(
  ctx: Context,
  followerId: string,
  visitor: Visitor,
  query: Parsed<Contract['GET /follows/following']>['query'],
): Promise<Page<Followed>> {
  const source = ctx.db
    .select({ id: follows.id, createdAt: follows.createdAt })
    .from(follows)
    .innerJoin(performerListings, eq(performerListings.performerId, follows.performerId))
    .where(and(eq(follows.followerId, followerId), isListedFor(visitor), query.q === undefined ? undefined : listedNameMatches(query.q)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => followedById(ctx, followerId, ids));
}
