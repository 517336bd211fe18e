/**
 * Archives of somebody's data: one at a time, asked for by whoever has just proved who she is, made by a job, kept for some
 * days. What a worker leaves that dies is taken up by another.
 */
import { and, eq, lte } from 'drizzle-orm';
import type { z } from 'zod';
import type { DataExport as DataExportSchema } from '@contract/privacy';
import { inTransaction, type Context } from '../../platform/context';
import { dataExports } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { fileAnswer, findFile, removeFile } from '../../platform/media/files';
import { lockAccount } from '../../modules/people/people';
import { assertProven } from '../../people/sessions/sessions';
import { after, tellExport, waiting_ms, type ExportRow } from '../../modules/privacy/export-state';

export type DataExport = z.output<typeof DataExportSchema>;

const none: DataExport = { status: 'none', progress: 0, size: null, url: null, askedAt: null, expiresAt: null };

const isUnderWay = ({ status }: ExportRow): boolean => status === 'waiting' || status === 'running';

async function answerOf(ctx: Context, actor: Actor, row: ExportRow): Promise<DataExport> {
  const file = row.status === 'ready' ? await findFile(ctx, row.id) : null;
  return {
    status: row.status,
    progress: row.progress,
    size: row.size,
    url: file && fileAnswer(ctx, file, actor).downloadUrl,
    askedAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
}

/** The archive that she asked for last, with an address for her alone while it is there. */
export async function exportOf(ctx: Context, actor: Actor): Promise<DataExport> {
  const [row] = await ctx.db.select().from(dataExports).where(eq(dataExports.accountId, actor.id));
  return row ? answerOf(ctx, actor, row) : none;
}

/** Asks for an archive; the one before goes. Refuses with reauthentication_required and export_running. */
export async function askForExport(ctx: Context, actor: Actor): Promise<DataExport> {
  await assertProven(ctx, actor);
  const { before, row } = await inTransaction(ctx, async (tx) => {
    // Two that ask at once follow each other here.
    await lockAccount(tx, actor.id);
    const [known] = await tx.db.select().from(dataExports).where(eq(dataExports.accountId, actor.id));
    if (known && isUnderWay(known)) fail('export_running');
    const now = tx.clock.now();
    const fresh = {
      id: tx.chance.id(),
      status: 'waiting',
      progress: 0,
      attempts: 0,
      workedUntil: after(tx, waiting_ms),
      size: null,
      createdAt: now,
      expiresAt: null,
    } as const;
    const [asked] = await tx.db
      .insert(dataExports)
      .values({ accountId: actor.id, ...fresh })
      .onConflictDoUpdate({ target: dataExports.accountId, set: fresh })
      .returning();
    if (!asked) throw new Error('an insert answers its row');
    await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: asked.id });
    await tellExport(tx, asked);
    return { before: known, row: asked };
  });
  if (before) await removeFile(ctx, before.id);
  return answerOf(ctx, actor, row);
}

/** Takes archives away that have had their time. The files go first: what is interrupted is done again. */
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

/** Puts archives into the queue again whose worker died, or whose job was lost. */
async function resume(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const status of ['running', 'waiting'] as const) {
      const left = await tx.db
        .update(dataExports)
        .set({ status: 'waiting', workedUntil: after(tx, waiting_ms) })
        .where(and(eq(dataExports.status, status), lte(dataExports.workedUntil, tx.clock.now())))
        .returning({ id: dataExports.id });
      for (const { id } of left) await tx.jobs.enqueue(tx.db, 'privacy/export', { exportId: id });
    }
  });
}

/** What is done by the clock. Running twice is the same as once. */
export async function tendExports(ctx: Context): Promise<void> {
  await resume(ctx);
  await removeExpired(ctx);
}
