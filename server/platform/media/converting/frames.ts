/** Making a picture of its own of one of the moments that the converter took out of a video. */
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
 * Stores the moment `frame` (from 1) of a video as a picture of the video's owner; it is hers to use or to leave to the sweep.
 * Call it outside a transaction. Refuses with file_not_found where the video has no such moment (yet), and as `storeImage`.
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
