/**
 * Searching performers by what they are and how they are called. Whoever is listed has a narrow row (`performer_listings`), and
 * no more than that is read before the page is known. Typing finds those whose name begins so; when they are few, those who
 * have it anywhere, best match first; when there are none, those who are called almost so.
 */
import { and, eq, gt, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type performersContract from '@contract/people/performers';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { literal, readPage, within } from '../../platform/db/paging';
import { performerListings as listings, performers } from '../../platform/db/schema/schema';
import { isFollowed } from '../../entitlements/entitlements';
import { notBlocked, openToCountry, type Visitor } from '../blocking/blocking';
import { typedWords } from '../../platform/words/searchable';
import { birthsOf, dayOf } from './age';
import { isLive } from './live';
import { cardsById, type Card } from './rows';

type SearchQuery = Parsed<(typeof performersContract)['GET /performers/user/search']>['query'];

const countedMax = limits.page.countedInSearchMax;

/** The condition that a listed performer may be shown to this visitor. */
export function shownTo(visitor: Visitor): SQL | undefined {
  return and(notBlocked(listings.performerId, visitor.accountId), openToCountry(listings.performerId, visitor.country));
}

function inBands(bands: string[], today: string): SQL | undefined {
  return or(
    ...bands.map((band) => {
      const { after, until } = birthsOf(band, today);
      return and(lte(listings.dateOfBirth, until), after === null ? undefined : gt(listings.dateOfBirth, after));
    }),
  );
}

const oneOf = (column: Parameters<typeof inArray>[0], values: string[] | undefined): SQL | undefined =>
  values ? inArray(column, values) : undefined;
export const is = (column: Parameters<typeof inArray>[0], value: string | boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

/** Everything that is asked for but the name. */
function matching(ctx: Context, viewerId: string | null, query: SearchQuery): SQL | undefined {
  return and(
    ...within(sql`${listings.createdAt}`, query),
    oneOf(listings.gender, query.gender),
    oneOf(listings.country, query.country),
    oneOf(listings.height, query.height),
    oneOf(listings.weight, query.weight),
    oneOf(listings.bodyType, query.bodyType),
    oneOf(listings.ethnicity, query.ethnicity),
    oneOf(listings.size, query.size),
    oneOf(listings.hair, query.hair),
    oneOf(listings.eyes, query.eyes),
    oneOf(listings.sexualOrientation, query.sexualOrientation),
    oneOf(listings.performerId, query.performerIds),
    query.age ? inBands(query.age, dayOf(ctx.clock.now())) : undefined,
    is(listings.isFreeSubscription, query.isFreeSubscription),
    is(listings.isFeatured, query.isFeatured),
    is(listings.isOnline, query.isOnline),
    query.isLive === undefined ? undefined : sql`${isLive(listings.performerId)} = ${query.isLive}`,
    query.isFollowed === undefined ? undefined : sql`${isFollowed(listings.performerId, viewerId)} = ${query.isFollowed}`,
  );
}

/** What was typed: as names are folded, empty without a word in it, and as usernames are written. */
interface Typed {
  folded: string;
  plain: string;
}
const typedOf = (q: string): Typed => ({ folded: typedWords(q), plain: q.toLowerCase() });

const beginsWith = ({ folded, plain }: Typed): SQL | undefined =>
  or(folded === '' ? undefined : like(listings.nameKey, `${literal(folded)}%`), like(listings.username, `${literal(plain)}%`));
const holds = ({ folded, plain }: Typed): SQL | undefined =>
  or(...[...new Set([folded, plain])].filter((text) => text !== '').map((text) => like(listings.searchText, `%${literal(text)}%`)));
const soundsLike = ({ folded }: Typed): SQL => (folded === '' ? sql`false` : sql`${folded} <% ${listings.searchText}`);

/** The condition that a listed performer is called so: `q` stands in the name, as search folds both, or in the username. */
export const isListedAs = (q: string): SQL | undefined => holds(typedOf(q));

interface Found {
  condition: SQL | undefined;
  total: number;
  /** What stands first, in whole numbers from 0; null where there are too many to rank. */
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
 * Whom a typed name finds among those who fulfil `condition`: three counts at the most, each with an index of its own. What
 * very many names begin with is not ranked, so that a short text costs no more than a long one.
 */
async function named(ctx: Context, condition: SQL | undefined, q: string): Promise<Found> {
  const typed = typedOf(q);
  const starting = { condition: and(condition, beginsWith(typed)), rank: null };
  const beginning = await count(ctx, starting.condition);
  if (beginning === countedMax) return { ...starting, total: beginning };
  const anywhere = and(condition, holds(typed));
  const held = await count(ctx, anywhere);
  if (held > 0) {
    const rank = sql<number>`case when ${listings.username} = ${typed.plain} or ${listings.nameKey} = ${typed.folded} then 0 when ${beginsWith(typed)} then 1 else 2 end`;
    return { condition: anywhere, total: held, rank: held < countedMax ? rank : null };
  }
  const similar = and(condition, soundsLike(typed));
  const total = await count(ctx, similar);
  const distance = sql<number>`(100 - 100 * word_similarity(${typed.folded}, ${listings.searchText}))::int`;
  return { condition: similar, total, rank: total < countedMax ? distance : null };
}

/** How many a visitor finds by a name; counting stops at `limits.page.countedInSearchMax`. */
export async function countNamed(ctx: Context, visitor: Visitor, q: string): Promise<number> {
  return (await named(ctx, shownTo(visitor), q)).total;
}

/** Performers that match every filter given; a filter with several values takes any of them. */
export async function searchPerformers(ctx: Context, visitor: Visitor, query: SearchQuery): Promise<Page<Card>> {
  const wanted = and(shownTo(visitor), matching(ctx, visitor.accountId, query));
  const found: Found | null = query.q === undefined ? null : await named(ctx, wanted, query.q);
  const condition = found === null ? wanted : found.condition;
  const source = ctx.db
    .select({
      id: listings.performerId,
      createdAt: listings.createdAt,
      updatedAt: listings.updatedAt,
      name: listings.name,
      online: listings.isOnline,
      popular: performers.views,
      ...(found?.rank && { rank: found.rank.as('rank') }),
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
    () => (found === null ? count(ctx, condition) : Promise.resolve(found.total)),
  );
}
