/** The site's own promotions, as visitors see them. */
import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type { SitePromo } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import type siteContract from '@contract/site/site';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { files } from '../../platform/db/schema/files';
import { sitePromos } from '../../platform/db/schema/site';
import { fileResponse } from '../../platform/media/files';

type Promo = z.output<typeof SitePromo>;

async function promosById(ctx: Context, ids: string[]): Promise<Map<string, Promo>> {
  const rows = await ctx.db
    .select({ promo: sitePromos, file: files })
    .from(sitePromos)
    .innerJoin(files, eq(files.id, sitePromos.fileId))
    .where(inArray(sitePromos.id, ids));
  return new Map(
    rows.map(({ promo: { id, title, description, link, position, ordering, createdAt, updatedAt }, file }) => [
      id,
      { _id: id, title, description, link, position, image: fileResponse(ctx, file, null), ordering, createdAt, updatedAt },
    ]),
  );
}

/** A page of active promotions in their time range. */
export function searchPromos(ctx: Context, query: Parsed<(typeof siteContract)['GET /site-promo/search']>['query']): Promise<Page<Promo>> {
  const now = ctx.clock.now();
  const { id, createdAt, updatedAt, ordering, startsAt, endsAt, position, title } = sitePromos;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, ordering })
    .from(sitePromos)
    .where(
      and(
        eq(sitePromos.isActive, true),
        or(isNull(startsAt), lte(startsAt, now)),
        or(isNull(endsAt), gt(endsAt, now)),
        query.position === undefined ? undefined : eq(position, query.position),
        query.q === undefined ? undefined : contains(title, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => promosById(ctx, ids));
}
