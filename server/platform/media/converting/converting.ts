/**
 * Converts a file, by one worker at a time: the worker holds a lease on the file and renews it, so that another worker takes over a
 * dead worker's file within a minute or two. Progress, success and failure are each stored and published in one transaction.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { File } from '@contract/kernel/entities';
import { uploadKindByFileType } from '@contract/kernel/values/files';
import { inTransaction, type Context } from '../../context';
import { files, type StoredVariant } from '../../db/schema/files';
import { publish } from '../../outbox/publish';
import { ApiError } from '../../../kernel/api-error';
import { isConverted, ruleTexts } from '../content';
import { convertAudio, convertVideo, NotConverted, type Rendition, type ConversionTask } from './conversions';
import { runFfmpeg } from './ffmpeg';
import { fileResponse, type FileRow } from '../files';
import { canMapColors } from '../pictures/picture-filters';
import { assertWithinLimits, probe } from './probe';
import { callFileHandler, type FileOutcome, type FileHandlers } from '../file-handlers';
import { keyOf, mainVariant, storageKeysOf } from '../pictures/variants';
import { inWorkspace } from './workspace';

const lease_ms = 30_000;
const renewal_ms = 8_000;
/** A file that waits for its conversion is enqueued again after this long, in case its job was lost. */
const requeueAfter_ms = 900_000;
const attemptsMax = 3;
const progressStep_percent = 10;
const progressMax_percent = 100;
const playableProgress_percent = 40;
const attemptsExhaustedText = 'We tried several times but couldn’t process this file. Try again later.';

/** The file was deleted, or another worker has taken it over: the result is discarded. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

const instantAfter = (ctx: Pick<Context, 'clock'>, span_ms: number): Date => new Date(ctx.clock.now().getTime() + span_ms);

/** Publishes the file's state to its owner, in the transaction of the change. */
async function publishToOwner(tx: Context, row: FileRow): Promise<void> {
  const file = File.encode(fileResponse(tx, row, { id: row.ownerId, rights: [] }));
  await publish(tx, 'file/processed', [`account:${row.ownerId}`], file);
}

/** Acquires the lease; returns null if the file needs no conversion or another worker has the lease. */
async function acquireLease(ctx: Context, id: string): Promise<FileRow | null> {
  const [row] = await ctx.db
    .update(files)
    .set({ status: 'processing', workedUntil: instantAfter(ctx, lease_ms), attempts: sql`${files.attempts} + 1` })
    .where(
      and(
        eq(files.id, id),
        isNotNull(files.original),
        or(eq(files.status, 'created'), and(eq(files.status, 'processing'), lt(files.workedUntil, ctx.clock.now()))),
      ),
    )
    .returning();
  return row ?? null;
}

/** A worker's lease on a file. */
class Lease {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  row: FileRow;
  /** Serializes changes of the row. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(
    readonly ctx: Context,
    row: FileRow,
  ) {
    this.row = row;
    const { stopping } = ctx.jobs;
    if (stopping.aborted) this.#ending.abort(stopping.reason);
    stopping.addEventListener('abort', () => this.#ending.abort(stopping.reason), { signal: this.#ending.signal });
    this.#timer = setInterval(() => void this.change({}).catch((error: unknown) => this.#ending.abort(error)), renewal_ms);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Changes the row, runs `inSameTransaction`, and renews the lease. Rejects with `LeaseLost` if the lease is lost. */
  change(
    set: Partial<FileRow>,
    inSameTransaction: (tx: Context, row: FileRow) => Promise<void> = () => Promise.resolve(),
  ): Promise<FileRow> {
    const changed = this.#changes
      .catch(() => undefined)
      .then(() =>
        inTransaction(this.ctx, async (tx) => {
          const [row] = await tx.db
            .update(files)
            .set({ workedUntil: instantAfter(tx, lease_ms), ...set })
            .where(and(eq(files.id, this.row.id), eq(files.status, 'processing'), eq(files.attempts, this.row.attempts)))
            .returning();
          if (!row) throw new LeaseLost();
          await inSameTransaction(tx, row);
          this.row = row;
          return row;
        }),
      );
    this.#changes = changed;
    return changed;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#ending.abort(new LeaseLost());
  }
}

async function storeRenditions(lease: Lease, renditions: readonly Rendition[]): Promise<void> {
  const { ctx } = lease;
  const stored: StoredVariant[] = [];
  for (const { name, path, contentType, width, height } of renditions) {
    const { size } = await stat(path);
    const key = keyOf(lease.row.id, name);
    await ctx.storage.adopt(key, path, { contentType });
    stored.push({ name, key, contentType, size, width, height });
  }
  const names = new Set(stored.map(({ name }) => name));
  await lease.change({ variants: [...lease.row.variants.filter(({ name }) => !names.has(name)), ...stored] });
}

/** Publishes progress once per 10 %. */
function progressOf(lease: Lease): (percent: number) => void {
  let published = lease.row.progress;
  return (percent) => {
    const next = Math.min(progressMax_percent - progressStep_percent, Math.floor(percent / progressStep_percent) * progressStep_percent);
    if (next <= published) return;
    published = next;
    lease.change({ progress: next }, publishToOwner).catch((error: unknown) => {
      lease.ctx.log.debug({ err: error, fileId: lease.row.id }, 'progress was not published');
    });
  };
}

async function convertInFolder(lease: Lease, handlers: FileHandlers, folder: string): Promise<void> {
  const { ctx, row } = lease;
  const kind = uploadKindByFileType[row.type];
  const { original } = row;
  if (!isConverted(kind) || original === null) throw new NotConverted('files of this type are not converted');
  const path = await ctx.storage.asFile(original.key, join(folder, 'original'));
  if (path === null) throw new NotConverted('the uploaded file is missing from storage');
  const info = assertWithinLimits(kind, await probe(ctx.config, path, original.reader));
  let blur: string | null = row.blur;
  const task: ConversionTask = {
    kind,
    path,
    demuxer: original.reader,
    info,
    folder,
    canMapColors: info.colors !== null && (await canMapColors(ctx.config)),
    run: (command) => runFfmpeg(ctx.config, { ...command, signal: lease.signal }),
    storeRenditions: async (renditions) => {
      lease.signal.throwIfAborted();
      await storeRenditions(lease, renditions);
    },
    setBlur: (dataUrl) => (blur = dataUrl),
    onPlayable: async () => {
      const sizes = { width: info.width, height: info.height, blur, progress: playableProgress_percent };
      await lease.change(sizes, async (tx, changed) => {
        await callFileHandler(tx, handlers, changed, 'playable');
        await publishToOwner(tx, changed);
      });
    },
    onProgress: progressOf(lease),
  };
  const duration_s = await (kind === 'audio' ? convertAudio(task) : convertVideo(task));
  await settle(lease, handlers, 'finished', {
    status: 'finished',
    progress: progressMax_percent,
    width: info.width,
    height: info.height,
    duration_ms: Math.round(duration_s * 1000),
    blur,
    mimeType: mainVariant(lease.row.variants)?.contentType ?? row.mimeType,
    size: lease.row.variants.reduce((sum, { size }) => sum + size, 0),
    original: null,
  });
  await ctx.storage.remove(original.key);
}

async function settle(lease: Lease, handlers: FileHandlers, outcome: FileOutcome, set: Partial<FileRow>): Promise<void> {
  await lease.change({ ...set, workedUntil: null }, async (tx, row) => {
    await callFileHandler(tx, handlers, row, outcome);
    await publishToOwner(tx, row);
  });
}

/** The message for a permanent failure; null if a retry may succeed. */
function permanentFailure(error: unknown, { type, attempts }: FileRow): string | null {
  const kind = uploadKindByFileType[type];
  if (error instanceof ApiError && error.code !== 'service_unavailable')
    return [error.message, error.issues?.[0]?.message].filter(Boolean).join(' ');
  if (error instanceof NotConverted) return ruleTexts.readable(kind);
  return attempts >= attemptsMax ? attemptsExhaustedText : null;
}

/** Releases the lease without a result, so that another job restarts the conversion. */
async function releaseLease(lease: Lease, attempts: number): Promise<void> {
  await lease.change({ status: 'created', attempts, workedUntil: instantAfter(lease.ctx, requeueAfter_ms) });
}

/** Deletes the renditions of a file whose row is gone. True: it was deleted during the conversion, there is nothing left to do. */
async function discardIfDeleted({ ctx, row }: Lease): Promise<boolean> {
  const [existing] = await ctx.db.select({ id: files.id }).from(files).where(eq(files.id, row.id));
  if (existing) return false;
  for (const key of storageKeysOf(row)) await ctx.storage.remove(key);
  return true;
}

async function retryOrFail(lease: Lease, handlers: FileHandlers, error: unknown): Promise<void> {
  const { ctx, row } = lease;
  if (ctx.jobs.stopping.aborted) {
    await releaseLease(lease, row.attempts - 1);
    await ctx.jobs.enqueue(ctx.db, 'files/convert', { fileId: row.id });
    return;
  }
  ctx.log.warn({ err: error, fileId: row.id }, 'a file could not be converted');
  const failure = permanentFailure(error, row);
  if (failure !== null) return settle(lease, handlers, 'failed', { status: 'error', failure });
  await releaseLease(lease, row.attempts);
  throw error;
}

async function handleFailure(lease: Lease, handlers: FileHandlers, thrown: unknown): Promise<void> {
  // An abort makes ffmpeg fail too: the abort's reason is the actual cause.
  const error: unknown = lease.signal.aborted ? lease.signal.reason : thrown;
  if ((await discardIfDeleted(lease)) || error instanceof LeaseLost) return;
  try {
    await retryOrFail(lease, handlers, error);
  } catch (failed) {
    if (!(failed instanceof LeaseLost)) throw failed;
    // Deleted or taken over while the failure was being recorded.
    await discardIfDeleted(lease);
  }
}

/**
 * Converts a file. Does nothing if it is finished, deleted, or leased by another worker. Rejects if it should be retried. If this
 * worker closes, the conversion is aborted, and another worker restarts it.
 */
export async function convertFile(ctx: Context, id: string, handlers: FileHandlers): Promise<void> {
  const row = await acquireLease(ctx, id);
  if (!row) return;
  const lease = new Lease(ctx, row);
  try {
    // A worker that died has used up an attempt.
    if (row.attempts > attemptsMax) await settle(lease, handlers, 'failed', { status: 'error', failure: attemptsExhaustedText });
    else await inWorkspace(ctx.config, (folder) => convertInFolder(lease, handlers, folder));
  } catch (error) {
    await handleFailure(lease, handlers, error);
  } finally {
    lease.end();
  }
}

/** Enqueues again the files whose worker died or whose job was lost; returns their number. */
export async function resumeConversions(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const stale = await tx.db
      .update(files)
      .set({ status: 'created', workedUntil: instantAfter(tx, requeueAfter_ms) })
      .where(
        and(
          or(eq(files.status, 'created'), eq(files.status, 'processing')),
          isNotNull(files.original),
          lt(files.workedUntil, tx.clock.now()),
        ),
      )
      .returning({ id: files.id });
    for (const { id } of stale) await tx.jobs.enqueue(tx.db, 'files/convert', { fileId: id });
    return stale.length;
  });
}

/** Retries a failed file and returns it. Null if it has not failed, or its original is gone. */
export async function retryConversion(ctx: Context, row: FileRow): Promise<FileRow | null> {
  return inTransaction(ctx, async (tx) => {
    const [retried] = await tx.db
      .update(files)
      .set({ status: 'created', failure: null, progress: 0, attempts: 0, variants: [], workedUntil: instantAfter(tx, requeueAfter_ms) })
      .where(and(eq(files.id, row.id), eq(files.status, 'error'), isNotNull(files.original)))
      .returning();
    if (!retried) return null;
    await tx.jobs.enqueue(tx.db, 'files/convert', { fileId: row.id });
    return retried;
  });
}
