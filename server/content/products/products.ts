/**
 * The door of the products: making, changing and deleting them, and what whoever sells them needs. A product is an item that
 * everybody may see; its file is for who bought it. A digital product that is active has a file.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type productsContract from '@contract/content/products';
import * as limits from '@contract/kernel/limits';
import type { ItemStatus } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { orders, products } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { InOne } from '../../platform/idempotency/idempotency';
import { detachFiles } from '../../platform/media/claims';
import {
  assertMayPublish,
  createItem,
  hideForGood,
  isSold,
  lockOwnItem,
  relist,
  updateItem,
  type ItemRow,
  type ProductAnswer,
} from '../../modules/items/items';
import { assertTakes, claimDigitalFile, setImages, storeSent, usedBy, type Sent } from './files';
import { ownProduct, productFor } from './find';

export { lockForSale, returnStock, takeStock, type ProductForSale } from './stock';

type Contract = typeof productsContract;
type NewProduct = Parsed<Contract['POST /performer/performer-assets/products']>['body'];
type Changes = Parsed<Contract['PUT /performer/performer-assets/products/:id']>['body'];
type ProductRow = typeof products.$inferSelect;

const notCounted = (path: string): never => fail('invalid_request', { issues: [{ path, message: 'Say how many there are.' }] });

/** A change of stock that the product can have: what is sent by post is counted. Refuses with invalid_request. */
function stockAfter({ stock, type }: ProductRow, changed: number | null | undefined, by: number | undefined): number | null {
  if (by !== undefined) return stock === null ? notCounted('stockBy') : Math.min(Math.max(stock + by, 0), limits.stockMax);
  if (changed === undefined) return stock;
  return changed === null && type === 'physical' ? notCounted('stock') : changed;
}

function assertHasFile({ type, fileId }: Pick<ProductRow, 'type' | 'fileId'>, status: ItemStatus): void {
  if (type === 'digital' && status === 'active' && fileId === null) failAt('digitalFile', 'file_required');
}

async function lockOwnProduct(tx: Context, performerId: string, id: string): Promise<{ item: ItemRow; product: ProductRow }> {
  const item = await lockOwnItem(tx, performerId, 'product', id);
  const [product] = await tx.db.select().from(products).where(eq(products.itemId, id)).for('no key update');
  return item && product ? { item, product } : fail('product_not_found');
}

/**
 * Puts something into the store, within `inOne`; on sale at once, unless it is a draft. Refuses as `storeMedia` does, and with performer_not_verified,
 * price_out_of_range, file_required, file_type_mismatch, file_not_found and file_already_used.
 */
export async function addProduct<R>(
  ctx: Context,
  performer: Actor,
  sent: Sent,
  body: NewProduct,
  inOne: InOne<ProductAnswer, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const { name, description, type, price, stock, deliveryNote, imageIds, status = 'active' } = body;
  const price_cents = price ?? failAt('price', 'invalid_request');
  assertTakes(type, sent);
  if (!sent.digitalFile) assertHasFile({ type, fileId: null }, status);
  const { image, digitalFile } = await storeSent(ctx, performer.id, sent);
  return inOne(async (tx) => {
    const item = await createItem(tx, {
      kind: 'product',
      price_cents,
      performerId: performer.id,
      title: name,
      body: description ?? '',
      changes: { audience: 'public', status },
      readiness: 'ready',
      isPinned: false,
    });
    if (digitalFile) await claimDigitalFile(tx, performer.id, item.id, digitalFile);
    await tx.db.insert(products).values({
      itemId: item.id,
      type,
      stock: stock ?? null,
      fileId: digitalFile?.id ?? null,
      deliveryNote: deliveryNote ?? '',
    });
    await setImages(tx, item, image, imageIds);
    await relist(tx, item.id);
    return productFor(tx, performer, item.id);
  });
}

/**
 * Changes an own product, within `inOne`. Whoever bought a digital product always gets the file that it has now, so that corrections reach her.
 * The file that was there before is let go when nobody has bought it; else it stays as it is, out of sight and counted in the
 * seller's storage: what somebody paid for cannot be made to vanish by putting an empty file in its place. Refuses as
 * `addProduct` does, and with product_not_found.
 */
export async function changeProduct<R>(
  ctx: Context,
  performer: Actor,
  id: string,
  sent: Sent,
  changes: Changes,
  inOne: InOne<ProductAnswer, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  // Asked before anything is stored: another's product takes no files.
  assertTakes((await ownProduct(ctx, performer, id)).type, sent);
  const { image, digitalFile } = await storeSent(ctx, performer.id, sent);
  const { name, description, price, stock, stockBy, deliveryNote, imageIds, status } = changes;
  return inOne(async (tx) => {
    const { item, product } = await lockOwnProduct(tx, performer.id, id);
    const after = {
      stock: stockAfter(product, stock, stockBy),
      fileId: digitalFile?.id ?? product.fileId,
      deliveryNote: deliveryNote ?? product.deliveryNote,
    };
    assertHasFile({ type: product.type, fileId: after.fileId }, status ?? item.status);
    if (digitalFile) await claimDigitalFile(tx, performer.id, id, digitalFile);
    await tx.db.update(products).set(after).where(eq(products.itemId, id));
    const isReplaced = product.fileId !== null && product.fileId !== after.fileId;
    if (isReplaced && product.fileId !== null && !(await isSold(tx, id))) await detachFiles(tx, [product.fileId], usedBy(id));
    await setImages(tx, item, image, imageIds);
    await updateItem(tx, item, { title: name, body: description, price_cents: price, changes: { status } });
    return productFor(tx, performer, id);
  });
}

/**
 * Takes an own product out of the store for good; who bought its file keeps it. Refuses with product_not_found, and with
 * orders_open while something of it is still on its way.
 */
export async function deleteProduct(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropProduct(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropProduct(tx: Context, performerId: string, id: string): Promise<void> {
  const { item } = await lockOwnProduct(tx, performerId, id);
  const open = and(eq(orders.productId, id), inArray(orders.deliveryStatus, ['processing', 'shipping']));
  if ((await tx.db.$count(orders, open)) > 0) fail('orders_open');
  await hideForGood(tx, [item], id);
}
