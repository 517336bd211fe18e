/**
 * Public API of the products module: creating, changing and deleting products, and what sales need. A product is an item that anyone may
 * see; its file is only for buyers. An active digital product has a file.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type productsContract from '@contract/content/products';
import * as limits from '@contract/kernel/limits';
import type { ItemStatus } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { orders, products } from '../../platform/db/schema/store';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { detachFiles } from '../../platform/media/claims';
import { assertMayPublish, lockOwnItem, type ItemRow } from '../items/publishing-options';
import { createItem, deleteItems, isSold, updateItem } from '../items/write';
import { syncListing } from '../items/listing';
import type { ProductResponse } from '../items/product-rows';
import { assertFileAllowed, claimDigitalFile, setImages, storeUploads, productUse, type ProductUploads } from './files';
import { getOwnProduct, getProduct } from './find';

export { lockForSale, returnStock, reserveStock, type ProductForSale } from './stock';

type Contract = typeof productsContract;
type NewProduct = Parsed<Contract['POST /performer/performer-assets/products']>['body'];
type Changes = Parsed<Contract['PUT /performer/performer-assets/products/:id']>['body'];
type ProductRow = typeof products.$inferSelect;

const rejectWithoutStock = (path: string): never => fail('invalid_request', { issues: [{ path, message: 'Enter the stock quantity.' }] });

/** The stock after a change. Physical products need a stock. Rejects with invalid_request. */
function stockAfter({ stock, type }: ProductRow, changed: number | null | undefined, delta: number | undefined): number | null {
  if (delta !== undefined) return stock === null ? rejectWithoutStock('stockBy') : Math.min(Math.max(stock + delta, 0), limits.stockMax);
  if (changed === undefined) return stock;
  return changed === null && type === 'physical' ? rejectWithoutStock('stock') : changed;
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
 * Adds a product to the store; `inOneTransaction` makes it idempotent. It is on sale immediately, unless it is a draft. Rejects with the
 * errors of `storeMedia`, and with performer_not_verified, price_out_of_range, file_required, file_type_mismatch, file_not_found and
 * file_already_used.
 */
export async function addProduct<R>(
  ctx: Context,
  performer: Actor,
  uploads: ProductUploads,
  body: NewProduct,
  inOneTransaction: TransactionRunner<ProductResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const { name, description, type, price, stock, deliveryNote, imageIds, participantIds, releaseIds, status = 'active' } = body;
  const price_cents = price ?? failAt('price', 'invalid_request');
  assertFileAllowed(type, uploads);
  if (!uploads.digitalFile) assertHasFile({ type, fileId: null }, status);
  const { image, digitalFile } = await storeUploads(ctx, performer.id, uploads);
  return inOneTransaction(async (tx) => {
    const item = await createItem(tx, {
      kind: 'product',
      price_cents,
      performerId: performer.id,
      title: name,
      body: description ?? '',
      changes: { audience: 'public', status, participantIds, releaseIds },
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
    await syncListing(tx, item.id);
    return getProduct(tx, performer, item.id);
  });
}

/**
 * Changes one of the performer's products; `inOneTransaction` makes it idempotent. Buyers of a digital product always get its current
 * file, so that they receive corrections. The previous file is detached if no one has bought it. Otherwise it is kept and counted in the
 * seller's storage, so that a seller cannot make a sold file disappear by replacing it. Rejects with the errors of `addProduct`, and with
 * product_not_found.
 */
export async function changeProduct<R>(
  ctx: Context,
  performer: Actor,
  id: string,
  uploads: ProductUploads,
  changes: Changes,
  inOneTransaction: TransactionRunner<ProductResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  // Checked before anything is stored: the product must belong to the performer.
  assertFileAllowed((await getOwnProduct(ctx, performer, id)).type, uploads);
  const { image, digitalFile } = await storeUploads(ctx, performer.id, uploads);
  const { name, description, price, stock, stockBy, deliveryNote, imageIds, participantIds, releaseIds, status } = changes;
  return inOneTransaction(async (tx) => {
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
    if (isReplaced && product.fileId !== null && !(await isSold(tx, id))) await detachFiles(tx, [product.fileId], productUse(id));
    const hasChangedFiles = (await setImages(tx, item, image, imageIds)) || digitalFile !== null;
    await updateItem(tx, item, {
      title: name,
      body: description,
      price_cents: price,
      hasChangedFiles,
      changes: { status, participantIds, releaseIds },
    });
    return getProduct(tx, performer, id);
  });
}

/**
 * Removes one of the performer's products from the store permanently; buyers of its file keep access. Rejects with product_not_found, and
 * with orders_open while there are open orders.
 */
export async function deleteProduct(ctx: Context, performer: Actor, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => dropProduct(tx, performer.id, id));
}

/** The same in the transaction of `tx`. */
export async function dropProduct(tx: Context, performerId: string, id: string): Promise<void> {
  const { item } = await lockOwnProduct(tx, performerId, id);
  const isOpen = and(eq(orders.productId, id), inArray(orders.deliveryStatus, ['processing', 'shipping']));
  if ((await tx.db.$count(orders, isOpen)) > 0) fail('orders_open');
  await deleteItems(tx, [item], id);
}
