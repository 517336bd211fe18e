/** The files of a product: images in their order, and one digital file for buyers. Physical products have no file. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ProductType } from '@contract/kernel/values/store';
import type { Context } from '../../platform/context';
import { productImages } from '../../platform/db/schema/store';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { fileResponse, type FileResponse, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import type { FileUse } from '../../platform/media/uses';
import { assertMayPublish } from '../items/publishing-options';

/** Uploaded files of a form. */
export interface ProductUploads {
  image?: IncomingFile | undefined;
  digitalFile?: IncomingFile | undefined;
}

/** The stored files. */
export interface StoredUploads {
  image: FileRow | null;
  digitalFile: FileRow | null;
}

/** What the files of a product are attached to. */
export const productUse = (id: string): FileUse => ({ kind: 'product', id });

/** Rejects a digital file for a physical product with file_type_mismatch. Call it before storing anything. */
export function assertFileAllowed(type: ProductType, { digitalFile }: ProductUploads): void {
  if (type === 'physical' && digitalFile) failAt('digitalFile', 'file_type_mismatch');
}

/**
 * Stores the uploads. The image comes first, so that an invalid image is rejected before a large file is stored. Rejects with the errors
 * of `storeMedia`.
 */
export async function storeUploads(ctx: Context, ownerId: string, { image, digitalFile }: ProductUploads): Promise<StoredUploads> {
  return {
    image: image ? await storeMedia(ctx, { ownerId, type: 'product-image', file: image }) : null,
    digitalFile: digitalFile ? await storeMedia(ctx, { ownerId, type: 'product-digital', file: digitalFile }) : null,
  };
}

/**
 * Stores an image, to be used by a product within a day; `inOneTransaction` makes it idempotent. Rejects with performer_not_verified, and
 * with the errors of `storeMedia`.
 */
export async function uploadImage<R>(
  ctx: Context,
  performer: Actor,
  file: IncomingFile,
  inOneTransaction: TransactionRunner<FileResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const row = await storeMedia(ctx, { ownerId: performer.id, type: 'product-image', file });
  return inOneTransaction((tx) => Promise.resolve(fileResponse(tx, row, performer)));
}

const rejectTooMany = (): never =>
  fail('invalid_request', {
    issues: [{ path: 'imageIds', message: `You can add up to ${String(limits.productImagesMax)} photos.` }],
  });

/**
 * Sets the images of a locked product: the new one first, then `imageIds`, or the current ones if `imageIds` is absent. Others are
 * detached. Returns whether an image was added. Rejects with file_not_found, file_already_used, file_type_mismatch, and with
 * invalid_request if there are too many.
 */
export async function setImages(
  tx: Context,
  { id, performerId }: { id: string; performerId: string },
  image: FileRow | null,
  imageIds: readonly string[] | undefined,
): Promise<boolean> {
  if (image === null && imageIds === undefined) return false;
  const current = await tx.db
    .select({ fileId: productImages.fileId })
    .from(productImages)
    .where(eq(productImages.itemId, id))
    .orderBy(productImages.ordering, productImages.fileId);
  const before = current.map(({ fileId }) => fileId);
  const after = [...new Set([...(image ? [image.id] : []), ...(imageIds ?? before)])];
  if (after.length > limits.productImagesMax) rejectTooMany();
  await claimFiles(tx, { ownerId: performerId, ids: after, types: ['product-image'], usedBy: productUse(id) });
  const removed = before.filter((fileId) => !after.includes(fileId));
  if (removed.length > 0)
    await tx.db.delete(productImages).where(and(eq(productImages.itemId, id), inArray(productImages.fileId, removed)));
  await detachFiles(tx, removed, productUse(id));
  const hasNewImage = after.some((fileId) => !before.includes(fileId));
  if (after.length === 0) return hasNewImage;
  await tx.db
    .insert(productImages)
    .values(after.map((fileId, ordering) => ({ itemId: id, fileId, ordering })))
    .onConflictDoUpdate({ target: [productImages.itemId, productImages.fileId], set: { ordering: sql`excluded.ordering` } });
  return hasNewImage;
}

/** Attaches the digital file of a product. */
export async function claimDigitalFile(tx: Context, ownerId: string, id: string, file: FileRow): Promise<void> {
  await claimFiles(tx, { ownerId, ids: [file.id], types: ['product-digital'], usedBy: productUse(id) });
}
