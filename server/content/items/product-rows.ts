/** Products as they leave the host: a constant number of queries, however many there are. */
import { asc, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Product } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { productImages, products } from '../../platform/db/schema/schema';
import { baseAnswers, filesFor, metItems, runs, type Reader } from '../../modules/items/rows';

export type ProductAnswer = z.output<typeof Product>;

/** Products by id as this reader meets them. Their pictures are for everybody who may see them, the file for whoever runs them. */
export async function productAnswers(ctx: Context, reader: Reader, ids: readonly string[]): Promise<Map<string, ProductAnswer>> {
  const rows = (await metItems(ctx, reader, ids)).filter(({ kind }) => kind === 'product');
  if (rows.length === 0) return new Map();
  const found = rows.map(({ id }) => id);
  const bases = await baseAnswers(ctx, reader, rows);
  const own = await ctx.db.select().from(products).where(inArray(products.itemId, found));
  const pictures = await ctx.db
    .select()
    .from(productImages)
    .where(inArray(productImages.itemId, found))
    .orderBy(asc(productImages.ordering), asc(productImages.fileId));
  const byId = new Map(own.map((product) => [product.itemId, product]));
  const file = await filesFor(ctx, reader, [...own.map(({ fileId }) => fileId), ...pictures.map(({ fileId }) => fileId)]);
  return new Map(
    rows.flatMap((row) => {
      const [base, product] = [bases.get(row.id), byId.get(row.id)];
      if (!base || !product || row.priceCents === null) return [];
      const images = pictures.filter(({ itemId }) => itemId === row.id).flatMap(({ fileId }) => file(fileId, false) ?? []);
      const answer: ProductAnswer = Object.assign(base.shared, {
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
        digitalFile: runs(reader, row) ? file(product.fileId, false) : null,
      });
      return [[row.id, answer] as const];
    }),
  );
}
