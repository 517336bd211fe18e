/** Stores a frame of a video as a separate image. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context';
import { fail } from '../../../kernel/api-error';
import { storeImage, type FileRow } from '../files';
import { isShowable } from '../links';
import { frameName } from '../pictures/variants';
import { inWorkspace } from './workspace';

type ThumbnailType = 'feed-thumbnail' | 'video-thumbnail';

/**
 * Stores frame number `frame` (from 1) of a video as an image of the video's owner. If it is not attached, the sweep deletes it.
 * Call it outside a transaction. Throws file_not_found if the video does not have the frame (yet), and the errors of `storeImage`.
 */
export async function storeFrame(ctx: Context, video: FileRow | undefined, frame: number, type: ThumbnailType): Promise<FileRow> {
  const variant = video && isShowable(video) ? video.variants.find(({ name }) => name === frameName(frame)) : undefined;
  const stored = variant ? await ctx.storage.open(variant.key) : null;
  if (!video || !stored) return fail('file_not_found');
  const bytes = Buffer.concat(await stored.stream.toArray());
  return inWorkspace(ctx.config, async (folder) => {
    const path = join(folder, 'frame');
    await writeFile(path, bytes);
    return storeImage(ctx, { ownerId: video.ownerId, type, file: { path, name: `${frameName(frame)}.webp` } });
  });
}
