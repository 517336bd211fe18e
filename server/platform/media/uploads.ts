/**
 * Uploads in pieces. The row says how many bytes lie on the disk for good; a piece that is cut counts as far as it came, and
 * of two senders of one upload the later one wins. What nothing takes within `limits.uploadKept_s` is swept away.
 */
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { and, count, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { Upload } from '@contract/files';
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import { second_ms } from '@contract/kernel/units';
import { kindOfFile, type FileType } from '@contract/values';
import { inTransaction, type Context } from '../context';
import { uploads } from '../db/schema/files';
import { takeTurn } from '../db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../http/actor';
import { mayDo } from '../rights';
import { assertContent, assertSize, head_bytes, headOf, naming, refuseFile, rules } from './content';
import { assertQuota } from './quota';

type UploadAnswer = z.output<typeof Upload>;
type UploadRow = typeof uploads.$inferSelect;
type World = Pick<Context, 'db' | 'clock' | 'config'>;
type Sender = Pick<Actor, 'id' | 'role' | 'rights' | 'isPerformer'>;

/** A piece on its way. */
export interface Piece {
  /** Where its first byte belongs. */
  offset: number;
  /** As announced, or null. */
  size_bytes: number | null;
  stream: Readable;
}

/** A finished upload in the hands of whoever makes a file of it. */
export interface TakenUpload {
  path: string;
  name: string;
  size_bytes: number;
  /** The upload is used up. */
  consume(): Promise<void>;
  /** It may be taken again, as far as its bytes are still there. */
  giveBack(): Promise<void>;
}

const orphanAge_ms = 3_600_000;
const retry_s = 60;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fansUpload = new Set<FileType>(['avatar', 'comment-image']);
const operatorsAlone = new Set<FileType>(['site-image']);
/** Whoever has one of these changes how the site looks. */
const looks: readonly Right[] = ['settings.change', 'site.write'];
/** Made by the site itself. */
const nobodys = new Set<FileType>(['export']);

const folderOf = (ctx: Pick<Context, 'config'>): string => join(ctx.config.dataDir, 'uploads');
const pathOf = (ctx: Pick<Context, 'config'>, id: string): string => join(folderOf(ctx), id);

const answerOf = (row: UploadRow): UploadAnswer => ({ uploadId: row.id, offset: row.received, size: row.size, expiresAt: row.expiresAt });

/** Who is writing to an upload in this process. */
const writers = new Map<string, { stream: Readable; ended: Promise<unknown> }>();

/** Ends whoever is still writing: a cut connection may not have been noticed yet, and its sender is back already. */
async function evict(id: string): Promise<void> {
  const writer = writers.get(id);
  if (!writer) return;
  writer.stream.destroy();
  await writer.ended.catch(() => undefined);
}

async function findUpload(ctx: World, ownerId: string, id: string): Promise<UploadRow> {
  const [row] = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId), isNull(uploads.takenAt), gt(uploads.expiresAt, ctx.clock.now())));
  return row ?? fail('upload_not_found');
}

/** The row goes first: whoever is writing then finds that nothing counts any more, and removes what she has written. */
async function forget(ctx: World, id: string): Promise<void> {
  await ctx.db.delete(uploads).where(eq(uploads.id, id));
  await rm(pathOf(ctx, id), { force: true });
}

function assertMaySend(sender: Sender, purpose: FileType): void {
  if (nobodys.has(purpose)) fail('forbidden_role');
  if (operatorsAlone.has(purpose)) {
    if (!looks.some((right) => mayDo(sender, right))) fail('forbidden_role');
  } else if (!(sender.role === 'operator' || sender.isPerformer || fansUpload.has(purpose))) fail('forbidden_role');
}

/**
 * Begins an upload. Refuses with forbidden_role, too_large, unsupported_media_type, quota_exceeded, and with too_many_requests
 * while `limits.uploadsOpenMax` others of the account are open.
 */
export async function beginUpload(
  ctx: Context,
  sender: Sender,
  given: { name: string; size: number; mimeType: string; purpose: FileType },
): Promise<UploadAnswer> {
  const { name, size, mimeType, purpose } = given;
  assertMaySend(sender, purpose);
  const kind = kindOfFile[purpose];
  await naming(name, kind, async () => {
    assertSize(kind, size);
    if (kind === 'digital') return;
    const claimed = mimeType.split('/')[0] ?? '';
    // Its content decides in the end; what already calls itself something else is spared the way.
    if (['text', 'font', 'model', 'message'].includes(claimed)) refuseFile('unsupported_media_type', rules.content(kind));
  });
  const now = ctx.clock.now();
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx.db, `uploads ${sender.id}`);
    const [open] = await tx.db
      .select({ total: count() })
      .from(uploads)
      .where(and(eq(uploads.ownerId, sender.id), isNull(uploads.takenAt), gt(uploads.expiresAt, now)));
    if ((open?.total ?? 0) >= limits.uploadsOpenMax) fail('too_many_requests', { retryAfter_s: retry_s });
    await assertQuota(tx, sender.id, size);
    const row = {
      id: tx.chance.id(),
      ownerId: sender.id,
      name,
      purpose,
      size,
      received: 0,
      takenAt: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.uploadKept_s * second_ms),
    };
    await tx.db.insert(uploads).values(row);
    return answerOf(row);
  });
}

/** How far an own upload has come. Refuses with upload_not_found. */
export async function uploadState(ctx: World, ownerId: string, id: string): Promise<UploadAnswer> {
  return answerOf(await findUpload(ctx, ownerId, id));
}

/** Where there is little room left, a file takes less than it is given and says so without complaint. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
}

/** Writes what comes behind the first `from` bytes and answers how many came; one that is cut counts as far as it came. */
async function append(path: string, from: number, room: number, stream: Readable): Promise<number | 'too_much'> {
  const file = await open(path, from === 0 ? 'w' : 'r+', 0o600);
  let arrived = 0;
  let ofTheDisk: unknown = null;
  try {
    // Left undestroyed at an early end: the connection must still carry the refusal.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (arrived + chunk.length > room) return 'too_much';
      await writeAll(file, chunk, from + arrived).catch((error: unknown) => {
        ofTheDisk = error;
        throw error;
      });
      arrived += chunk.length;
    }
  } catch (error) {
    // The sender went away; a full disk is another matter, also where all has come by then.
    if (error === ofTheDisk || (!stream.destroyed && !stream.errored)) throw error;
  } finally {
    try {
      await file.truncate(from + arrived);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return arrived;
}

async function assertOnDisk(ctx: World, row: UploadRow): Promise<void> {
  if (row.received === 0) return;
  const found = await stat(pathOf(ctx, row.id)).catch(() => null);
  if (found !== null && found.size >= row.received) return;
  await forget(ctx, row.id);
  fail('upload_not_found');
}

async function receive(ctx: World, row: UploadRow, piece: Piece): Promise<UploadAnswer> {
  const room = Math.min(limits.uploadPiece_bytes, row.size - row.received);
  if (piece.size_bytes !== null && piece.size_bytes > room) fail('too_large');
  await assertOnDisk(ctx, row);
  await mkdir(folderOf(ctx), { recursive: true });
  const arrived = await append(pathOf(ctx, row.id), row.received, room, piece.stream).catch((error: unknown) => {
    piece.stream.resume();
    throw error;
  });
  if (arrived === 'too_much') {
    // The rest is let pass, or the refusal would not arrive.
    piece.stream.resume();
    return fail('too_large');
  }
  const received = row.received + arrived;
  const [kept] = await ctx.db
    .update(uploads)
    .set({ received })
    .where(and(eq(uploads.id, row.id), eq(uploads.received, row.received)))
    .returning();
  if (!kept) {
    // Cancelled meanwhile.
    await rm(pathOf(ctx, row.id), { force: true });
    return fail('upload_not_found');
  }
  const judgedFrom = Math.min(row.size, head_bytes);
  if (row.received < judgedFrom && received >= judgedFrom) {
    const kind = kindOfFile[row.purpose];
    const head = await headOf(pathOf(ctx, row.id));
    await naming(row.name, kind, () => assertContent(kind, head)).catch(async (refusal: unknown) => {
      await forget(ctx, row.id);
      throw refusal;
    });
  }
  return answerOf(kept);
}

/**
 * Takes the next piece. Refuses with upload_not_found, offset_mismatch, too_large, and, once enough has come to tell, with
 * unsupported_media_type or file_unreadable; the upload is then gone.
 */
export async function receivePiece(ctx: World, ownerId: string, id: string, piece: Piece): Promise<UploadAnswer> {
  await evict(id);
  const row = await findUpload(ctx, ownerId, id);
  // Another sender may have been as quick.
  if (piece.offset !== row.received || writers.has(id)) fail('offset_mismatch');
  const ended = receive(ctx, row, piece);
  writers.set(id, { stream: piece.stream, ended });
  try {
    return await ended;
  } finally {
    writers.delete(id);
  }
}

/** Cancels an own upload; nothing of it is left. Refuses with upload_not_found. */
export async function cancelUpload(ctx: World, ownerId: string, id: string): Promise<void> {
  await evict(id);
  await findUpload(ctx, ownerId, id);
  await forget(ctx, id);
}

async function isBeingTaken(ctx: World, ownerId: string, id: string): Promise<boolean> {
  return (await ctx.db.$count(uploads, and(eq(uploads.id, id), eq(uploads.ownerId, ownerId), isNotNull(uploads.takenAt)))) > 0;
}

/**
 * Takes a finished upload, so that nobody else does. Refuses with upload_not_found when it is not finished or not the account's
 * own, and with `whenTaken` while something else makes a file of it.
 */
export async function takeUpload(
  ctx: World,
  ownerId: string,
  id: string,
  whenTaken: 'upload_not_found' | 'request_in_progress' = 'upload_not_found',
): Promise<TakenUpload> {
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
  if (!row) return fail((await isBeingTaken(ctx, ownerId, id)) ? whenTaken : 'upload_not_found');
  const path = pathOf(ctx, id);
  return {
    path,
    name: row.name,
    size_bytes: row.size,
    consume: () => forget(ctx, id),
    giveBack: async () => {
      if (await stat(path).catch(() => null)) await ctx.db.update(uploads).set({ takenAt: null }).where(eq(uploads.id, id));
      else await forget(ctx, id);
    },
  };
}

/** Forgets uploads that are over, and bytes on this host's disk that belong to none; answers how many. */
export async function sweepUploads(ctx: World): Promise<number> {
  const over = await ctx.db.select({ id: uploads.id }).from(uploads).where(lte(uploads.expiresAt, ctx.clock.now()));
  for (const { id } of over) await forget(ctx, id);
  const names = await readdir(folderOf(ctx)).catch(() => []);
  const known =
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
  const ids = new Set(known.map(({ id }) => id));
  const lost = names.filter((name) => !ids.has(name));
  for (const name of lost) {
    const found = await stat(pathOf(ctx, name)).catch(() => null);
    if (found && ctx.clock.now().getTime() - found.mtimeMs > orphanAge_ms) await rm(pathOf(ctx, name), { recursive: true, force: true });
  }
  return over.length;
}
