/** Creating one export, by one worker at a time: it holds a lease on the export and renews it. */
import { stat } from 'node:fs/promises';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { dataExports } from '../../platform/db/schema/privacy';
import { sendMail } from '../../platform/mail/mail';
import { attachFile, insertFile, markFinished, removeFile, type NewFile } from '../../platform/media/files';
import { downloadName, keyOf } from '../../platform/media/pictures/variants';
import { inWorkspace } from '../../platform/media/converting/workspace';
import { notifySecurity } from '../../people/notifications/security';
import { accountPath } from '../../people/people/change';
import { findAccount, nameOf, type AccountRow } from '../../people/people/rows';
import { makeArchive } from './archive';
import { instantAfter, publishExportState, requeueAfter_ms, type ExportRow } from './export-state';

const lease_ms = 30_000;
const renewal_ms = 8_000;
const attemptsMax = 3;
const progressStep_percent = 10;
const progressMax_percent = 100;
const contentType = 'application/zip';

/** The export was requested again, or another worker has it: the result of this worker is discarded. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

async function acquireLease(ctx: Context, id: string): Promise<ExportRow | null> {
  const isFree = or(
    eq(dataExports.status, 'waiting'),
    and(eq(dataExports.status, 'running'), lte(dataExports.workedUntil, ctx.clock.now())),
  );
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ status: 'running', progress: 0, workedUntil: instantAfter(tx, lease_ms), attempts: sql`${dataExports.attempts} + 1` })
      .where(and(eq(dataExports.id, id), isFree))
      .returning();
    if (row) await publishExportState(tx, row);
    return row ?? null;
  });
}

/**
 * Updates the export that this worker leases, emits its state, and runs `inSameTransaction`. Rejects with `LeaseLost` when the lease
 * is over.
 */
async function updateExport(
  ctx: Context,
  leased: ExportRow,
  set: Partial<ExportRow>,
  inSameTransaction: (tx: Context) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ workedUntil: instantAfter(tx, lease_ms), ...set })
      .where(and(eq(dataExports.id, leased.id), eq(dataExports.status, 'running'), eq(dataExports.attempts, leased.attempts)))
      .returning();
    if (!row) throw new LeaseLost();
    if (set.progress !== undefined || set.status !== undefined) await publishExportState(tx, row);
    await inSameTransaction(tx);
  });
}

async function notifyReady(tx: Context, account: AccountRow, { id }: ExportRow, until: Date): Promise<void> {
  await notifySecurity(tx, account, { text: 'Your data archive is ready to download.', section: 'export', event: `export:${id}` });
  if (account.email === null) return;
  const link = `${tx.config.siteUrl}${accountPath(account)}?section=export`;
  await sendMail(tx, 'export-ready', account.email, { name: nameOf(account), until, link });
}

/** Stores the ZIP as a file of the owner. A file that an earlier attempt left behind is removed first. */
async function store(ctx: Context, row: ExportRow, account: AccountRow, path: string): Promise<void> {
  const { size } = await stat(path);
  await removeFile(ctx, row.id);
  const key = keyOf(row.id, downloadName);
  const name = `${account.username ?? 'account'}-${row.createdAt.toISOString().slice(0, 10)}.zip`;
  const sizes = { width: null, height: null };
  const newFile: NewFile = {
    id: row.id,
    ownerId: account.id,
    type: 'export',
    name,
    mimeType: contentType,
    size,
    status: 'processing',
    ...sizes,
    duration_ms: null,
    original: null,
    blur: null,
    variants: [{ name: downloadName, key, contentType, size, ...sizes }],
  };
  const file = await insertFile(ctx, newFile, () => ctx.storage.adopt(key, path, { contentType }));
  await markFinished(ctx, file);
  const until = instantAfter(ctx, limits.exportRetention_s * 1000);
  await updateExport(
    ctx,
    row,
    { status: 'ready', progress: progressMax_percent, size, expiresAt: until, workedUntil: null },
    async (tx) => {
      await attachFile(tx, row.id, { kind: 'export', id: account.id });
      await notifyReady(tx, account, row, until);
    },
  );
}

async function work(ctx: Context, row: ExportRow, controller: AbortController): Promise<void> {
  const account = await findAccount(ctx, row.accountId);
  if (!account) throw new LeaseLost();
  let reported = 0;
  const onProgress = (percent: number): void => {
    const next = Math.min(progressMax_percent - progressStep_percent, Math.floor(percent / progressStep_percent) * progressStep_percent);
    if (next <= reported) return;
    reported = next;
    updateExport(ctx, row, { progress: next }).catch((error: unknown) => controller.abort(error));
  };
  await inWorkspace(ctx.config, async (folder) => {
    const path = await makeArchive(ctx, account, folder, { onProgress, signal: controller.signal });
    await store(ctx, row, account, path);
  });
}

/** Releases an export that was not created: for another attempt, or as failed. Returns whether to try again. */
async function release(ctx: Context, row: ExportRow, error: unknown): Promise<boolean> {
  const isStopping = ctx.jobs.stopping.aborted;
  if (!isStopping) ctx.log.warn({ err: error, exportId: row.id }, 'a data export failed');
  const isOver = !isStopping && row.attempts >= attemptsMax;
  const state = isOver
    ? ({ status: 'failed', workedUntil: null } as const)
    : ({
        status: 'waiting',
        attempts: isStopping ? row.attempts - 1 : row.attempts,
        workedUntil: instantAfter(ctx, requeueAfter_ms),
      } as const);
  await updateExport(ctx, row, state, async (tx) => {
    if (isStopping) await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: row.id });
  });
  return !isOver && !isStopping;
}

/** Creates one export. Does nothing when it exists, is no longer wanted, or another worker has it. */
export async function makeExport(ctx: Context, exportId: string): Promise<void> {
  const row = await acquireLease(ctx, exportId);
  if (!row) return;
  const controller = new AbortController();
  const abort = (): void => controller.abort(ctx.jobs.stopping.reason);
  ctx.jobs.stopping.addEventListener('abort', abort, { signal: controller.signal });
  const timer = setInterval(() => void updateExport(ctx, row, {}).catch((error: unknown) => controller.abort(error)), renewal_ms);
  try {
    await work(ctx, row, controller);
  } catch (thrown) {
    const error: unknown = controller.signal.aborted ? controller.signal.reason : thrown;
    if (error instanceof LeaseLost) return;
    if (await release(ctx, row, error)) throw error;
  } finally {
    clearInterval(timer);
    controller.abort();
  }
}
