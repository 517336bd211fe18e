/**
 * Stored files: a row in the database and its renditions in storage. The row is written first and removed last, so whatever
 * a crash leaves behind has a row, and the daily sweep finds it.
 */
import { readFile } from 'node:fs/promises';
import { and, eq, isNull, lt, sum } from 'drizzle-orm';
import type { z } from 'zod';
import type { File } from '@contract/entities';
import { limits } from '@contract/limits';
import type { FileType, Role } from '@contract/values';
import type { Context } from '../context';
import { files, type StoredVariant } from '../db/schema/files';
import { fail } from '../failure';
import { prepareDocument, prepareImage, type Prepared } from './images';
import { documentKey, seal } from './sealed';
import { linkKey, publicAddress, signedAddress } from './signed-links';

export type FileRow = typeof files.$inferSelect;
/** The inside form of the contract's File. */
export type FileAnswer = z.output<typeof File>;

/** A file on the host's disk whose name and type are only claimed. */
export interface IncomingFile {
  path: string;
  name: string;
}

export type PublicFileType = Exclude<FileType, 'document'>;

/** Who asks for a file's addresses. */
export interface Viewer {
  id: string;
  role: Role;
}

type World = Pick<Context, 'db' | 'storage' | 'clock' | 'chance' | 'config' | 'log'>;

const nameLengthMax = 120;
const sweepBatch = 100;
const second_ms = 1000;
const whole = 100;

/** Documents prove who somebody is: they are sealed, and shown to their owner and to operators alone. */
export function isPublic(type: FileType): type is PublicFileType {
  return type !== 'document';
}

/** Whether this account may read what is private about the file. */
export function mayRead(row: Pick<FileRow, 'ownerId' | 'type'>, viewer: Viewer | null): boolean {
  return isPublic(row.type) || (viewer !== null && (viewer.id === row.ownerId || viewer.role === 'operator'));
}

/** The file's own name as people may see it: no folders, no controls. */
function shownName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]+/gu, '')
      .trim()
      .slice(0, nameLengthMax)
      .toWellFormed() || 'file'
  );
}

async function assertQuota(ctx: World, ownerId: string, size: number): Promise<void> {
  const [used] = await ctx.db
    .select({ bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(eq(files.ownerId, ownerId));
  if ((used?.bytes ?? 0) + size > limits.quota_bytes) fail('quota_exceeded');
}

/** Removes renditions and row, in this order. The row no longer counts as used first, so an interrupted removal is finished by the sweep. */
async function erase(ctx: World, row: Pick<FileRow, 'id' | 'variants'>): Promise<void> {
  await detachFile(ctx, row.id);
  for (const variant of row.variants) await ctx.storage.remove(variant.key);
  await ctx.db.delete(files).where(eq(files.id, row.id));
}

async function store(
  ctx: World,
  owner: { ownerId: string; type: FileType; name: string },
  prepared: Prepared,
  bytesFor: (key: string, bytes: Buffer) => Buffer,
): Promise<FileRow> {
  const id = ctx.chance.id();
  const [main] = prepared.variants;
  if (!main) throw new Error('a prepared file has at least one rendition');
  const variants: StoredVariant[] = prepared.variants.map(({ name, width, height, contentType, bytes }) => ({
    name,
    key: `files/${id}/${name}`,
    contentType,
    size: bytes.byteLength,
    width,
    height,
  }));
  await assertQuota(ctx, owner.ownerId, main.bytes.byteLength);
  const values = {
    id,
    ownerId: owner.ownerId,
    type: owner.type,
    name: shownName(owner.name),
    mimeType: main.contentType,
    size: main.bytes.byteLength,
    width: prepared.width,
    height: prepared.height,
    status: 'processing',
    failure: null,
    blur: prepared.blur,
    variants,
    attachedTo: null,
    createdAt: ctx.clock.now(),
  } as const;
  await ctx.db.insert(files).values(values);
  try {
    for (const [index, { key, contentType }] of variants.entries()) {
      const bytes = prepared.variants[index]?.bytes ?? Buffer.alloc(0);
      await ctx.storage.put(key, bytesFor(key, bytes), { contentType });
    }
  } catch (error) {
    ctx.log.error({ err: error, fileId: id }, 'storage did not take a file');
    return fail('service_unavailable');
  }
  await ctx.db.update(files).set({ status: 'finished' }).where(eq(files.id, id));
  return { ...values, status: 'finished' };
}

/**
 * Stores a picture that everybody may see. Call it outside a transaction, then attach it to what uses it. Refuses with
 * unsupported_media_type, too_large, file_unreadable, quota_exceeded, service_unavailable.
 */
export async function storeImage(
  ctx: World,
  { ownerId, type, file }: { ownerId: string; type: PublicFileType; file: IncomingFile },
): Promise<FileRow> {
  const prepared = await prepareImage(type, await readFile(file.path));
  return store(ctx, { ownerId, type, name: file.name }, prepared, (_, bytes) => bytes);
}

/** Stores a document, sealed. Otherwise as `storeImage`. */
export async function storeDocument(ctx: World, { ownerId, file }: { ownerId: string; file: IncomingFile }): Promise<FileRow> {
  const prepared = await prepareDocument(await readFile(file.path));
  const key = documentKey(ctx.config.appSecret);
  return store(ctx, { ownerId, type: 'document', name: file.name }, prepared, (place, bytes) => seal(key, place, bytes));
}

/** The file, or null when there is none. */
export async function findFile(ctx: Pick<Context, 'db'>, id: string): Promise<FileRow | null> {
  const [row] = await ctx.db.select().from(files).where(eq(files.id, id));
  return row ?? null;
}

/** Says what uses a file, so that it is kept; `usedBy` reads like `account:<id>`. Belongs into the transaction of that use. */
export async function attachFile(ctx: Pick<Context, 'db'>, id: string, usedBy: string): Promise<void> {
  await ctx.db.update(files).set({ attachedTo: usedBy }).where(eq(files.id, id));
}

/** Says that nothing uses a file any more: the sweep takes it when `removeFile` does not. Belongs into the transaction that stops using it. */
export async function detachFile(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db.update(files).set({ attachedTo: null }).where(eq(files.id, id));
}

/**
 * Removes a file for good. Call it after the transaction that stopped using it. Nothing happens when there is none, and when
 * storage is away the file is left to the sweep: what was committed is not refused for the sake of what it replaced.
 */
export async function removeFile(ctx: World, id: string): Promise<void> {
  try {
    const row = await findFile(ctx, id);
    if (row) await erase(ctx, row);
  } catch (error) {
    ctx.log.warn({ err: error, fileId: id }, 'a file that is no longer used is left to the sweep');
  }
}

/** Drops files that nothing has used for `limits.unattachedFileKept_s`; answers how many. What fails is tried again next time. */
export async function sweepUnattached(ctx: World): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - limits.unattachedFileKept_s * second_ms);
  const old = await ctx.db
    .select({ id: files.id, variants: files.variants })
    .from(files)
    .where(and(isNull(files.attachedTo), lt(files.createdAt, before)))
    .orderBy(files.createdAt)
    .limit(sweepBatch);
  for (const row of old) await erase(ctx, row);
  return old.length === sweepBatch ? old.length + (await sweepUnattached(ctx)) : old.length;
}

function addressFor(ctx: Pick<Context, 'clock' | 'config'>, row: FileRow, viewer: Viewer | null, variant: string): string | null {
  if (row.status !== 'finished') return null;
  if (isPublic(row.type)) return publicAddress(ctx.config.apiUrl, row.id, variant);
  if (viewer === null || !mayRead(row, viewer)) return null;
  return signedAddress(ctx.config.apiUrl, linkKey(ctx.config.appSecret), { fileId: row.id, variant, viewerId: viewer.id }, ctx.clock.now());
}

/** The file as it travels to this viewer: addresses only where she may open them. */
export function fileAnswer(ctx: Pick<Context, 'clock' | 'config'>, row: FileRow, viewer: Viewer | null): FileAnswer {
  const addresses = row.variants.map(({ name }) => addressFor(ctx, row, viewer, name)).filter((address) => address !== null);
  const isPicture = row.width !== null;
  return {
    _id: row.id,
    type: row.type,
    name: row.name,
    mimeType: row.mimeType,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: null,
    status: row.status,
    progress: row.status === 'finished' ? whole : 0,
    failure: row.failure,
    url: addresses[0] ?? null,
    thumbnails: isPicture ? addresses : [],
    thumbnailUrl: isPicture ? (addresses.at(-1) ?? null) : null,
    createdAt: row.createdAt,
  };
}

/** The lasting address of an avatar, cover or site image by its id, or null without one. */
export function pictureAddress(ctx: Pick<Context, 'config'>, fileId: string | null, variant: 'full' | 'small'): string | null {
  return fileId === null ? null : publicAddress(ctx.config.apiUrl, fileId, variant);
}
