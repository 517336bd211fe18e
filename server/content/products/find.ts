/** Finding products: the public ones, and a performer's own. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type productsContract from '@contract/content/products';
import type { Page } from '@contract/kernel/shapes';
import type { ProductType } from '@contract/values';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items, products } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { countItemView, foundOf, itemToSee, ownFilters, ownItems, productAnswers, type ProductAnswer } from '../../modules/items/items';

type Contract = typeof productsContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/products/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/products/search']>['query'];

/** The columns that lists of products are ordered by; `createdAt` as `listedItems` means it. */
const listedProducts = (
  ctx: Pick<Context, 'db'>,
  condition: SQL | undefined,
  createdAt: typeof items.createdAt | typeof items.publishedAt = items.createdAt,
) =>
  ctx.db
    .select({
      id: items.id,
      createdAt,
      updatedAt: items.updatedAt,
      name: items.title,
      price: items.priceCents,
      popular: items.views,
      stock: products.stock,
    })
    .from(items)
    .innerJoin(products, eq(products.itemId, items.id))
    .where(and(eq(items.kind, 'product'), condition))
    .as('found');

const ofType = (type: ProductType | undefined): SQL | undefined => (type === undefined ? undefined : eq(products.type, type));

/** A product as its reader meets it. Refuses with product_not_found. */
export async function productFor(ctx: Context, reader: Actor | null, id: string): Promise<ProductAnswer> {
  return (await productAnswers(ctx, reader, [id])).get(id) ?? fail('product_not_found');
}

/** An own product, whatever its state. Refuses with product_not_found. */
export async function ownProduct(ctx: Context, performer: Actor, id: string): Promise<ProductAnswer> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'product'), ownItems(performer.id)));
  return row ? productFor(ctx, performer, id) : fail('product_not_found');
}

/** A product by id or slug; looking counts. Refuses with product_not_found and blocked_by_performer. */
export async function viewProduct(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<ProductAnswer> {
  const { row } = await itemToSee(ctx, viewer, client, 'product', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return productFor(ctx, viewer, row.id);
}

const inStore = (condition: SQL | undefined): SQL =>
  sql`exists (select 1 from ${products} where ${and(eq(products.itemId, items.id), condition)})`;

/** Published products that match; what is sold out is among them unless they are asked to be in stock. */
export async function searchProducts(ctx: Context, viewer: Actor | null, client: Client, query: SearchQuery): Promise<Page<ProductAnswer>> {
  const { type, inStock, ids } = query;
  const asked = and(
    inStock === undefined ? undefined : inStore(sql`(${products.stock} is null or ${products.stock} > 0) = ${inStock}`),
    type === undefined ? undefined : inStore(ofType(type)),
    ids === undefined ? undefined : inArray(items.id, ids),
  );
  const { condition, counting } = await foundOf(ctx, visitorOf(viewer, client), 'product', query, asked);
  return readPage(ctx, query, listedProducts(ctx, condition, items.publishedAt), (found) => productAnswers(ctx, viewer, found), counting);
}

/** Own products that match, whatever their state. */
export function searchOwnProducts(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<ProductAnswer>> {
  const source = listedProducts(ctx, and(ownFilters(ctx, performer.id, query), ofType(query.type)));
  return readPage(ctx, query, source, (found) => productAnswers(ctx, performer, found));
}
