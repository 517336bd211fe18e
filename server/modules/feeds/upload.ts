/** Files for posts: kept for a day until a post takes them. */
import type { FileType } from '@contract/values';
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { InOne } from '../../platform/idempotency/idempotency';
import { fileAnswer, type FileAnswer, type IncomingFile } from '../../platform/media/files';
import { storeMedia } from '../../platform/media/store-media';
import { assertMayPublish } from '../items/items';

type FeedFileType = Extract<FileType, `feed-${string}`>;

/** Stores a file for a post, which counts within `inOne`. Refuses with performer_not_verified, and as `storeMedia`. */
export async function uploadForFeed<R>(
  ctx: Context,
  performer: Actor,
  type: FeedFileType,
  file: IncomingFile,
  inOne: InOne<FileAnswer, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  const row = await storeMedia(ctx, { ownerId: performer.id, type, file });
  return inOne((tx) => Promise.resolve(fileAnswer(tx, row, performer)));
}
