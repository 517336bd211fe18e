/**
 * What a product is shown by and what its buyers get: pictures in their order, and one file. Nothing that is sold by post has a
 * file.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ProductType } from '@contract/values';
import type { Context } from '../../platform/context';
import { productImages } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { InOne } from '../../platform/idempotency/idempotency';
import { claimFiles, detachFiles } from '../../platform/media/claims';
import { fileAnswer, type FileAnswer, type FileRow, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { assertMayPublish } from '../../modules/items/items';

/** What a form brought. */
export interface Sent {
  image?: IncomingFile | undefined;
  digitalFile?: IncomingFile | undefined;
}

/** The same in storage. */
export interface Stored {
  image: FileRow | null;
  digitalFile: FileRow | null;
}

/** By which word files know their product. */
export const usedBy = (productId: string): string => `product:${productId}`;

/** Refuses with file_type_mismatch a file for something that is sent by post. Asked before anything is stored. */
export function assertTakes(type: ProductType, { digitalFile }: Sent): void {
  if (type === 'physical' && digitalFile) failAt('digitalFile', 'file_type_mismatch');
}

/** Stores what was sent, the picture first: one that is refused costs no large file. Refuses as `storeMedia`. */
export async function storeSent(ctx: Context, ownerId: string, { image, digitalFile }: Sent): Promise<Stored> {
  return {
    image: image ? await storeMedia(ctx, { ownerId, type: 'product-image', file: image }) : null,
    digitalFile: digitalFile ? await storeMedia(ctx, { ownerId, type: 'product-digital', file: digitalFile }) : null,
  };
}

/** Stores a picture that a product may take within a day; it counts within `inOne`. Refuses with performer_not_verified, and as `storeMedia`. */
export async function uploadImage<R>(ctx: Context, performer: Actor, file: IncomingFile, inOne: InOne<FileAnswer, R>): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const row = await storeMedia(ctx, { ownerId: performer.id, type: 'product-image', file });
  return inOne((tx) => Promise.resolve(fileAnswer(tx, row, performer)));
}

const tooMany = (): never =>
  fail('invalid_request', {
    issues: [{ path: 'imageIds', message: `A product has ${String(limits.productImagesMax)} pictures at the most.` }],
  });

/**
 * Gives a held product these pictures: the new one first, then `imageIds`, or those that it had where none are named. Others are
 * let go. Refuses with file_not_found, file_already_used, file_type_mismatch, and with invalid_request when they are too many.
 */
export async function setImages(
  tx: Context,
  { id, performerId }: { id: string; performerId: string },
  image: FileRow | null,
  imageIds: readonly string[] | undefined,
): Promise<void> {
  if (image === null && imageIds === undefined) return;
  const had = await tx.db
    .select({ fileId: productImages.fileId })
    .from(productImages)
    .where(eq(productImages.itemId, id))
    .orderBy(productImages.ordering, productImages.fileId);
  const before = had.map(({ fileId }) => fileId);
  const after = [...new Set([...(image ? [image.id] : []), ...(imageIds ?? before)])];
  if (after.length > limits.productImagesMax) tooMany();
  await claimFiles(tx, { ownerId: performerId, ids: after, types: ['product-image'], usedBy: usedBy(id) });
  const gone = before.filter((fileId) => !after.includes(fileId));
  if (gone.length > 0) await tx.db.delete(productImages).where(and(eq(productImages.itemId, id), inArray(productImages.fileId, gone)));
  await detachFiles(tx, gone, usedBy(id));
  if (after.length === 0) return;
  await tx.db
    .insert(productImages)
    .values(after.map((fileId, ordering) => ({ itemId: id, fileId, ordering })))
    .onConflictDoUpdate({ target: [productImages.itemId, productImages.fileId], set: { ordering: sql`excluded.ordering` } });
}

/** Attaches the file that buyers get. */
export async function claimDigitalFile(tx: Context, ownerId: string, id: string, file: FileRow): Promise<void> {
  await claimFiles(tx, { ownerId, ids: [file.id], types: ['product-digital'], usedBy: usedBy(id) });
}
