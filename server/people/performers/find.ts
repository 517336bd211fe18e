/** The ranking of performers, and a random selection. */
import { and, eq, gte, lt, not, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type performersContract from '@contract/people/performers';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { performerListings as listings, performers } from '../../platform/db/schema/performers';
import { isFollowed } from '../../content/entitlements/entitlements';
import type { Visitor } from '../blocking/blocking';
import { cardsById, type PerformerCardInfo } from './rows';
import { equalsIfGiven, isListedFor, listedNameMatches } from './search';

type Contract = typeof performersContract;
type RandomQuery = Parsed<Contract['GET /performers/search/random']>['query'];
type TopQuery = Parsed<Contract['GET /performers/top']>['query'];

/** The random selection is drawn from at most this many performers, so that its cost does not grow with the site. */
const sampleSize = 300;

/** Performers ranked by subscribers, likes and page views of the last 30 days, as weighted in `popularity`. */
export function topPerformers(ctx: Context, visitor: Visitor, query: TopQuery): Promise<Page<PerformerCardInfo>> {
  const source = ctx.db
    .select({ id: performers.accountId, createdAt: listings.createdAt, popularity: performers.popularity })
    .from(performers)
    .innerJoin(listings, eq(listings.performerId, performers.accountId))
    .where(and(isListedFor(visitor), query.q === undefined ? undefined : listedNameMatches(query.q)))
    .as('found');
  return readPage(
    ctx,
    { ...query, sortBy: 'popularity', sort: 'desc' },
    source,
    (ids) => cardsById(ctx, visitor.accountId, ids),
    limits.page.countedInSearchMax,
  );
}

/** The list in random order. */
function shuffled<T>(ctx: Context, list: readonly T[]): T[] {
  const remaining = [...list];
  return list.flatMap(() => remaining.splice(ctx.random.below(remaining.length), 1));
}

/** Random performers that the visitor does not follow: a sample of those who joined around a random instant. */
export async function randomPerformers(ctx: Context, visitor: Visitor, query: RandomQuery): Promise<Page<PerformerCardInfo>> {
  const condition = and(
    isListedFor(visitor),
    not(isFollowed(listings.performerId, visitor.accountId)),
    equalsIfGiven(listings.gender, query.gender),
    equalsIfGiven(listings.country, query.country),
    equalsIfGiven(listings.isFreeSubscription, query.isFreeSubscription),
    equalsIfGiven(listings.isFeatured, query.isFeatured),
  );
  const [range] = await ctx.db
    .select({ first: sql<string | null>`min(${listings.createdAt})`, last: sql<string | null>`max(${listings.createdAt})` })
    .from(listings);
  const [first, last] = [Date.parse(range?.first ?? ''), Date.parse(range?.last ?? '')];
  if (Number.isNaN(first) || Number.isNaN(last)) return { data: [], total: 0, nextCursor: null };
  const instant = new Date(first + ctx.random.below(last - first + 1));
  const { performerId: id, createdAt } = listings;
  const joinedAfter = await ctx.db
    .select({ id })
    .from(listings)
    .where(and(condition, gte(createdAt, instant)))
    .orderBy(createdAt)
    .limit(sampleSize);
  const joinedBefore = await ctx.db
    .select({ id })
    .from(listings)
    .where(and(condition, lt(createdAt, instant)))
    .orderBy(createdAt)
    .limit(sampleSize - joinedAfter.length);
  const chosen = shuffled(ctx, [...joinedAfter, ...joinedBefore]).slice(0, query.limit);
  const cards = await cardsById(
    ctx,
    visitor.accountId,
    chosen.map((row) => row.id),
  );
  const data = chosen.flatMap((row) => cards.get(row.id) ?? []);
  return { data, total: data.length, nextCursor: null };
}
