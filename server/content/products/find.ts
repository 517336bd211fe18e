/** Finding products: public ones, and a performer's own. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type productsContract from '@contract/content/products';
import type { Page } from '@contract/kernel/shapes';
import type { ProductType } from '@contract/kernel/values/store';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { items } from '../../platform/db/schema/content';
import { products } from '../../platform/db/schema/store';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { countItemView, getVisibleItem } from '../items/access';
import { itemSearch, textRank, ownFilters } from '../items/lists';
import { ownItems } from '../items/visible';
import { productResponses, type ProductResponse } from '../items/product-rows';

type Contract = typeof productsContract;
type SearchQuery = Parsed<Contract['GET /performer-assets/products/search']>['query'];
type OwnQuery = Parsed<Contract['GET /performer/performer-assets/products/search']>['query'];

/** The sortable columns of products. `createdAt` as in `itemList`. */
const listedProducts = (
  ctx: Pick<Context, 'db'>,
  condition: SQL | undefined,
  createdAt: typeof items.createdAt | typeof items.publishedAt = items.createdAt,
  rank: SQL<number> | null = null,
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
      ...(rank && { rank: rank.as('rank') }),
    })
    .from(items)
    .innerJoin(products, eq(products.itemId, items.id))
    .where(and(eq(items.kind, 'product'), condition))
    .as('found');

const ofType = (type: ProductType | undefined): SQL | undefined => (type === undefined ? undefined : eq(products.type, type));

/** A product as the viewer sees it. Rejects with product_not_found. */
export async function getProduct(ctx: Context, viewer: Actor | null, id: string): Promise<ProductResponse> {
  return (await productResponses(ctx, viewer, [id])).get(id) ?? fail('product_not_found');
}

/** One of the performer's products, in any state. Rejects with product_not_found. */
export async function getOwnProduct(ctx: Context, performer: Actor, id: string): Promise<ProductResponse> {
  const [row] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, id), eq(items.kind, 'product'), ownItems(performer.id)));
  return row ? getProduct(ctx, performer, id) : fail('product_not_found');
}

/** A product by id or slug; counts a view. Rejects with product_not_found and blocked_by_performer. */
export async function getProductForViewer(ctx: Context, viewer: Actor | null, client: Client, idOrSlug: string): Promise<ProductResponse> {
  const { row } = await getVisibleItem(ctx, viewer, client, 'product', idOrSlug);
  await countItemView(ctx, viewer, client, row);
  return getProduct(ctx, viewer, row.id);
}

/** The condition that the product row of an item matches. */
const productMatches = (condition: SQL | undefined): SQL =>
  sql`exists (select 1 from ${products} where ${and(eq(products.itemId, items.id), condition)})`;

/** Published products that match. Sold-out products are included unless `inStock` is set. */
export async function searchProducts(
  ctx: Context,
  viewer: Actor | null,
  client: Client,
  query: SearchQuery,
): Promise<Page<ProductResponse>> {
  const { type, inStock, ids } = query;
  const filters = and(
    inStock === undefined ? undefined : productMatches(sql`(${products.stock} is null or ${products.stock} > 0) = ${inStock}`),
    type === undefined ? undefined : productMatches(ofType(type)),
    ids === undefined ? undefined : inArray(items.id, ids),
  );
  const { condition, counting, rank } = await itemSearch(ctx, visitorOf(viewer, client), 'product', query, filters);
  return readPage(
    ctx,
    query,
    listedProducts(ctx, condition, items.publishedAt, rank),
    (found) => productResponses(ctx, viewer, found),
    counting,
  );
}

/** The performer's products that match, in any state. */
export function searchOwnProducts(ctx: Context, performer: Actor, query: OwnQuery): Promise<Page<ProductResponse>> {
  const source = listedProducts(ctx, and(ownFilters(ctx, performer.id, query), ofType(query.type)), undefined, textRank(query.q));
  return readPage(ctx, query, source, (found) => productResponses(ctx, performer, found));
}
