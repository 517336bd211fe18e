/**
 * Stored files: a row in the database and its renditions in storage. The row is written first and removed last, so whatever
 * a crash leaves behind has a row, and the hourly sweep finds it.
 */
import { readFile } from 'node:fs/promises';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { File } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { FileType } from '@contract/values';
import type { Context } from '../context';
import { files, type StoredVariant } from '../db/schema/files';
import { fail } from '../../kernel/api-error';
import { naming, shownName } from './content';
import { isHeld, notHeld } from './holds';
import { prepareDocument, prepareImage, type PictureType, type Prepared } from './pictures/images';
import { addressesOf, lockedAddresses, mayReadDocument, openAddress, type Viewer } from './links';
import { assertQuota } from './quota';
import { isWithoutRoom } from './storage/disk-space';
import { documentKey, seal } from '../../media/sealed';
import { keyOf, placesOf } from './pictures/variants';

export type FileRow = typeof files.$inferSelect;
/** The inside form of the contract's File. */
export type FileAnswer = z.output<typeof File>;

/** A file on the host's disk whose name and type are only claimed. */
export interface IncomingFile {
  path: string;
  name: string;
}

/** What a viewer gets of a file: all of it, or only what stands before the lock. Who asks has asked `server/entitlements`. */
export type Access = 'open' | 'locked';

type World = Pick<Context, 'db' | 'storage' | 'clock' | 'chance' | 'config' | 'log'>;

const sweepBatch = 100;
const whole = 100;
/** Storing what is at hand takes no longer; past it whoever stores is taken for dead. */
const storing_ms = 600_000;

/** Removes renditions and row, in this order, unless something else still needs them. The row no longer counts as used first, so an interrupted removal is finished by the sweep. */
async function erase(ctx: World, row: Pick<FileRow, 'id' | 'type' | 'variants'>): Promise<void> {
  await detachFile(ctx, row.id);
  if (await isHeld(ctx, row.id)) return;
  for (const key of placesOf(row)) await ctx.storage.remove(key);
  await ctx.db.delete(files).where(eq(files.id, row.id));
}

/** A file whose bytes are at hand. */
export type Begun = Omit<FileRow, 'failure' | 'progress' | 'attempts' | 'workedUntil' | 'attachedTo' | 'createdAt'>;

/** Writes a new file down, then has `put` bring its bytes into storage. Refuses with service_unavailable. */
export async function begin(ctx: World, begun: Begun, put: () => Promise<void>): Promise<FileRow> {
  const now = ctx.clock.now();
  const values = {
    ...begun,
    failure: null,
    progress: 0,
    attempts: 0,
    workedUntil: new Date(now.getTime() + storing_ms),
    attachedTo: null,
    createdAt: now,
  } satisfies FileRow;
  await ctx.db.insert(files).values(values);
  try {
    await put();
  } catch (error) {
    ctx.log.error({ err: error, fileId: values.id }, 'storage did not take a file');
    if (isWithoutRoom(error)) throw error;
    return fail('service_unavailable');
  }
  return values;
}

/** A file of which nothing is left to be made, as it stands from now on. */
export async function finish(ctx: World, row: FileRow): Promise<FileRow> {
  const ready = { status: 'finished', progress: whole, workedUntil: null } as const;
  await ctx.db.update(files).set(ready).where(eq(files.id, row.id));
  return { ...row, ...ready };
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
    key: keyOf(id, name),
    contentType,
    size: bytes.byteLength,
    width,
    height,
  }));
  await assertQuota(ctx, owner.ownerId, main.bytes.byteLength);
  const begun: Begun = {
    id,
    ownerId: owner.ownerId,
    type: owner.type,
    name: shownName(owner.name),
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
  const row = await begin(ctx, begun, async () => {
    for (const [index, { key, contentType }] of variants.entries()) {
      const bytes = prepared.variants[index]?.bytes ?? Buffer.alloc(0);
      await ctx.storage.put(key, bytesFor(key, bytes), { contentType });
    }
  });
  return finish(ctx, row);
}

/**
 * Stores a picture. Call it outside a transaction, then attach it to what uses it. Refuses with unsupported_media_type,
 * too_large, file_unreadable (each names the file, the rule and the limit), quota_exceeded, service_unavailable.
 */
export async function storeImage(
  ctx: World,
  { ownerId, type, file }: { ownerId: string; type: Exclude<PictureType, 'document'>; file: IncomingFile },
): Promise<FileRow> {
  const prepared = await naming(shownName(file.name), 'image', async () => prepareImage(type, await readFile(file.path)));
  return store(ctx, { ownerId, type, name: file.name }, prepared, (_, bytes) => bytes);
}

/** Stores a document, sealed. Otherwise as `storeImage`. */
export async function storeDocument(ctx: World, { ownerId, file }: { ownerId: string; file: IncomingFile }): Promise<FileRow> {
  const prepared = await naming(shownName(file.name), 'document', async () => prepareDocument(await readFile(file.path)));
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
    .select({ id: files.id, type: files.type, variants: files.variants })
    .from(files)
    .where(and(isNull(files.attachedTo), lt(files.createdAt, before), notHeld(ctx.clock.now())))
    .orderBy(files.createdAt)
    .limit(sweepBatch);
  for (const row of old) await erase(ctx, row);
  return old.length === sweepBatch ? old.length + (await sweepUnattached(ctx)) : old.length;
}

/**
 * The file as it travels to this viewer (`null`: a guest): addresses only where she may open them, good for minutes and for her
 * alone. `locked`: none but a teaser's or the locked picture's.
 */
export function fileAnswer(
  ctx: Pick<Context, 'clock' | 'config'>,
  row: FileRow,
  viewer: Viewer | null,
  access: Access = 'open',
): FileAnswer {
  const answer = {
    _id: row.id,
    type: row.type,
    name: row.name,
    mimeType: row.mimeType,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / second_ms,
    status: row.status,
    // Files from before there was any progress have none noted.
    progress: row.status === 'finished' ? whole : row.progress,
    failure: row.failure,
    blur: row.type === 'document' && !mayReadDocument(row, viewer) ? null : row.blur,
    createdAt: row.createdAt,
  };
  // Assigned: a spread in the middle of a literal costs more than making the addresses.
  return Object.assign(answer, access === 'open' ? addressesOf(ctx, row, viewer) : lockedAddresses(ctx, row, viewer));
}

/** The lasting address of an avatar, cover or site image by its id, or null without one. */
export function pictureAddress(ctx: Pick<Context, 'config'>, fileId: string | null, variant: 'full' | 'small'): string | null {
  return fileId === null ? null : openAddress(ctx, fileId, variant);
}
