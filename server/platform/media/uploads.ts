/**
 * Chunked uploads. The row has the number of bytes that are durably on disk. An interrupted chunk counts as far as it arrived. Of two
 * senders of one upload the later one wins. Uploads that are not used within `limits.uploadRetention_s` are swept.
 */
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { and, count, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { Upload } from '@contract/content/files';
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import { second_ms } from '@contract/kernel/units';
import { uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import { inTransaction, type Context } from '../context';
import { uploads } from '../db/schema/files';
import { takeAdvisoryLock } from '../db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../http/actor';
import { hasRight } from '../rights';
import { assertContent, assertSize, head_bytes, headOf, withFileName, rejectFile, ruleTexts } from './content';
import { assertQuota } from './quota';

type UploadResponse = z.output<typeof Upload>;
type UploadRow = typeof uploads.$inferSelect;
type UploadContext = Pick<Context, 'db' | 'clock' | 'config'>;
type Sender = Pick<Actor, 'id' | 'role' | 'rights' | 'isPerformer'>;

/** A chunk of an upload. */
export interface UploadChunk {
  /** The offset of its first byte. */
  offset: number;
  /** The declared size, or null. */
  size_bytes: number | null;
  stream: Readable;
}

/** A finished upload that is reserved for a request. */
export interface ReservedUpload {
  path: string;
  name: string;
  size_bytes: number;
  /** Deletes the upload after use. */
  consume(): Promise<void>;
  /** Makes the upload available again, if its bytes still exist. */
  release(): Promise<void>;
}

const orphanAge_ms = 3_600_000;
const retry_s = 60;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fanTypes = new Set<FileType>(['avatar', 'comment-image']);
const operatorTypes = new Set<FileType>(['site-image']);
/** Rights to change the site's appearance. */
const appearanceRights: readonly Right[] = ['settings.change', 'site.write'];
/** Created only by the site. */
const internalTypes = new Set<FileType>(['export']);

const folderOf = (ctx: Pick<Context, 'config'>): string => join(ctx.config.dataDir, 'uploads');
const pathOf = (ctx: Pick<Context, 'config'>, id: string): string => join(folderOf(ctx), id);

const responseOf = ({ id, received, size, expiresAt }: UploadRow): UploadResponse => ({ uploadId: id, offset: received, size, expiresAt });

/** Active writers in this process by upload. */
const writers = new Map<string, { stream: Readable; ended: Promise<unknown> }>();

/** Ends an active writer: the server may not have noticed its broken connection, although the sender has reconnected. */
async function evict(id: string): Promise<void> {
  const writer = writers.get(id);
  if (!writer) return;
  writer.stream.destroy();
  await writer.ended.catch(() => undefined);
}

async function findUpload(ctx: UploadContext, ownerId: string, id: string): Promise<UploadRow> {
  const [row] = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId), isNull(uploads.takenAt), gt(uploads.expiresAt, ctx.clock.now())));
  return row ?? fail('upload_not_found');
}

/** Deletes the row first: an active writer then notices that it is gone and removes its file. */
async function deleteUpload(ctx: UploadContext, id: string): Promise<void> {
  await ctx.db.delete(uploads).where(eq(uploads.id, id));
  await rm(pathOf(ctx, id), { force: true });
}

function assertMayUpload(sender: Sender, purpose: FileType): void {
  if (internalTypes.has(purpose)) fail('forbidden_role');
  if (operatorTypes.has(purpose)) {
    if (!appearanceRights.some((right) => hasRight(sender, right))) fail('forbidden_role');
  } else if (!(sender.role === 'operator' || sender.isPerformer || fanTypes.has(purpose))) fail('forbidden_role');
}

/**
 * Begins an upload. Throws forbidden_role, too_large, unsupported_media_type, quota_exceeded, and too_many_requests while the account
 * has `limits.uploadsOpenMax` open uploads.
 */
export async function beginUpload(
  ctx: Context,
  sender: Sender,
  upload: { name: string; size: number; mimeType: string; purpose: FileType },
): Promise<UploadResponse> {
  const { name, size, mimeType, purpose } = upload;
  assertMayUpload(sender, purpose);
  const kind = uploadKindByFileType[purpose];
  await withFileName(name, kind, async () => {
    assertSize(kind, size);
    if (kind === 'digital') return;
    const topLevelType = mimeType.split('/')[0] ?? '';
    // The content decides later. This only rejects obviously wrong types early.
    if (['text', 'font', 'model', 'message'].includes(topLevelType)) rejectFile('unsupported_media_type', ruleTexts.content(kind));
  });
  const now = ctx.clock.now();
  return inTransaction(ctx, async (tx) => {
    await takeAdvisoryLock(tx.db, `uploads ${sender.id}`);
    const [open] = await tx.db
      .select({ total: count() })
      .from(uploads)
      .where(and(eq(uploads.ownerId, sender.id), isNull(uploads.takenAt), gt(uploads.expiresAt, now)));
    if ((open?.total ?? 0) >= limits.uploadsOpenMax) fail('too_many_requests', { retryAfter_s: retry_s });
    await assertQuota(tx, sender.id, size);
    const row = {
      id: tx.random.id(),
      ownerId: sender.id,
      name,
      purpose,
      size,
      received: 0,
      takenAt: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.uploadRetention_s * second_ms),
    };
    await tx.db.insert(uploads).values(row);
    return responseOf(row);
  });
}

/** The state of the owner's upload. Throws upload_not_found. */
export async function uploadState(ctx: UploadContext, ownerId: string, id: string): Promise<UploadResponse> {
  return responseOf(await findUpload(ctx, ownerId, id));
}

/** Writes all bytes: on an almost full disk a single write may be partial without an error. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
}

/** Writes the stream at offset `from` and returns the number of received bytes, also if the connection breaks. */
async function append(path: string, from: number, remaining: number, stream: Readable): Promise<number | 'too_much'> {
  const file = await open(path, from === 0 ? 'w' : 'r+', 0o600);
  let received_bytes = 0;
  let diskError: unknown = null;
  try {
    // Not destroyed on an early return: the connection must still carry the error response.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (received_bytes + chunk.length > remaining) return 'too_much';
      await writeAll(file, chunk, from + received_bytes).catch((error: unknown) => {
        diskError = error;
        throw error;
      });
      received_bytes += chunk.length;
    }
  } catch (error) {
    // A disconnected sender is expected. Disk errors are rethrown, even if the whole chunk has arrived.
    if (error === diskError || (!stream.destroyed && !stream.errored)) throw error;
  } finally {
    try {
      await file.truncate(from + received_bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return received_bytes;
}

async function assertOnDisk(ctx: UploadContext, row: UploadRow): Promise<void> {
  if (row.received === 0) return;
  const found = await stat(pathOf(ctx, row.id)).catch(() => null);
  if (found !== null && found.size >= row.received) return;
  await deleteUpload(ctx, row.id);
  fail('upload_not_found');
}

async function receive(ctx: UploadContext, row: UploadRow, chunk: UploadChunk): Promise<UploadResponse> {
  const remaining = Math.min(limits.uploadChunk_bytes, row.size - row.received);
  if (chunk.size_bytes !== null && chunk.size_bytes > remaining) fail('too_large');
  await assertOnDisk(ctx, row);
  await mkdir(folderOf(ctx), { recursive: true });
  const received_bytes = await append(pathOf(ctx, row.id), row.received, remaining, chunk.stream).catch((error: unknown) => {
    chunk.stream.resume();
    throw error;
  });
  if (received_bytes === 'too_much') {
    // The rest is drained; otherwise the error response would not arrive.
    chunk.stream.resume();
    return fail('too_large');
  }
  const received = row.received + received_bytes;
  const [updated] = await ctx.db
    .update(uploads)
    .set({ received })
    .where(and(eq(uploads.id, row.id), eq(uploads.received, row.received)))
    .returning();
  if (!updated) {
    // The upload was canceled in the meantime.
    await rm(pathOf(ctx, row.id), { force: true });
    return fail('upload_not_found');
  }
  const checkedFrom_bytes = Math.min(row.size, head_bytes);
  if (row.received < checkedFrom_bytes && received >= checkedFrom_bytes) {
    const kind = uploadKindByFileType[row.purpose];
    const head = await headOf(pathOf(ctx, row.id));
    await withFileName(row.name, kind, () => assertContent(kind, head)).catch(async (error: unknown) => {
      await deleteUpload(ctx, row.id);
      throw error;
    });
  }
  return responseOf(updated);
}

/**
 * Receives the next chunk. Throws upload_not_found, offset_mismatch, too_large, and, once enough bytes have arrived to detect the
 * type, unsupported_media_type or file_unreadable, which delete the upload.
 */
export async function receiveChunk(ctx: UploadContext, ownerId: string, id: string, chunk: UploadChunk): Promise<UploadResponse> {
  await evict(id);
  const row = await findUpload(ctx, ownerId, id);
  // Another sender may have started at the same time.
  if (chunk.offset !== row.received || writers.has(id)) fail('offset_mismatch');
  const ended = receive(ctx, row, chunk);
  writers.set(id, { stream: chunk.stream, ended });
  try {
    return await ended;
  } finally {
    writers.delete(id);
  }
}

/** Cancels and deletes the owner's upload. Throws upload_not_found. */
export async function cancelUpload(ctx: UploadContext, ownerId: string, id: string): Promise<void> {
  await evict(id);
  await findUpload(ctx, ownerId, id);
  await deleteUpload(ctx, id);
}

async function isReserved(ctx: UploadContext, ownerId: string, id: string): Promise<boolean> {
  return (await ctx.db.$count(uploads, and(eq(uploads.id, id), eq(uploads.ownerId, ownerId), isNotNull(uploads.takenAt)))) > 0;
}

/**
 * Reserves a finished upload. Throws upload_not_found if it is unfinished or belongs to another account, and `codeWhenReserved` while
 * another request uses it.
 */
export async function reserveUpload(
  ctx: UploadContext,
  ownerId: string,
  id: string,
  codeWhenReserved: 'upload_not_found' | 'request_in_progress' = 'upload_not_found',
): Promise<ReservedUpload> {
  if (!idPattern.test(id)) fail('upload_not_found');
  const [row] = await ctx.db
    .update(uploads)
    .set({ takenAt: ctx.clock.now() })
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.ownerId, ownerId),
        eq(uploads.received, uploads.size),
        isNull(uploads.takenAt),
        gt(uploads.expiresAt, ctx.clock.now()),
      ),
    )
    .returning();
  if (!row) return fail((await isReserved(ctx, ownerId, id)) ? codeWhenReserved : 'upload_not_found');
  const path = pathOf(ctx, id);
  return {
    path,
    name: row.name,
    size_bytes: row.size,
    consume: () => deleteUpload(ctx, id),
    release: async () => {
      if (await stat(path).catch(() => null)) await ctx.db.update(uploads).set({ takenAt: null }).where(eq(uploads.id, id));
      else await deleteUpload(ctx, id);
    },
  };
}

/** Deletes expired uploads, and files on the local disk without an upload; returns the number of expired uploads. */
export async function sweepUploads(ctx: UploadContext): Promise<number> {
  const expired = await ctx.db.select({ id: uploads.id }).from(uploads).where(lte(uploads.expiresAt, ctx.clock.now()));
  for (const { id } of expired) await deleteUpload(ctx, id);
  const names = await readdir(folderOf(ctx)).catch(() => []);
  const existing =
    names.length === 0
      ? []
      : await ctx.db
          .select({ id: uploads.id })
          .from(uploads)
          .where(
            inArray(
              uploads.id,
              names.filter((name) => idPattern.test(name)),
            ),
          );
  const ids = new Set(existing.map(({ id }) => id));
  const orphans = names.filter((name) => !ids.has(name));
  for (const name of orphans) {
    const found = await stat(pathOf(ctx, name)).catch(() => null);
    if (found && ctx.clock.now().getTime() - found.mtimeMs > orphanAge_ms) await rm(pathOf(ctx, name), { recursive: true, force: true });
  }
  return expired.length;
}
