/** What guests may open without an account, for search engines: a thousand addresses at a time, the newest first. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type searchContract from '@contract/content/search';
import type { PublicAddress } from '@contract/content/search';
import type { PublicKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items, performerListings as listings } from '../../platform/db/schema/schema';
import type { Visitor } from '../../people/blocking/blocking';
import { shownItems } from '../../modules/items/items';
import { shownTo } from '../../modules/performers/performers';

type Query = Parsed<(typeof searchContract)['GET /search/addresses']>['query'];
type Address = z.output<typeof PublicAddress>;

/** Pages are long and nobody reads how many there are. */
const uncounted = (): Promise<number> => Promise.resolve(0);
const inOrder = (cursor: string | undefined) =>
  ({ sortBy: 'createdAt', sort: 'desc', limit: limits.addressesAtOnce, offset: 0, cursor }) as const;

function pages(ctx: Context, visitor: Visitor, cursor: string | undefined) {
  const source = ctx.db
    .select({ id: listings.performerId, createdAt: listings.createdAt })
    .from(listings)
    .where(shownTo(visitor))
    .as('found');
  return readPage(
    ctx,
    inOrder(cursor),
    source,
    async (ids) => {
      const { performerId: id, username, updatedAt } = listings;
      const rows = await ctx.db.select({ id, username, updatedAt }).from(listings).where(inArray(id, ids));
      return new Map(rows.map((row): [string, Address] => [row.id, { name: row.username ?? row.id, updatedAt: row.updatedAt }]));
    },
    uncounted,
  );
}

function published(ctx: Context, visitor: Visitor, kind: Exclude<PublicKind, 'performer'>, cursor: string | undefined) {
  const source = ctx.db
    .select({ id: items.id, createdAt: sql<Date>`${items.publishedAt}`.as('created_at') })
    .from(items)
    .where(and(eq(items.kind, kind), eq(items.audience, 'public'), shownItems(ctx, visitor)))
    .as('found');
  return readPage(
    ctx,
    inOrder(cursor),
    source,
    async (ids) => {
      const { id, slug, updatedAt } = items;
      const rows = await ctx.db.select({ id, slug, updatedAt }).from(items).where(inArray(id, ids));
      return new Map(rows.map((row): [string, Address] => [row.id, { name: row.slug ?? row.id, updatedAt: row.updatedAt }]));
    },
    uncounted,
  );
}

/** Public pages of one kind that this visitor may open: profiles, or items for everybody. */
export async function publicAddresses(
  ctx: Context,
  visitor: Visitor,
  { kind, cursor }: Query,
): Promise<{ data: Address[]; nextCursor: string | null }> {
  const { data, nextCursor } = await (kind === 'performer' ? pages(ctx, visitor, cursor) : published(ctx, visitor, kind, cursor));
  return { data, nextCursor };
}
