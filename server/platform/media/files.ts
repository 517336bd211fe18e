/**
 * Stored files: a row in the database and its renditions in storage. The row is inserted first and deleted last, so that after a
 * crash everything in storage has a row, and the hourly sweep finds it.
 */
import { readFile } from 'node:fs/promises';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { File } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { FileType } from '@contract/kernel/values/files';
import type { Context } from '../context';
import { files, type StoredVariant } from '../db/schema/files';
import { fail } from '../../kernel/api-error';
import { withFileName, displayFileName } from './content';
import { isHeld, notHeld } from './holds';
import { prepareDocument, prepareImage, type PictureType, type PreparedFile } from './pictures/images';
import { urlsOf, lockedUrls, mayReadDocument, publicUrl, type Viewer } from './links';
import { assertQuota } from './quota';
import { isDiskFull } from './storage/disk-space';
import { documentKey, encrypt } from './storage/encryption';
import { keyOf, storageKeysOf } from './pictures/variants';
import { attachedTo, type FileUse } from './uses';

export type FileRow = typeof files.$inferSelect;
/** The decoded form of the contract's File. */
export type FileResponse = z.output<typeof File>;

/** A received file on disk. Its name and type are not trusted. */
export interface IncomingFile {
  path: string;
  name: string;
}

/** What a viewer may access: the file, or only its locked preview. The caller has checked it with `server/content/entitlements`. */
export type Access = 'open' | 'locked';

type FileContext = Pick<Context, 'db' | 'storage' | 'clock' | 'random' | 'config' | 'log'>;

const sweepBatch = 100;
const progressMax_percent = 100;
/** After this time, a process that stores a file is considered dead. */
const storing_ms = 600_000;

/** Deletes renditions, then the row, unless the file is held. It is detached first, so that the sweep finishes an interrupted deletion. */
async function erase(ctx: FileContext, row: Pick<FileRow, 'id' | 'type' | 'variants'>): Promise<void> {
  await detachFile(ctx, row.id);
  if (await isHeld(ctx, row.id)) return;
  for (const key of storageKeysOf(row)) await ctx.storage.remove(key);
  await ctx.db.delete(files).where(eq(files.id, row.id));
}

/** The fields of a file when it is inserted. */
export type NewFile = Omit<FileRow, 'failure' | 'progress' | 'attempts' | 'workedUntil' | 'attachedKind' | 'attachedId' | 'createdAt'>;

/** Inserts a new file, then calls `put` to store its bytes. Throws service_unavailable. */
export async function insertFile(ctx: FileContext, fields: NewFile, put: () => Promise<void>): Promise<FileRow> {
  const now = ctx.clock.now();
  const values = {
    ...fields,
    failure: null,
    progress: 0,
    attempts: 0,
    workedUntil: new Date(now.getTime() + storing_ms),
    ...attachedTo(null),
    createdAt: now,
  } satisfies FileRow;
  await ctx.db.insert(files).values(values);
  try {
    await put();
  } catch (error) {
    ctx.log.error({ err: error, fileId: values.id }, 'a file could not be stored');
    if (isDiskFull(error)) throw error;
    return fail('service_unavailable');
  }
  return values;
}

/** Marks a file as finished and returns it. */
export async function markFinished(ctx: FileContext, row: FileRow): Promise<FileRow> {
  const ready = { status: 'finished', progress: progressMax_percent, workedUntil: null } as const;
  await ctx.db.update(files).set(ready).where(eq(files.id, row.id));
  return { ...row, ...ready };
}

async function store(
  ctx: FileContext,
  owner: { ownerId: string; type: FileType; name: string },
  prepared: PreparedFile,
  bytesFor: (key: string, bytes: Buffer) => Buffer,
): Promise<FileRow> {
  const id = ctx.random.id();
  const [main] = prepared.variants;
  if (!main) throw new Error('a prepared file has at least one rendition');
  const variants: StoredVariant[] = prepared.variants.map(({ name, width, height, contentType, bytes }) => ({
    name,
    key: keyOf(id, name),
    contentType,
    size: bytes.byteLength,
    width,
    height,
  }));
  await assertQuota(ctx, owner.ownerId, main.bytes.byteLength);
  const fields: NewFile = {
    id,
    ownerId: owner.ownerId,
    type: owner.type,
    name: displayFileName(owner.name),
    mimeType: main.contentType,
    size: main.bytes.byteLength,
    width: prepared.width,
    height: prepared.height,
    duration_ms: null,
    status: 'processing',
    original: null,
    blur: prepared.blur,
    variants,
  };
  const row = await insertFile(ctx, fields, async () => {
    for (const [index, { key, contentType }] of variants.entries()) {
      const bytes = prepared.variants[index]?.bytes ?? Buffer.alloc(0);
      await ctx.storage.put(key, bytesFor(key, bytes), { contentType });
    }
  });
  return markFinished(ctx, row);
}

/**
 * Stores an image. Call it outside a transaction, then attach it to what uses it. Throws unsupported_media_type, too_large,
 * file_unreadable (each names the file, the rule and the limit), quota_exceeded, service_unavailable.
 */
export async function storeImage(
  ctx: FileContext,
  { ownerId, type, file }: { ownerId: string; type: Exclude<PictureType, 'document'>; file: IncomingFile },
): Promise<FileRow> {
  const prepared = await withFileName(displayFileName(file.name), 'image', async () => prepareImage(type, await readFile(file.path)));
  return store(ctx, { ownerId, type, name: file.name }, prepared, (_, bytes) => bytes);
}

/** Stores an encrypted document. Otherwise as `storeImage`. */
export async function storeDocument(ctx: FileContext, { ownerId, file }: { ownerId: string; file: IncomingFile }): Promise<FileRow> {
  const prepared = await withFileName(displayFileName(file.name), 'document', async () => prepareDocument(await readFile(file.path)));
  const key = documentKey(ctx.config.appSecret);
  return store(ctx, { ownerId, type: 'document', name: file.name }, prepared, (storageKey, bytes) => encrypt(key, storageKey, bytes));
}

/** The file, or null. */
export async function findFile(ctx: Pick<Context, 'db'>, id: string): Promise<FileRow | null> {
  const [row] = await ctx.db.select().from(files).where(eq(files.id, id));
  return row ?? null;
}

/** Attaches a file to what uses it, in the transaction of that use. Attached files are not swept. */
export async function attachFile(ctx: Pick<Context, 'db'>, id: string, usedBy: FileUse): Promise<void> {
  await ctx.db.update(files).set(attachedTo(usedBy)).where(eq(files.id, id));
}

/** Marks a file as unused, in the transaction that stops using it: the sweep deletes it if `removeFile` does not. */
export async function detachFile(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db.update(files).set(attachedTo(null)).where(eq(files.id, id));
}

/**
 * Deletes a file. Call it after the transaction that stopped using it. Does nothing if the file does not exist. If storage fails, the
 * file is left to the sweep, so that the committed request does not fail.
 */
export async function removeFile(ctx: FileContext, id: string): Promise<void> {
  try {
    const row = await findFile(ctx, id);
    if (row) await erase(ctx, row);
  } catch (error) {
    ctx.log.warn({ err: error, fileId: id }, 'a file that is no longer used is left to the sweep');
  }
}

/** Deletes files that are unused for `limits.unattachedFileRetention_s`; returns their number. Failures are retried at the next sweep. */
export async function sweepUnattached(ctx: FileContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - limits.unattachedFileRetention_s * second_ms);
  const old = await ctx.db
    .select({ id: files.id, type: files.type, variants: files.variants })
    .from(files)
    .where(and(isNull(files.attachedKind), lt(files.createdAt, before), notHeld(ctx.clock.now())))
    .orderBy(files.createdAt)
    .limit(sweepBatch);
  for (const row of old) await erase(ctx, row);
  return old.length === sweepBatch ? old.length + (await sweepUnattached(ctx)) : old.length;
}

/**
 * The file for this viewer (`null`: a guest). URLs are included only if the viewer may open them; they expire after minutes and work
 * for this viewer only. `locked`: only the URLs of a teaser or the locked preview.
 */
export function fileResponse(
  ctx: Pick<Context, 'clock' | 'config'>,
  row: FileRow,
  viewer: Viewer | null,
  access: Access = 'open',
): FileResponse {
  const response = {
    _id: row.id,
    type: row.type,
    name: row.name,
    mimeType: row.mimeType,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / second_ms,
    status: row.status,
    // Old files have no progress.
    progress: row.status === 'finished' ? progressMax_percent : row.progress,
    failure: row.failure,
    blur: row.type === 'document' && !mayReadDocument(row, viewer) ? null : row.blur,
    createdAt: row.createdAt,
  };
  // Object.assign, because a spread in the literal costs more than creating the URLs.
  return Object.assign(response, access === 'open' ? urlsOf(ctx, row, viewer) : lockedUrls(ctx, row, viewer));
}

/** The permanent URL of an avatar, cover or site image by its id, or null without one. */
export function pictureUrl(ctx: Pick<Context, 'config'>, fileId: string | null, variant: 'full' | 'small'): string | null {
  return fileId === null ? null : publicUrl(ctx, fileId, variant);
}
