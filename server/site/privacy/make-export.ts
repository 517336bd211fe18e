/** The work on one archive, by one worker at a time: it holds the archive by a lease that it renews. */
import { stat } from 'node:fs/promises';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { dataExports } from '../../platform/db/schema/schema';
import { sendMail } from '../../mail/mail';
import { attachFile, begin, finish, removeFile, type Begun } from '../../platform/media/files';
import { downloadName, keyOf } from '../../platform/media/pictures/variants';
import { inWorkspace } from '../../platform/media/converting/workspace';
import { notifySecurity } from '../../people/notifications/notifications';
import { accountPath, findAccount, nameOf, type AccountRow } from '../../modules/people/people';
import { makeArchive } from './archive';
import { after, tellExport, waiting_ms, type ExportRow } from '../../modules/privacy/export-state';

const lease_ms = 30_000;
const renewal_ms = 8_000;
const attemptsMax = 3;
const tenth = 10;
const whole = 100;
const contentType = 'application/zip';

/** It was asked for anew, or another worker has it: nothing of this work counts any more. */
class Lost extends Error {
  override name = 'Lost';
}

async function take(ctx: Context, id: string): Promise<ExportRow | null> {
  const isFree = or(
    eq(dataExports.status, 'waiting'),
    and(eq(dataExports.status, 'running'), lte(dataExports.workedUntil, ctx.clock.now())),
  );
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ status: 'running', progress: 0, workedUntil: after(tx, lease_ms), attempts: sql`${dataExports.attempts} + 1` })
      .where(and(eq(dataExports.id, id), isFree))
      .returning();
    if (row) await tellExport(tx, row);
    return row ?? null;
  });
}

/** Changes the archive that this worker holds, tells its owner and does what belongs to it; rejects with `Lost` when the hold is over. */
async function change(
  ctx: Context,
  held: ExportRow,
  set: Partial<ExportRow>,
  beside: (tx: Context) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ workedUntil: after(tx, lease_ms), ...set })
      .where(and(eq(dataExports.id, held.id), eq(dataExports.status, 'running'), eq(dataExports.attempts, held.attempts)))
      .returning();
    if (!row) throw new Lost();
    if (set.progress !== undefined || set.status !== undefined) await tellExport(tx, row);
    await beside(tx);
  });
}

async function tellReady(tx: Context, account: AccountRow, { id }: ExportRow, until: Date): Promise<void> {
  await notifySecurity(tx, account, { text: 'The archive of your data is ready.', section: 'export', event: `export:${id}` });
  if (account.email === null) return;
  const link = `${tx.config.siteUrl}${accountPath(account)}?section=export`;
  await sendMail(tx, 'export-ready', account.email, { name: nameOf(account), until, link });
}

/** Brings the ZIP into storage as a file of hers. What an earlier try left there goes first. */
async function store(ctx: Context, row: ExportRow, account: AccountRow, path: string): Promise<void> {
  const { size } = await stat(path);
  await removeFile(ctx, row.id);
  const key = keyOf(row.id, downloadName);
  const name = `${account.username ?? 'account'}-${row.createdAt.toISOString().slice(0, 10)}.zip`;
  const sizes = { width: null, height: null };
  const begun: Begun = {
    ...{ id: row.id, ownerId: account.id, type: 'export', name, mimeType: contentType, size, status: 'processing' },
    ...{ ...sizes, duration_ms: null, original: null, blur: null },
    variants: [{ name: downloadName, key, contentType, size, ...sizes }],
  };
  const file = await begin(ctx, begun, () => ctx.storage.adopt(key, path, { contentType }));
  await finish(ctx, file);
  const until = after(ctx, limits.exportKept_s * 1000);
  await change(ctx, row, { status: 'ready', progress: whole, size, expiresAt: until, workedUntil: null }, async (tx) => {
    await attachFile(tx, row.id, `export:${account.id}`);
    await tellReady(tx, account, row, until);
  });
}

async function work(ctx: Context, row: ExportRow, ending: AbortController): Promise<void> {
  const account = await findAccount(ctx, row.accountId);
  if (!account) throw new Lost();
  let told = 0;
  const progress = (percent: number): void => {
    const next = Math.min(whole - tenth, Math.floor(percent / tenth) * tenth);
    if (next <= told) return;
    told = next;
    change(ctx, row, { progress: next }).catch((error: unknown) => ending.abort(error));
  };
  await inWorkspace(ctx.config, async (folder) => {
    const path = await makeArchive(ctx, account, folder, { progress, signal: ending.signal });
    await store(ctx, row, account, path);
  });
}

/** Lets go of an archive that was not made: for another try, or for good. Answers whether to try again. */
async function letGo(ctx: Context, row: ExportRow, error: unknown): Promise<boolean> {
  const isStopping = ctx.jobs.stopping.aborted;
  if (!isStopping) ctx.log.warn({ err: error, exportId: row.id }, 'an archive was not made');
  const isOver = !isStopping && row.attempts >= attemptsMax;
  const state = isOver
    ? ({ status: 'failed', workedUntil: null } as const)
    : ({ status: 'waiting', attempts: isStopping ? row.attempts - 1 : row.attempts, workedUntil: after(ctx, waiting_ms) } as const);
  await change(ctx, row, state, async (tx) => {
    if (isStopping) await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: row.id });
  });
  return !isOver && !isStopping;
}

/** Makes one archive. Nothing happens when it is there, when it is not wanted any more, or while another worker is at it. */
export async function makeExport(ctx: Context, exportId: string): Promise<void> {
  const row = await take(ctx, exportId);
  if (!row) return;
  const ending = new AbortController();
  const end = (): void => ending.abort(ctx.jobs.stopping.reason);
  ctx.jobs.stopping.addEventListener('abort', end, { signal: ending.signal });
  const timer = setInterval(() => void change(ctx, row, {}).catch((error: unknown) => ending.abort(error)), renewal_ms);
  try {
    await work(ctx, row, ending);
  } catch (thrown) {
    const error: unknown = ending.signal.aborted ? ending.signal.reason : thrown;
    if (error instanceof Lost) return;
    if (await letGo(ctx, row, error)) throw error;
  } finally {
    clearInterval(timer);
    ending.abort();
  }
}
