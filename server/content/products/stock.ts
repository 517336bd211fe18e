/**
 * Pieces of a product while it is sold. Whoever sells holds the products first (`lockForSale`), so that price, state and stock
 * stay as they were read until the sale is done or given up; stock is never below zero.
 */
import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ProductType } from '@contract/values';
import type { Context } from '../../platform/context';
import { items, products } from '../../platform/db/schema/schema';

/** What a seller of products must know of one. */
export interface ProductForSale {
  id: string;
  performerId: string;
  name: string;
  slug: string;
  type: ProductType;
  /** Pieces left; null where there is no end of them. */
  stock: number | null;
  price_cents: bigint;
  /** Others may find it now: it is active and was not deleted. Whether its page is open to a buyer is another question. */
  isListed: boolean;
}

/**
 * Holds products until the transaction ends, in the order of their ids, so that two carts never wait for each other in a circle.
 * What is no product is left out; what was deleted is there and not listed.
 */
export async function lockForSale(tx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, ProductForSale>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({
      id: items.id,
      performerId: items.performerId,
      name: items.title,
      slug: items.slug,
      type: products.type,
      stock: products.stock,
      price_cents: items.priceCents,
      isListed: items.isListed,
    })
    .from(items)
    .innerJoin(products, eq(products.itemId, items.id))
    .where(and(inArray(items.id, [...ids]), eq(items.kind, 'product')))
    .orderBy(asc(items.id))
    .for('no key update');
  return new Map(
    rows.flatMap(({ slug, price_cents, ...row }) =>
      price_cents === null ? [] : [[row.id, { ...row, slug: slug ?? row.id, price_cents }] as const],
    ),
  );
}

/** Takes pieces of a product, in the transaction of their sale; false when too few are left. Endless ones stay endless. */
export async function takeStock(tx: Pick<Context, 'db'>, id: string, quantity: number): Promise<boolean> {
  const taken = await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}` })
    .where(and(eq(products.itemId, id), or(isNull(products.stock), gte(products.stock, quantity))))
    .returning({ id: products.itemId });
  return taken.length > 0;
}

/** Puts pieces back, in the transaction that gives a sale back; also into a product that was taken down or deleted. */
export async function returnStock(tx: Pick<Context, 'db'>, id: string, quantity: number): Promise<void> {
  await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}` })
    .where(eq(products.itemId, id));
}
