/**
 * Stock during a sale. A sale locks the products first (`lockForSale`), so that price, state and stock do not change until it is
 * committed or rolled back. The stock is never below 0.
 */
import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ProductType } from '@contract/kernel/values/store';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { products } from '../../platform/db/schema/store';

/** A product as a sale needs it. */
export interface ProductForSale {
  id: string;
  performerId: string;
  name: string;
  slug: string;
  type: ProductType;
  /** Units left; null when unlimited. */
  stock: number | null;
  price_cents: bigint;
  /** Whether it is active and not deleted. Whether the buyer may see the seller's page is checked separately. */
  isListed: boolean;
}

/**
 * Locks products until the transaction ends, ordered by id, which prevents deadlocks between carts. Ids of other items are left out.
 * Deleted products are included with `isListed: false`.
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

/** Subtracts units from the stock in the transaction of the sale. Returns false if too few are left. Unlimited stock does not change. */
export async function reserveStock(tx: Pick<Context, 'db'>, id: string, quantity: number): Promise<boolean> {
  const reserved = await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}` })
    .where(and(eq(products.itemId, id), or(isNull(products.stock), gte(products.stock, quantity))))
    .returning({ id: products.itemId });
  return reserved.length > 0;
}

/** Adds units back to the stock in the transaction of the refund, also for hidden and deleted products. */
export async function returnStock(tx: Pick<Context, 'db'>, id: string, quantity: number): Promise<void> {
  await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}` })
    .where(eq(products.itemId, id));
}
