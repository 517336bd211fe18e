/** Finding performers. Lists hold active and approved ones only, and nobody whom a block keeps from the viewer. */
import { and, eq, gt, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type performersContract from '@contract/performers';
import { limits } from '@contract/limits';
import type { Page } from '@contract/shapes';
import type { Context } from '../../context';
import { contains, readPage } from '../../db/paging';
import { accounts, performers } from '../../db/schema/schema';
import { notBlocked, openToCountry, type Visitor } from '../blocking/blocking';
import { birthsOf, dayOf } from './age';
import { cardOf, selectCards, type Card } from './rows';

type Contract = typeof performersContract;
type SearchQuery = Parsed<Contract['GET /performers/user/search']>['query'];
type RandomQuery = Parsed<Contract['GET /performers/search/random']>['query'];
type TopQuery = Parsed<Contract['GET /performers/top']>['query'];

/** Out of so many neighbours a random choice is made, so that its cost does not grow with the site. */
const sampleSize = 300;

const isShownOnline = sql<boolean>`(${accounts.isOnline} and ${accounts.showOnline})`;

/** Who may be shown to this visitor at all. */
function shownTo(visitor: Visitor): SQL | undefined {
  return and(
    eq(performers.verification, 'approved'),
    eq(accounts.status, 'active'),
    eq(accounts.isPerformer, true),
    notBlocked(accounts.id, visitor.accountId),
    openToCountry(performers.accountId, visitor.country),
  );
}

function inBands(bands: string[], today: string): SQL | undefined {
  return or(
    ...bands.map((band) => {
      const { after, until } = birthsOf(band, today);
      return and(lte(performers.dateOfBirth, until), after === null ? undefined : gt(performers.dateOfBirth, after));
    }),
  );
}

const oneOf = (column: Parameters<typeof inArray>[0], values: string[] | undefined): SQL | undefined =>
  values ? inArray(column, values) : undefined;
const is = (column: Parameters<typeof inArray>[0], value: string | boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

function matching(ctx: Context, query: SearchQuery): SQL | undefined {
  return and(
    query.q === undefined ? undefined : or(contains(accounts.name, query.q), contains(accounts.username, query.q)),
    oneOf(accounts.gender, query.gender),
    oneOf(accounts.country, query.country),
    oneOf(performers.height, query.height),
    oneOf(performers.weight, query.weight),
    oneOf(performers.bodyType, query.bodyType),
    oneOf(performers.ethnicity, query.ethnicity),
    oneOf(performers.size, query.size),
    oneOf(performers.hair, query.hair),
    oneOf(performers.eyes, query.eyes),
    oneOf(performers.sexualOrientation, query.sexualOrientation),
    oneOf(accounts.id, query.performerIds),
    query.age ? inBands(query.age, dayOf(ctx.clock.now())) : undefined,
    is(performers.isFreeSubscription, query.isFreeSubscription),
    is(performers.isFeatured, query.isFeatured),
    query.isOnline === undefined ? undefined : sql`${isShownOnline} = ${query.isOnline}`,
  );
}

/** Performers as lists show them to this viewer, by id; one query, and who does not exist is left out. */
export async function cardsById(ctx: Context, viewerId: string | null, ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const rows = await selectCards(ctx, viewerId).where(inArray(accounts.id, [...ids]));
  return new Map(rows.map((row) => [row.id, cardOf(ctx, row)]));
}

/** Performers that match every filter given; a filter with several values takes any of them. */
export function searchPerformers(ctx: Context, visitor: Visitor, query: SearchQuery): Promise<Page<Card>> {
  const source = ctx.db
    .select({
      id: accounts.id,
      createdAt: accounts.createdAt,
      updatedAt: accounts.updatedAt,
      name: accounts.name,
      popular: performers.views,
      online: isShownOnline.as('online'),
    })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(and(shownTo(visitor), matching(ctx, query)))
    .as('found');
  return readPage(ctx, query, source, (ids) => cardsById(ctx, visitor.accountId, ids), limits.page.countedInSearchMax);
}

/** Performers by how many people looked at their page in the last 30 days. */
export function topPerformers(ctx: Context, visitor: Visitor, query: TopQuery): Promise<Page<Card>> {
  const source = ctx.db
    .select({ id: accounts.id, createdAt: accounts.createdAt, recentViews: performers.recentViews })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(
      and(shownTo(visitor), query.q === undefined ? undefined : or(contains(accounts.name, query.q), contains(accounts.username, query.q))),
    )
    .as('found');
  return readPage(
    ctx,
    { ...query, sortBy: 'recentViews', sort: 'desc' },
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

/** Some performers in no order: chosen among those who joined around a random moment of the site's life. */
export async function randomPerformers(ctx: Context, visitor: Visitor, query: RandomQuery): Promise<Page<Card>> {
  const wanted = and(
    shownTo(visitor),
    is(accounts.gender, query.gender),
    is(accounts.country, query.country),
    is(performers.isFreeSubscription, query.isFreeSubscription),
    is(performers.isFeatured, query.isFeatured),
  );
  const [life] = await ctx.db
    .select({ first: sql<string | null>`min(${accounts.createdAt})`, last: sql<string | null>`max(${accounts.createdAt})` })
    .from(accounts);
  const [first, last] = [Date.parse(life?.first ?? ''), Date.parse(life?.last ?? '')];
  if (Number.isNaN(first) || Number.isNaN(last)) return { data: [], total: 0, nextCursor: null };
  const moment = new Date(first + ctx.chance.below(last - first + 1));
  const behind = await selectCards(ctx, visitor.accountId)
    .where(and(wanted, gte(accounts.createdAt, moment)))
    .orderBy(accounts.createdAt)
    .limit(sampleSize);
  const missing = sampleSize - behind.length;
  const before =
    missing === 0
      ? []
      : await selectCards(ctx, visitor.accountId)
          .where(and(wanted, lt(accounts.createdAt, moment)))
          .orderBy(accounts.createdAt)
          .limit(missing);
  const data = shuffled(ctx, [...behind, ...before])
    .slice(0, query.limit)
    .map((row) => cardOf(ctx, row));
  return { data, total: data.length, nextCursor: null };
}
