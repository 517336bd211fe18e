/** Site-wide search by keyword: the number of matches, and popular keywords. */
import { and, eq, gte, inArray, like, lt, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type searchContract from '@contract/content/search';
import type { Page } from '@contract/kernel/shapes';
import type { PagedKind } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { escapeLike, readPage } from '../../platform/db/paging';
import { keywordPeople, keywords } from '../../platform/db/schema/responses';
import { keyedDigest } from '../../kernel/derive-key';
import { networkOf } from '../../platform/geo/client-address';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import { searchByText } from '../items/text-search';
import { countPerformersByName } from '../../people/performers/search';

type Contract = typeof searchContract;

/** Number of matches per kind that a visitor may find, counted up to `limits.page.countedInSearchMax`. */
export interface SearchTotals {
  performers: number;
  feeds: number;
  videos: number;
  galleries: number;
  products: number;
}

const keyLabel = 'footlight searches';
const retention_ms = 90 * 86_400_000;
const sweepBatch = 1000;

/** A keyword as it is stored: lower case, with single spaces. */
const normalize = (keyword: string): string => keyword.toLowerCase().replaceAll(/\s+/g, ' ');

/** A keyed digest that distinguishes people per keyword. The same person has different digests for different keywords. */
function personDigest(ctx: Context, keyword: string, actor: Actor | null, client: Client): string {
  return keyedDigest(ctx.config.appSecret, keyLabel, `${keyword}\n${actor?.id ?? networkOf(client.address)}`);
}

async function countItems(ctx: Context, visitor: Visitor, kind: PagedKind, keyword: string): Promise<number> {
  return (await searchByText(ctx, visitor, kind, { q: keyword })).total;
}

/** Records a search for a keyword. `person` is a digest, so the person is not stored. */
async function recordKeyword(ctx: Context, keyword: string, person: string): Promise<void> {
  await inTransaction(ctx, async ({ db, random, clock }) => {
    const now = clock.now();
    const [row] = await db
      .insert(keywords)
      .values({ id: random.id(), keyword, attempts: 1, people: 0, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: keywords.keyword, set: { attempts: sql`${keywords.attempts} + 1`, updatedAt: now } })
      .returning({ id: keywords.id });
    if (!row) return;
    const first = await db.insert(keywordPeople).values({ keywordId: row.id, person }).onConflictDoNothing().returning();
    if (first.length > 0)
      await db
        .update(keywords)
        .set({ people: sql`${keywords.people} + 1` })
        .where(eq(keywords.id, row.id));
  });
}

/** Counts what a visitor finds by a keyword, and records the keyword anonymously. */
export async function searchSite(
  ctx: Context,
  actor: Actor | null,
  client: Client,
  typed: string,
): Promise<{ keyword: string; totals: SearchTotals }> {
  const [keyword, visitor] = [normalize(typed), visitorOf(actor, client)];
  await recordKeyword(ctx, keyword, personDigest(ctx, keyword, actor, client));
  const [performers, feeds, videos, galleries, products] = await Promise.all([
    countPerformersByName(ctx, visitor, keyword),
    countItems(ctx, visitor, 'feed', keyword),
    countItems(ctx, visitor, 'video', keyword),
    countItems(ctx, visitor, 'gallery', keyword),
    countItems(ctx, visitor, 'product', keyword),
  ]);
  return { keyword, totals: { performers, feeds, videos, galleries, products } };
}

/** Keywords that several people have searched for. Rarer ones might identify a person. */
export function popularKeywords(
  ctx: Context,
  { q, ...query }: Parsed<Contract['GET /search/list/keywords']>['query'],
): Promise<Page<{ keyword: string; attempts: number }>> {
  const prefixPattern = q === undefined ? undefined : `${escapeLike(normalize(q))}%`;
  const { id, createdAt, updatedAt, attempts } = keywords;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, attempts })
    .from(keywords)
    .where(
      and(
        gte(keywords.people, limits.keywordSearchersMin),
        prefixPattern === undefined ? undefined : like(keywords.keyword, prefixPattern),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select({ id, keyword: keywords.keyword, attempts }).from(keywords).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, { keyword: row.keyword, attempts: row.attempts }]));
  });
}

/** Deletes keywords that were not searched for in ninety days, in batches. */
export async function sweepKeywords(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - retention_ms);
  const old = ctx.db.select({ id: keywords.id }).from(keywords).where(lt(keywords.updatedAt, before)).limit(sweepBatch);
  const deleted = await ctx.db.delete(keywords).where(inArray(keywords.id, old)).returning({ id: keywords.id });
  if (deleted.length === sweepBatch) await sweepKeywords(ctx);
}
