/** Files that are kept although what used them may let them go: nothing erases one that is held. */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { files } from '../db/schema/files';
import { fileHolds } from '../db/schema/safety';

type World = Pick<Context, 'db' | 'clock'>;

const holdsAt = (now: Date): SQL | undefined => or(isNull(fileHolds.until), gt(fileHolds.until, now));

/**
 * Holds those of the files that are still used, in the transaction of `tx`, and answers their ids: whoever erases one lets go of
 * it first, so that one that is used now is not being erased. `heldBy` reads like `report:<id>`.
 */
export async function holdFiles(tx: Pick<Context, 'db'>, ids: readonly string[], heldBy: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const used = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...ids]), isNotNull(files.attachedTo)))
    .orderBy(files.id)
    .for('share');
  if (used.length > 0) await tx.db.insert(fileHolds).values(used.map(({ id }) => ({ fileId: id, heldBy })));
  const there = new Set(used.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

/** Says until when the files are held; the sweep takes what nothing uses then. */
export async function holdUntil(tx: Pick<Context, 'db'>, heldBy: string, until: Date): Promise<void> {
  await tx.db.update(fileHolds).set({ until }).where(eq(fileHolds.heldBy, heldBy));
}

/** Whether anything holds a file; holds that are over are forgotten. */
export async function isHeld(ctx: World, fileId: string): Promise<boolean> {
  const now = ctx.clock.now();
  await ctx.db.delete(fileHolds).where(and(eq(fileHolds.fileId, fileId), lte(fileHolds.until, now)));
  return (await ctx.db.$count(fileHolds, and(eq(fileHolds.fileId, fileId), holdsAt(now)))) > 0;
}

/** The condition that nothing holds a file. */
export const notHeld = (now: Date): SQL =>
  sql`not exists (select from ${fileHolds} where ${fileHolds.fileId} = ${files.id} and (${fileHolds.until} is null or ${fileHolds.until} > ${now.toISOString()}::timestamptz))`;

/** Whether a report holds a file: operators may see it then, whoever it was for. */
export async function isEvidence(ctx: World, fileId: string): Promise<boolean> {
  const isReport = sql`${fileHolds.heldBy} like 'report:%'`;
  return (await ctx.db.$count(fileHolds, and(eq(fileHolds.fileId, fileId), isReport, holdsAt(ctx.clock.now())))) > 0;
}
