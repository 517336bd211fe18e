/** Performers without being searched for: the top, and some by chance. */
import { and, eq, gte, lt, not, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type performersContract from '@contract/people/performers';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { performerListings as listings, performers } from '../../platform/db/schema/schema';
import { isFollowed } from '../../entitlements/entitlements';
import type { Visitor } from '../blocking/blocking';
import { cardsById, type Card } from './rows';
import { is, shownTo, isListedAs } from './search';

type Contract = typeof performersContract;
type RandomQuery = Parsed<Contract['GET /performers/search/random']>['query'];
type TopQuery = Parsed<Contract['GET /performers/top']>['query'];

/** Out of so many neighbours a random choice is made, so that its cost does not grow with the site. */
const sampleSize = 300;

/** Performers by their subscribers, their likes and the looks at their page in the last 30 days, as `popularity` weighs them. */
export function topPerformers(ctx: Context, visitor: Visitor, query: TopQuery): Promise<Page<Card>> {
  const source = ctx.db
    .select({ id: performers.accountId, createdAt: listings.createdAt, popularity: performers.popularity })
    .from(performers)
    .innerJoin(listings, eq(listings.performerId, performers.accountId))
    .where(and(shownTo(visitor), query.q === undefined ? undefined : isListedAs(query.q)))
    .as('found');
  return readPage(
    ctx,
    { ...query, sortBy: 'popularity', sort: 'desc' },
    source,
    (ids) => cardsById(ctx, visitor.accountId, ids),
    limits.page.countedInSearchMax,
  );
}

/** The list in an order that chance decides. */
function shuffled<T>(ctx: Context, list: readonly T[]): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(ctx.chance.below(left.length), 1));
}

/** Some performers whom the visitor does not follow, in no order: chosen among those who joined around a random moment of the site's life. */
export async function randomPerformers(ctx: Context, visitor: Visitor, query: RandomQuery): Promise<Page<Card>> {
  const wanted = and(
    shownTo(visitor),
    not(isFollowed(listings.performerId, visitor.accountId)),
    is(listings.gender, query.gender),
    is(listings.country, query.country),
    is(listings.isFreeSubscription, query.isFreeSubscription),
    is(listings.isFeatured, query.isFeatured),
  );
  const [life] = await ctx.db
    .select({ first: sql<string | null>`min(${listings.createdAt})`, last: sql<string | null>`max(${listings.createdAt})` })
    .from(listings);
  const [first, last] = [Date.parse(life?.first ?? ''), Date.parse(life?.last ?? '')];
  if (Number.isNaN(first) || Number.isNaN(last)) return { data: [], total: 0, nextCursor: null };
  const moment = new Date(first + ctx.chance.below(last - first + 1));
  const { performerId: id, createdAt } = listings;
  const behind = await ctx.db
    .select({ id })
    .from(listings)
    .where(and(wanted, gte(createdAt, moment)))
    .orderBy(createdAt)
    .limit(sampleSize);
  const before = await ctx.db
    .select({ id })
    .from(listings)
    .where(and(wanted, lt(createdAt, moment)))
    .orderBy(createdAt)
    .limit(sampleSize - behind.length);
  const chosen = shuffled(ctx, [...behind, ...before]).slice(0, query.limit);
  const cards = await cardsById(
    ctx,
    visitor.accountId,
    chosen.map((row) => row.id),
  );
  const data = chosen.flatMap((row) => cards.get(row.id) ?? []);
  return { data, total: data.length, nextCursor: null };
}
