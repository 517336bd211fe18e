/**
 * The work on one file, by one worker at a time: it holds the file by a lease that it renews, so that a file whose worker died
 * is taken up by another within a minute or two. Progress, success and failure are written and told in one transaction each.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { File } from '@contract/kernel/entities';
import { errors } from '@contract/kernel/errors';
import { kindOfFile } from '@contract/values';
import { inTransaction, type Context } from '../../context';
import { files, type StoredVariant } from '../../db/schema/files';
import { publish } from '../../outbox/publish';
import { Refusal } from '../../../kernel/api-error';
import { isConverted, rules } from '../content';
import { convertSound, convertVideo, NotConverted, type Made, type Work } from './conversions';
import { convert } from './ffmpeg';
import { fileAnswer, type FileRow } from '../files';
import { canMapColours } from '../pictures/picture-filters';
import { assertWithin, probe } from './probe';
import { tellUser, type FileOutcome, type FileSettledBy } from '../../../media/settled';
import { keyOf, mainVariant, placesOf } from '../pictures/variants';
import { inWorkspace } from './workspace';

const lease_ms = 30_000;
const renewal_ms = 8_000;
/** A file that waits in the queue is put there again after this long, should its job have been lost. */
const waiting_ms = 900_000;
const attemptsMax = 3;
const tenth = 10;
const whole = 100;
const playableAt = 40;
const gaveUp = 'The conversion was tried several times and did not come to its end. Please try again later.';

/** The file is gone, or another worker has it: nothing of this work counts any more. */
class Lost extends Error {
  override name = 'Lost';
}

const after = (ctx: Pick<Context, 'clock'>, span_ms: number): Date => new Date(ctx.clock.now().getTime() + span_ms);

/** Tells the owner, in the transaction of the change. */
async function tellOwner(tx: Context, row: FileRow): Promise<void> {
  const answer = File.encode(fileAnswer(tx, row, { id: row.ownerId, rights: [] }));
  await publish(tx, 'file/processed', [`account:${row.ownerId}`], answer);
}

/** Takes the file for this worker, or answers null when it needs no work, or another is at it. */
async function take(ctx: Context, id: string): Promise<FileRow | null> {
  const [row] = await ctx.db
    .update(files)
    .set({ status: 'processing', workedUntil: after(ctx, lease_ms), attempts: sql`${files.attempts} + 1` })
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

/** One worker's hold on a file. */
class Hold {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  row: FileRow;
  /** Changes of the row, one after the other. */
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

  /** Changes the row in a transaction, in which `beside` runs too; renews the lease. Rejects with `Lost` when the hold is over. */
  change(set: Partial<FileRow>, beside: (tx: Context, row: FileRow) => Promise<void> = () => Promise.resolve()): Promise<FileRow> {
    const changed = this.#changes
      .catch(() => undefined)
      .then(() =>
        inTransaction(this.ctx, async (tx) => {
          const [row] = await tx.db
            .update(files)
            .set({ workedUntil: after(tx, lease_ms), ...set })
            .where(and(eq(files.id, this.row.id), eq(files.status, 'processing'), eq(files.attempts, this.row.attempts)))
            .returning();
          if (!row) throw new Lost();
          await beside(tx, row);
          this.row = row;
          return row;
        }),
      );
    this.#changes = changed;
    return changed;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#ending.abort(new Lost());
  }
}

async function keep(hold: Hold, made: readonly Made[]): Promise<void> {
  const { ctx } = hold;
  const stored: StoredVariant[] = [];
  for (const { name, path, contentType, width, height } of made) {
    const { size } = await stat(path);
    const key = keyOf(hold.row.id, name);
    await ctx.storage.adopt(key, path, { contentType });
    stored.push({ name, key, contentType, size, width, height });
  }
  const names = new Set(stored.map(({ name }) => name));
  await hold.change({ variants: [...hold.row.variants.filter(({ name }) => !names.has(name)), ...stored] });
}

/** Tells of each tenth once. */
function progressOf(hold: Hold): (percent: number) => void {
  let told = hold.row.progress;
  return (percent) => {
    const next = Math.min(whole - tenth, Math.floor(percent / tenth) * tenth);
    if (next <= told) return;
    told = next;
    hold.change({ progress: next }, tellOwner).catch((error: unknown) => {
      hold.ctx.log.debug({ err: error, fileId: hold.row.id }, 'progress was not told');
    });
  };
}

async function convertIn(hold: Hold, settledBy: FileSettledBy, folder: string): Promise<void> {
  const { ctx, row } = hold;
  const kind = kindOfFile[row.type];
  const { original } = row;
  if (!isConverted(kind) || original === null) throw new NotConverted('this file is not converted');
  const path = await ctx.storage.asFile(original.key, join(folder, 'original'));
  if (path === null) throw new NotConverted('the upload is not in storage');
  const found = assertWithin(kind, await probe(ctx.config, path, original.reader));
  let blur: string | null = row.blur;
  const work: Work = {
    kind,
    path,
    reader: original.reader,
    found,
    folder,
    canMapColours: found.colours !== null && (await canMapColours(ctx.config)),
    run: (conversion) => convert(ctx.config, { ...conversion, signal: hold.signal }),
    keep: async (made) => {
      hold.signal.throwIfAborted();
      await keep(hold, made);
    },
    blur: (address) => (blur = address),
    playable: async () => {
      const sizes = { width: found.width, height: found.height, blur, progress: playableAt };
      await hold.change(sizes, async (tx, changed) => {
        await tellUser(tx, settledBy, changed, 'playable');
        await tellOwner(tx, changed);
      });
    },
    progress: progressOf(hold),
  };
  const length_s = await (kind === 'audio' ? convertSound(work) : convertVideo(work));
  await settle(hold, settledBy, 'finished', {
    status: 'finished',
    progress: whole,
    width: found.width,
    height: found.height,
    duration_ms: Math.round(length_s * 1000),
    blur,
    mimeType: mainVariant(hold.row.variants)?.contentType ?? row.mimeType,
    size: hold.row.variants.reduce((sum, { size }) => sum + size, 0),
    original: null,
  });
  await ctx.storage.remove(original.key);
}

async function settle(hold: Hold, settledBy: FileSettledBy, outcome: FileOutcome, set: Partial<FileRow>): Promise<void> {
  await hold.change({ ...set, workedUntil: null }, async (tx, row) => {
    await tellUser(tx, settledBy, row, outcome);
    await tellOwner(tx, row);
  });
}

/** Why it will never be done, in words for its owner; null when another try may succeed. */
function hopeless(error: unknown, { type, attempts }: FileRow): string | null {
  const kind = kindOfFile[type];
  if (error instanceof Refusal && error.code !== 'service_unavailable')
    return [error.message, error.issues?.[0]?.message].filter(Boolean).join(' ');
  if (error instanceof NotConverted) return `${errors.file_unreadable[1]} ${rules.readable(kind)}`;
  return attempts >= attemptsMax ? gaveUp : null;
}

/** Lets go of a file without a result, so that a job can begin anew. */
async function letGo(hold: Hold, attempts: number): Promise<void> {
  await hold.change({ status: 'created', attempts, workedUntil: after(hold.ctx, waiting_ms) });
}

async function recover(hold: Hold, settledBy: FileSettledBy, thrown: unknown): Promise<void> {
  const { ctx, row } = hold;
  // What ended the work from outside makes the converter fail too: the first cause counts.
  const error: unknown = hold.signal.aborted ? hold.signal.reason : thrown;
  const [there] = await ctx.db.select({ id: files.id }).from(files).where(eq(files.id, row.id));
  // Removed meanwhile: what this work has left since goes too.
  if (!there) for (const key of placesOf(row)) await ctx.storage.remove(key);
  if (!there || error instanceof Lost) return;
  if (ctx.jobs.stopping.aborted) {
    await letGo(hold, row.attempts - 1);
    await ctx.jobs.enqueue(ctx.db, 'files/convert', { fileId: row.id });
    return;
  }
  ctx.log.warn({ err: error, fileId: row.id }, 'a file was not converted');
  const failure = hopeless(error, row);
  if (failure !== null) return settle(hold, settledBy, 'failed', { status: 'error', failure });
  await letGo(hold, row.attempts);
  throw error;
}

/**
 * Makes one file ready. Nothing happens when it is, when it is gone, or while another worker is at it. Rejects when it should be
 * tried again. When the worker closes it ends early; another then begins anew.
 */
export async function convertFile(ctx: Context, id: string, settledBy: FileSettledBy): Promise<void> {
  const row = await take(ctx, id);
  if (!row) return;
  const hold = new Hold(ctx, row);
  try {
    // A worker that died takes an attempt with it.
    if (row.attempts > attemptsMax) await settle(hold, settledBy, 'failed', { status: 'error', failure: gaveUp });
    else await inWorkspace(ctx.config, (folder) => convertIn(hold, settledBy, folder));
  } catch (error) {
    await recover(hold, settledBy, error);
  } finally {
    hold.end();
  }
}

/** Puts files into the queue again whose worker died, or whose job was lost; answers how many. */
export async function resumeConversions(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const left = await tx.db
      .update(files)
      .set({ status: 'created', workedUntil: after(tx, waiting_ms) })
      .where(
        and(
          or(eq(files.status, 'created'), eq(files.status, 'processing')),
          isNotNull(files.original),
          lt(files.workedUntil, tx.clock.now()),
        ),
      )
      .returning({ id: files.id });
    for (const { id } of left) await tx.jobs.enqueue(tx.db, 'files/convert', { fileId: id });
    return left.length;
  });
}

/** Tries a failed file again and answers it. Null when it has not failed, or there is nothing left to try with. */
export async function retryConversion(ctx: Context, row: FileRow): Promise<FileRow | null> {
  return inTransaction(ctx, async (tx) => {
    const [again] = await tx.db
      .update(files)
      .set({ status: 'created', failure: null, progress: 0, attempts: 0, variants: [], workedUntil: after(tx, waiting_ms) })
      .where(and(eq(files.id, row.id), eq(files.status, 'error'), isNotNull(files.original)))
      .returning();
    if (!again) return null;
    await tx.jobs.enqueue(tx.db, 'files/convert', { fileId: row.id });
    return again;
  });
}
