/**
 * Performer search by attributes and name. Listed performers have a narrow row in `performer_listings`, and only that is read before the
 * page is known. A search term matches name prefixes; if these are few, also other occurrences ranked by match, followed by similar names.
 */
import { and, eq, gt, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type performersContract from '@contract/people/performers';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { escapeLike, readPage, createdWithin } from '../../platform/db/paging';
import { performerListings as listings, performers } from '../../platform/db/schema/performers';
import { isFollowed } from '../../content/entitlements/entitlements';
import { notBlocked, notBlockedInCountry, type Visitor } from '../blocking/blocking';
import { searchableQuery } from '../../platform/words/searchable';
import { birthDatesOf, dayOf } from './age';
import { isLive } from './live';
import { cardsById, type PerformerCardInfo } from './rows';

type SearchQuery = Parsed<(typeof performersContract)['GET /performers/user/search']>['query'];

const countedMax = limits.page.countedInSearchMax;

/** A condition: a listed performer is visible to this visitor. */
export function isListedFor(visitor: Visitor): SQL | undefined {
  return and(notBlocked(listings.performerId, visitor.accountId), notBlockedInCountry(listings.performerId, visitor.country));
}

function inBands(bands: string[], today: string): SQL | undefined {
  return or(
    ...bands.map((band) => {
      const { after, until } = birthDatesOf(band, today);
      return and(lte(listings.dateOfBirth, until), after === null ? undefined : gt(listings.dateOfBirth, after));
    }),
  );
}

const isOneOfIfGiven = (column: Parameters<typeof inArray>[0], values: string[] | undefined): SQL | undefined =>
  values ? inArray(column, values) : undefined;
export const equalsIfGiven = (column: Parameters<typeof inArray>[0], value: string | boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

/** All filters except the name. */
function filtersOf(ctx: Context, viewerId: string | null, query: SearchQuery): SQL | undefined {
  return and(
    ...createdWithin(sql`${listings.createdAt}`, query),
    isOneOfIfGiven(listings.gender, query.gender),
    isOneOfIfGiven(listings.country, query.country),
    isOneOfIfGiven(listings.height, query.height),
    isOneOfIfGiven(listings.weight, query.weight),
    isOneOfIfGiven(listings.bodyType, query.bodyType),
    isOneOfIfGiven(listings.ethnicity, query.ethnicity),
    isOneOfIfGiven(listings.size, query.size),
    isOneOfIfGiven(listings.hair, query.hair),
    isOneOfIfGiven(listings.eyes, query.eyes),
    isOneOfIfGiven(listings.sexualOrientation, query.sexualOrientation),
    isOneOfIfGiven(listings.performerId, query.performerIds),
    query.age ? inBands(query.age, dayOf(ctx.clock.now())) : undefined,
    equalsIfGiven(listings.isFreeSubscription, query.isFreeSubscription),
    equalsIfGiven(listings.isFeatured, query.isFeatured),
    equalsIfGiven(listings.isOnline, query.isOnline),
    query.isLive === undefined ? undefined : sql`${isLive(listings.performerId)} = ${query.isLive}`,
    query.isFollowed === undefined ? undefined : sql`${isFollowed(listings.performerId, viewerId)} = ${query.isFollowed}`,
  );
}

/** The search term: folded like names (empty if it has no word), and in lower case like usernames. */
interface SearchTerm {
  folded: string;
  plain: string;
}
const parseTerm = (q: string): SearchTerm => ({ folded: searchableQuery(q), plain: q.toLowerCase() });

const beginsWith = ({ folded, plain }: SearchTerm): SQL | undefined =>
  or(folded === '' ? undefined : like(listings.nameKey, `${escapeLike(folded)}%`), like(listings.username, `${escapeLike(plain)}%`));
const occurs = ({ folded, plain }: SearchTerm): SQL | undefined =>
  or(...[...new Set([folded, plain])].filter((text) => text !== '').map((text) => like(listings.searchText, `%${escapeLike(text)}%`)));
const isSimilar = ({ folded }: SearchTerm): SQL => (folded === '' ? sql`false` : sql`${folded} <% ${listings.searchText}`);

/** A condition: `q` occurs in a listed performer's name (both folded for search) or username. */
export const listedNameMatches = (q: string): SQL | undefined => occurs(parseTerm(q));

interface Match {
  condition: SQL | undefined;
  total: number;
  /** The rank, ascending from 0; null if there are too many matches to rank. */
  rank: SQL<number> | null;
}

const count = (ctx: Context, condition: SQL | undefined): Promise<number> =>
  ctx.db.$count(
    ctx.db
      .select({ one: sql`1`.as('one') })
      .from(listings)
      .where(condition)
      .limit(countedMax)
      .as('counted'),
  );

/**
 * The performers that match a name among those that meet `condition`; at most three counts, each with its own index. A prefix with very
 * many matches is not ranked, so that a short term is not slower than a long one.
 */
async function matchName(ctx: Context, condition: SQL | undefined, q: string): Promise<Match> {
  const term = parseTerm(q);
  const byPrefix = { condition: and(condition, beginsWith(term)), rank: null };
  const prefixTotal = await count(ctx, byPrefix.condition);
  if (prefixTotal === countedMax) return { ...byPrefix, total: prefixTotal };
  const distance = sql<number>`(100 - 100 * word_similarity(${term.folded}, ${listings.searchText}))::int`;
  const rank = sql<number>`case when ${listings.username} = ${term.plain} or ${listings.nameKey} = ${term.folded} then 0
    when ${beginsWith(term)} then 1 when ${occurs(term)} then 2 else 3 + ${distance} end`;
  const similarOrOccurring = and(condition, or(occurs(term), isSimilar(term)));
  const total = await count(ctx, similarOrOccurring);
  if (total < countedMax) return { condition: similarOrOccurring, total, rank };
  const occurring = and(condition, occurs(term));
  const occurringTotal = await count(ctx, occurring);
  if (occurringTotal > 0) return { condition: occurring, total: occurringTotal, rank: occurringTotal < countedMax ? rank : null };
  return { condition: similarOrOccurring, total, rank: null };
}

/** How many performers match a name for a visitor; capped at `limits.page.countedInSearchMax`. */
export async function countPerformersByName(ctx: Context, visitor: Visitor, q: string): Promise<number> {
  return (await matchName(ctx, isListedFor(visitor), q)).total;
}

/** Performers that match all filters; a filter with several values matches any of them. */
export async function searchPerformers(ctx: Context, visitor: Visitor, query: SearchQuery): Promise<Page<PerformerCardInfo>> {
  const conditions = and(isListedFor(visitor), filtersOf(ctx, visitor.accountId, query));
  const match: Match | null = query.q === undefined ? null : await matchName(ctx, conditions, query.q);
  const condition = match === null ? conditions : match.condition;
  const source = ctx.db
    .select({
      id: listings.performerId,
      createdAt: listings.createdAt,
      updatedAt: listings.updatedAt,
      name: listings.name,
      online: listings.isOnline,
      popular: performers.views,
      ...(match?.rank && { rank: match.rank.as('rank') }),
    })
    .from(listings)
    .innerJoin(performers, eq(performers.accountId, listings.performerId))
    .where(condition)
    .as('found');
  return readPage(
    ctx,
    query,
    source,
    (ids) => cardsById(ctx, visitor.accountId, ids),
    () => (match === null ? count(ctx, condition) : Promise.resolve(match.total)),
  );
}
