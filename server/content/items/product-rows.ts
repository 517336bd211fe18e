/** Products as API responses: a constant number of queries, however many there are. */
import { asc, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Product } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { productImages, products } from '../../platform/db/schema/store';
import { baseResponses, filesFor, itemsForViewer, isOwnerOrModerator, type ItemViewer } from './rows';

export type ProductResponse = z.output<typeof Product>;

/** Products by id as the viewer sees them. The digital file is only included for the owner and operators. */
export async function productResponses(ctx: Context, viewer: ItemViewer, ids: readonly string[]): Promise<Map<string, ProductResponse>> {
  const rows = (await itemsForViewer(ctx, viewer, ids)).filter(({ kind }) => kind === 'product');
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseResponses(ctx, viewer, rows);
  const details = await ctx.db.select().from(products).where(inArray(products.itemId, found));
  const imageRows = await ctx.db
    .select()
    .from(productImages)
    .where(inArray(productImages.itemId, found))
    .orderBy(asc(productImages.ordering), asc(productImages.fileId));
  const byId = new Map(details.map((product) => [product.itemId, product]));
  const file = await filesFor(ctx, viewer, [...details.map(({ fileId }) => fileId), ...imageRows.map(({ fileId }) => fileId)]);
  return new Map(
    rows.flatMap((row) => {
      const [base, product] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !product || row.priceCents === null) return [];
      const images = imageRows.filter(({ itemId }) => itemId === row.id).flatMap(({ fileId }) => file(fileId, false) ?? []);
      const response: ProductResponse = Object.assign(base.shared, {
        kind: 'product' as const,
        name: row.title,
        description: row.body,
        type: product.type,
        price: row.priceCents,
        stock: product.stock,
        deliveryNote: product.deliveryNote,
        image: images[0] ?? null,
        images,
        stats: base.stats,
        digitalFile: isOwnerOrModerator(viewer, row) ? file(product.fileId, false) : null,
      });
      return [[row.id, response] as const];
    }),
  );
}
