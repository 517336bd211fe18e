/** Holds on files that are evidence of a report: a held file is not deleted, even if nothing uses it anymore. */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { files } from '../db/schema/files';
import { fileHolds } from '../db/schema/safety';

type HoldContext = Pick<Context, 'db' | 'clock'>;

const isActiveAt = (now: Date): SQL | undefined => or(isNull(fileHolds.until), gt(fileHolds.until, now));

/**
 * Holds the files that are still attached for a report, in the transaction of `tx`, and returns their ids. A deletion detaches a file
 * first, so attached files are not being deleted.
 */
export async function holdFiles(tx: Pick<Context, 'db'>, ids: readonly string[], reportId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const used = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...ids]), isNotNull(files.attachedKind)))
    .orderBy(files.id)
    .for('share');
  if (used.length > 0) await tx.db.insert(fileHolds).values(used.map(({ id }) => ({ fileId: id, reportId })));
  const usedIds = new Set(used.map(({ id }) => id));
  return ids.filter((id) => usedIds.has(id));
}

/** Sets the end of a report's holds. After it the sweep deletes unused files. */
export async function setHoldEnd(tx: Pick<Context, 'db'>, reportId: string, until: Date): Promise<void> {
  await tx.db.update(fileHolds).set({ until }).where(eq(fileHolds.reportId, reportId));
}

/** Whether a file is held. Deletes expired holds. */
export async function isHeld(ctx: HoldContext, fileId: string): Promise<boolean> {
  await ctx.db.delete(fileHolds).where(and(eq(fileHolds.fileId, fileId), lte(fileHolds.until, ctx.clock.now())));
  return isEvidence(ctx, fileId);
}

/** The condition that a file is not held. */
export const notHeld = (now: Date): SQL =>
  sql`not exists (select from ${fileHolds} where ${fileHolds.fileId} = ${files.id} and (${fileHolds.until} is null or ${fileHolds.until} > ${now.toISOString()}::timestamptz))`;

/** Whether a file is evidence of a report: operators may then see it. */
export async function isEvidence(ctx: HoldContext, fileId: string): Promise<boolean> {
  return (await ctx.db.$count(fileHolds, and(eq(fileHolds.fileId, fileId), isActiveAt(ctx.clock.now())))) > 0;
}
