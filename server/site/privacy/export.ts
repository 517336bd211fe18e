/**
 * Exports of personal data: one at a time per account, requested after recent authentication, created by a job, stored for some
 * days. When a worker dies, another one continues.
 */
import { and, eq, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { DataExport as DataExportSchema } from '@contract/site/privacy';
import { inTransaction, type Context } from '../../platform/context';
import { dataExports } from '../../platform/db/schema/privacy';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { fileResponse, findFile, removeFile } from '../../platform/media/files';
import { lockAccount } from '../../people/people/rows';
import { assertReauthenticated } from '../../people/sessions/sessions';
import { instantAfter, publishExportState, requeueAfter_ms, type ExportRow } from './export-state';

export type DataExport = z.output<typeof DataExportSchema>;

const none: DataExport = { status: 'none', progress: 0, size: null, url: null, askedAt: null, expiresAt: null };

const isRunning = ({ status }: ExportRow): boolean => status === 'waiting' || status === 'running';

async function responseOf(ctx: Context, actor: Actor, row: ExportRow): Promise<DataExport> {
  const file = row.status === 'ready' ? await findFile(ctx, row.id) : null;
  return {
    status: row.status,
    progress: row.progress,
    size: row.size,
    url: file && fileResponse(ctx, file, actor).downloadUrl,
    askedAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
}

/** The state of the last requested export, with a download URL for its owner while it is stored. */
export async function exportOf(ctx: Context, actor: Actor): Promise<DataExport> {
  const [row] = await ctx.db.select().from(dataExports).where(eq(dataExports.accountId, actor.id));
  return row ? responseOf(ctx, actor, row) : none;
}

/** Requests an export and removes the previous one. Rejects with reauthentication_required and export_running. */
export async function requestExport(ctx: Context, actor: Actor): Promise<DataExport> {
  await assertReauthenticated(ctx, actor);
  const { before, row } = await inTransaction(ctx, async (tx) => {
    // Concurrent requests are serialized by this lock.
    await lockAccount(tx, actor.id);
    const [existing] = await tx.db.select().from(dataExports).where(eq(dataExports.accountId, actor.id));
    if (existing && isRunning(existing)) fail('export_running');
    const now = tx.clock.now();
    const fresh = {
      id: tx.random.id(),
      status: 'waiting',
      progress: 0,
      attempts: 0,
      workedUntil: instantAfter(tx, requeueAfter_ms),
      size: null,
      createdAt: now,
      expiresAt: null,
    } as const;
    const [inserted] = await tx.db
      .insert(dataExports)
      .values({ accountId: actor.id, ...fresh })
      .onConflictDoUpdate({ target: dataExports.accountId, set: fresh })
      .returning();
    if (!inserted) throw new Error('an insert answers its row');
    await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: inserted.id });
    await publishExportState(tx, inserted);
    return { before: existing, row: inserted };
  });
  if (before) await removeFile(ctx, before.id);
  return responseOf(ctx, actor, row);
}

/** Removes expired exports. The files are removed first: an interrupted removal is repeated. */
async function removeExpired(ctx: Context): Promise<void> {
  const due = and(eq(dataExports.status, 'ready'), lte(dataExports.expiresAt, ctx.clock.now()));
  const rows = await ctx.db.select().from(dataExports).where(due);
  for (const row of rows) {
    await removeFile(ctx, row.id);
    await ctx.db
      .update(dataExports)
      .set({ status: 'expired' })
      .where(and(eq(dataExports.id, row.id), due));
  }
}

/** Queues exports again whose worker died or whose job was lost. */
async function requeueLost(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const status of ['running', 'waiting'] as const) {
      const lost = await tx.db
        .update(dataExports)
        .set({ status: 'waiting', workedUntil: instantAfter(tx, requeueAfter_ms) })
        .where(and(eq(dataExports.status, status), lte(dataExports.workedUntil, tx.clock.now())))
        .returning({ id: dataExports.id });
      for (const { id } of lost) await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: id });
    }
  });
}

/** Periodic maintenance. Idempotent. */
export async function maintainExports(ctx: Context): Promise<void> {
  await requeueLost(ctx);
  await removeExpired(ctx);
}
