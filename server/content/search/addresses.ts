/** Public pages for the sitemap: a thousand addresses per page, newest first. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type searchContract from '@contract/content/search';
import type { PublicAddress } from '@contract/content/search';
import type { PublicKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/content';
import { performerListings as listings } from '../../platform/db/schema/performers';
import type { Visitor } from '../../people/blocking/blocking';
import { visibleItems } from '../items/visible';
import { isListedFor } from '../../people/performers/search';

type Query = Parsed<(typeof searchContract)['GET /search/addresses']>['query'];
type Address = z.output<typeof PublicAddress>;

/** The pages are long, and the total is not needed. */
const uncounted = (): Promise<number> => Promise.resolve(0);
const newestFirst = (cursor: string | undefined) =>
  ({ sortBy: 'createdAt', sort: 'desc', limit: limits.sitemapPageSize, offset: 0, cursor }) as const;

function performerAddresses(ctx: Context, visitor: Visitor, cursor: string | undefined) {
  const source = ctx.db
    .select({ id: listings.performerId, createdAt: listings.createdAt })
    .from(listings)
    .where(isListedFor(visitor))
    .as('found');
  return readPage(
    ctx,
    newestFirst(cursor),
    source,
    async (ids) => {
      const { performerId: id, username, updatedAt } = listings;
      const rows = await ctx.db.select({ id, username, updatedAt }).from(listings).where(inArray(id, ids));
      return new Map(rows.map((row): [string, Address] => [row.id, { name: row.username ?? row.id, updatedAt: row.updatedAt }]));
    },
    uncounted,
  );
}

function itemAddresses(ctx: Context, visitor: Visitor, kind: Exclude<PublicKind, 'performer'>, cursor: string | undefined) {
  const source = ctx.db
    .select({ id: items.id, createdAt: sql<Date>`${items.publishedAt}`.as('created_at') })
    .from(items)
    .where(and(eq(items.kind, kind), eq(items.audience, 'public'), visibleItems(ctx, visitor)))
    .as('found');
  return readPage(
    ctx,
    newestFirst(cursor),
    source,
    async (ids) => {
      const { id, slug, updatedAt } = items;
      const rows = await ctx.db.select({ id, slug, updatedAt }).from(items).where(inArray(id, ids));
      return new Map(rows.map((row): [string, Address] => [row.id, { name: row.slug ?? row.id, updatedAt: row.updatedAt }]));
    },
    uncounted,
  );
}

/** Public pages of one kind that the visitor may open: profiles, or public items. */
export async function publicAddresses(
  ctx: Context,
  visitor: Visitor,
  { kind, cursor }: Query,
): Promise<{ data: Address[]; nextCursor: string | null }> {
  const { data, nextCursor } = await (kind === 'performer'
    ? performerAddresses(ctx, visitor, cursor)
    : itemAddresses(ctx, visitor, kind, cursor));
  return { data, nextCursor };
}
