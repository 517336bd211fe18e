/** Uploads for posts. They are deleted after a day unless a post uses them. */
import type { FileType } from '@contract/kernel/values/files';
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { fileResponse, type FileResponse, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { assertMayPublish } from '../items/publishing-options';

type FeedFileType = Extract<FileType, `feed-${string}`>;

/**
 * Stores a file for a post; `inOneTransaction` makes it idempotent. Rejects with performer_not_verified, and with the errors of
 * `storeMedia`.
 */
export async function uploadForFeed<R>(
  ctx: Context,
  performer: Actor,
  type: FeedFileType,
  file: IncomingFile,
  inOneTransaction: TransactionRunner<FileResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const row = await storeMedia(ctx, { ownerId: performer.id, type, file });
  return inOneTransaction((tx) => Promise.resolve(fileResponse(tx, row, performer)));
}
