/** Searching the whole site by a word: how much there is to it, and which words people search for. */
import { and, eq, gte, inArray, like, lt, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type searchContract from '@contract/content/search';
import type { Page } from '@contract/kernel/shapes';
import type { PagedKind } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { literal, readPage } from '../../platform/db/paging';
import { keywordPeople, keywords } from '../../platform/db/schema/schema';
import { keyedDigest } from '../../kernel/derive-key';
import { networkOf } from '../../platform/geo/client-address';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import { typedItems } from '../../modules/items/items';
import { countNamed } from '../../modules/performers/performers';

type Contract = typeof searchContract;

/** How many of each kind a visitor finds; counting stops at `limits.page.countedInSearchMax`. */
export interface Totals {
  performers: number;
  feeds: number;
  videos: number;
  galleries: number;
  products: number;
}

const keyLabel = 'footlight searches';
const keptFor_ms = 90 * 86_400_000;
const sweepBatch = 1000;

/** A word as it is kept: letters small, spaces single. */
const normal = (keyword: string): string => keyword.toLowerCase().replaceAll(/\s+/g, ' ');

/** Tells people apart for one word, and for that alone: the same person has another mark at the next word. */
function markOf(ctx: Context, keyword: string, actor: Actor | null, client: Client): string {
  return keyedDigest(ctx.config.appSecret, keyLabel, `${keyword}\n${actor?.id ?? networkOf(client.address)}`);
}

async function countItems(ctx: Context, visitor: Visitor, kind: PagedKind, keyword: string): Promise<number> {
  return (await typedItems(ctx, visitor, kind, { q: keyword })).total;
}

/** Remembers that somebody searched for a word. Who it was is not kept. */
async function note(ctx: Context, keyword: string, person: string): Promise<void> {
  await inTransaction(ctx, async ({ db, chance, clock }) => {
    const now = clock.now();
    const [kept] = await db
      .insert(keywords)
      .values({ id: chance.id(), keyword, attempts: 1, people: 0, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: keywords.keyword, set: { attempts: sql`${keywords.attempts} + 1`, updatedAt: now } })
      .returning({ id: keywords.id });
    if (!kept) return;
    const first = await db.insert(keywordPeople).values({ keywordId: kept.id, person }).onConflictDoNothing().returning();
    if (first.length > 0)
      await db
        .update(keywords)
        .set({ people: sql`${keywords.people} + 1` })
        .where(eq(keywords.id, kept.id));
  });
}

/** Counts what a visitor finds by a word, and remembers the word without her. */
export async function searchSite(
  ctx: Context,
  actor: Actor | null,
  client: Client,
  typed: string,
): Promise<{ keyword: string; totals: Totals }> {
  const [keyword, visitor] = [normal(typed), visitorOf(actor, client)];
  await note(ctx, keyword, markOf(ctx, keyword, actor, client));
  const [performers, feeds, videos, galleries, products] = await Promise.all([
    countNamed(ctx, visitor, keyword),
    countItems(ctx, visitor, 'feed', keyword),
    countItems(ctx, visitor, 'video', keyword),
    countItems(ctx, visitor, 'gallery', keyword),
    countItems(ctx, visitor, 'product', keyword),
  ]);
  return { keyword, totals: { performers, feeds, videos, galleries, products } };
}

/** Words that several people have searched for; fewer might tell who it was. */
export function knownKeywords(
  ctx: Context,
  { q, ...query }: Parsed<Contract['GET /search/list/keywords']>['query'],
): Promise<Page<{ keyword: string; attempts: number }>> {
  const start = q === undefined ? undefined : `${literal(normal(q))}%`;
  const { id, createdAt, updatedAt, attempts } = keywords;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, attempts })
    .from(keywords)
    .where(and(gte(keywords.people, limits.keywordPeopleMin), start === undefined ? undefined : like(keywords.keyword, start)))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select({ id, keyword: keywords.keyword, attempts }).from(keywords).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, { keyword: row.keyword, attempts: row.attempts }]));
  });
}

/** Forgets words that nobody has searched for in ninety days, some at a time. */
export async function sweepKeywords(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptFor_ms);
  const old = ctx.db.select({ id: keywords.id }).from(keywords).where(lt(keywords.updatedAt, before)).limit(sweepBatch);
  const gone = await ctx.db.delete(keywords).where(inArray(keywords.id, old)).returning({ id: keywords.id });
  if (gone.length === sweepBatch) await sweepKeywords(ctx);
}
