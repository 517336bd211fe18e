/** Stores uploaded media: images immediately, videos and audio with a conversion job, digital products unchanged. */
import { stat } from 'node:fs/promises';
import { second_ms } from '@contract/kernel/units';
import { uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import type { Context } from '../context';
import { assertContent, assertSize, headOf, isConverted, withFileName, demuxerOf, displayFileName, type ConvertedKind } from './content';
import { insertFile, markFinished, storeImage, type FileRow, type IncomingFile } from './files';
import type { PictureType } from './pictures/images';
import { assertWithinLimits, probe } from './converting/probe';
import { assertQuota } from './quota';
import { downloadName, keyOf, originalKey } from './pictures/variants';

type PublishedPicture = Exclude<PictureType, 'document'>;

/** Stores a video or audio file and enqueues its conversion. It is probed first, so that invalid files are rejected here. */
async function storeConverted(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: FileType; file: IncomingFile },
  kind: ConvertedKind,
): Promise<FileRow> {
  const name = displayFileName(file.name);
  const { size } = await stat(file.path);
  const { contentType, demuxer, info } = await withFileName(name, kind, async () => {
    assertSize(kind, size);
    const content = await demuxerOf(kind, await headOf(file.path));
    return { ...content, info: assertWithinLimits(kind, await probe(ctx.config, file.path, content.demuxer)) };
  });
  await assertQuota(ctx, ownerId, size);
  const id = ctx.random.id();
  const original = { key: originalKey(id), contentType, size, reader: demuxer };
  const row = await insertFile(
    ctx,
    {
      id,
      ownerId,
      type,
      name,
      mimeType: contentType,
      size,
      width: info.width,
      height: info.height,
      duration_ms: Math.round(info.duration_s * second_ms),
      status: 'created',
      original,
      blur: null,
      variants: [],
    },
    () => ctx.storage.adopt(original.key, file.path, { contentType }),
  );
  await ctx.jobs.enqueue(ctx.db, 'files/convert', { fileId: id });
  return row;
}

/** The content type of digital products: browsers never display it. */
const binaryType = 'application/octet-stream';

/** Stores a digital product unchanged, for download only. Its content is not inspected. */
async function storeUnchanged(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: FileType; file: IncomingFile },
): Promise<FileRow> {
  const name = displayFileName(file.name);
  const { size } = await stat(file.path);
  await withFileName(name, 'digital', async () => {
    assertSize('digital', size);
    await assertContent('digital', await headOf(file.path));
  });
  await assertQuota(ctx, ownerId, size);
  const id = ctx.random.id();
  const key = keyOf(id, downloadName);
  const row = await insertFile(
    ctx,
    {
      id,
      ownerId,
      type,
      name,
      mimeType: binaryType,
      size,
      width: null,
      height: null,
      duration_ms: null,
      status: 'processing',
      original: null,
      blur: null,
      variants: [{ name: downloadName, key, contentType: binaryType, size, width: null, height: null }],
    },
    () => ctx.storage.adopt(key, file.path, { contentType: binaryType }),
  );
  return markFinished(ctx, row);
}

/**
 * Stores an uploaded file of any type except documents. Images and digital products are `finished` immediately; videos and audio are
 * `created` and converted by a job, which emits `file/processed` to the owner. Call it outside a transaction, then claim the file.
 * The file at `path` may be moved. Throws unsupported_media_type, too_large, file_unreadable (each names the file, the rule and the
 * limit), quota_exceeded, service_unavailable.
 */
export async function storeMedia(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: Exclude<FileType, 'document'>; file: IncomingFile },
): Promise<FileRow> {
  const kind = uploadKindByFileType[type];
  if (isConverted(kind)) return storeConverted(ctx, { ownerId, type, file }, kind);
  if (kind === 'digital') return storeUnchanged(ctx, { ownerId, type, file });
  return storeImage(ctx, { ownerId, type: type as PublishedPicture, file });
}
