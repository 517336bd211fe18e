/** Documents of performers are not kept for ever: they go so many days after an operator decided on them as the site says. */
import { and, asc, eq, exists, inArray, lte } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import { auditOfSite } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/schema';
import { detachFile, removeFile } from '../../platform/media/files';

const batch = 100;

/** Takes the documents of one performer away, unless they are wanted again; answers the files that nothing uses any more. */
async function drop(ctx: Context, performerId: string, before: Date): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const [still] = await tx.db
      .select({ decidedAt: performers.decidedAt })
      .from(performers)
      .where(and(eq(performers.accountId, performerId), isDecided, lte(performers.decidedAt, before)))
      .for('update');
    if (!still) return [];
    const gone = await tx.db.delete(performerDocuments).where(eq(performerDocuments.performerId, performerId)).returning();
    for (const { fileId } of gone) await detachFile(tx, fileId);
    if (gone.length > 0)
      await auditOfSite(tx, {
        action: 'documents.expired',
        targetType: 'account',
        targetId: performerId,
        before: { documents: gone.map(({ type }) => type) },
        after: { documents: [] },
      });
    return gone.map(({ fileId }) => fileId);
  });
}

/** New documents wait for a new decision. */
const isDecided = inArray(performers.verification, ['approved', 'rejected']);

/** Removes the documents whose time is over. Running twice is the same as once; what fails is tried again the next night. */
export async function dropOldDocuments(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.settings.values().documentRetentionDays * day_ms);
  const due = await ctx.db
    .select({ id: performers.accountId })
    .from(performers)
    .where(
      and(
        isDecided,
        lte(performers.decidedAt, before),
        exists(ctx.db.select().from(performerDocuments).where(eq(performerDocuments.performerId, performers.accountId))),
      ),
    )
    .orderBy(asc(performers.decidedAt))
    .limit(batch);
  for (const { id } of due) for (const fileId of await drop(ctx, id, before)) await removeFile(ctx, fileId);
  if (due.length === batch) await dropOldDocuments(ctx);
}
