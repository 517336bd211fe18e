/** Storing what performers publish: pictures at once, videos and sounds by a job, and what they sell as files just as it came. */
import { stat } from 'node:fs/promises';
import { second_ms } from '@contract/kernel/units';
import { kindOfFile, type FileType } from '@contract/values';
import type { Context } from '../context';
import { assertContent, assertSize, headOf, isConverted, naming, readerOf, shownName, type ConvertedKind } from './content';
import { begin, finish, storeImage, type FileRow, type IncomingFile } from './files';
import type { PictureType } from './pictures/images';
import { assertWithin, probe } from './converting/probe';
import { assertQuota } from './quota';
import { downloadName, keyOf, originalKey } from './pictures/variants';

type PublishedPicture = Exclude<PictureType, 'document'>;

/** Stores a video or a sound and has it converted. It was looked at, so what can never be converted is refused here. */
async function storeConverted(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: FileType; file: IncomingFile },
  kind: ConvertedKind,
): Promise<FileRow> {
  const name = shownName(file.name);
  const { size } = await stat(file.path);
  const { contentType, reader, found } = await naming(name, kind, async () => {
    assertSize(kind, size);
    const content = await readerOf(kind, await headOf(file.path));
    return { ...content, found: assertWithin(kind, await probe(ctx.config, file.path, content.reader)) };
  });
  await assertQuota(ctx, ownerId, size);
  const id = ctx.chance.id();
  const original = { key: originalKey(id), contentType, size, reader };
  const row = await begin(
    ctx,
    {
      id,
      ownerId,
      type,
      name,
      mimeType: contentType,
      size,
      width: found.width,
      height: found.height,
      duration_ms: Math.round(found.duration_s * second_ms),
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

/** What such a file is called on its way: nothing that a browser would open by itself. */
const storedAsItIs = 'application/octet-stream';

/** Stores a file as it came, whatever it is, to be saved by whoever may have it. Nothing ever looks into it. */
async function storeWhole(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: FileType; file: IncomingFile },
): Promise<FileRow> {
  const name = shownName(file.name);
  const { size } = await stat(file.path);
  await naming(name, 'digital', async () => {
    assertSize('digital', size);
    await assertContent('digital', await headOf(file.path));
  });
  await assertQuota(ctx, ownerId, size);
  const id = ctx.chance.id();
  const key = keyOf(id, downloadName);
  const row = await begin(
    ctx,
    {
      id,
      ownerId,
      type,
      name,
      mimeType: storedAsItIs,
      size,
      width: null,
      height: null,
      duration_ms: null,
      status: 'processing',
      original: null,
      blur: null,
      variants: [{ name: downloadName, key, contentType: storedAsItIs, size, width: null, height: null }],
    },
    () => ctx.storage.adopt(key, file.path, { contentType: storedAsItIs }),
  );
  return finish(ctx, row);
}

/**
 * Stores an uploaded file of any type but a document: a picture, and what is sold as a file, is `finished` at once, a video or a
 * sound is `created` and converted by a job, of which its owner hears by `file/processed`. Call it outside a transaction, then claim it for what uses
 * it. The file at `path` may be gone afterwards. Refuses with unsupported_media_type, too_large, file_unreadable (each names
 * the file, the rule and the limit), quota_exceeded, service_unavailable.
 */
export async function storeMedia(
  ctx: Context,
  { ownerId, type, file }: { ownerId: string; type: Exclude<FileType, 'document'>; file: IncomingFile },
): Promise<FileRow> {
  const kind = kindOfFile[type];
  if (isConverted(kind)) return storeConverted(ctx, { ownerId, type, file }, kind);
  if (kind === 'digital') return storeWhole(ctx, { ownerId, type, file });
  return storeImage(ctx, { ownerId, type: type as PublishedPicture, file });
}
