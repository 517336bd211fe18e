/** Retention of identity documents: they are deleted a configured number of days after an operator's decision. */
import { and, asc, eq, exists, inArray, lte } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import { auditSystem } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/performers';
import { detachFile, removeFile } from '../../platform/media/files';

const batch = 100;

/** Deletes the documents of one performer, unless they are pending again. Returns the files that are no longer used. */
async function dropDocuments(ctx: Context, performerId: string, before: Date): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db
      .select({ decidedAt: performers.decidedAt })
      .from(performers)
      .where(and(eq(performers.accountId, performerId), isDecided, lte(performers.decidedAt, before)))
      .for('update');
    if (!locked) return [];
    const deleted = await tx.db.delete(performerDocuments).where(eq(performerDocuments.performerId, performerId)).returning();
    for (const { fileId } of deleted) await detachFile(tx, fileId);
    if (deleted.length > 0)
      await auditSystem(tx, {
        action: 'documents.expired',
        targetType: 'account',
        targetId: performerId,
        before: { documents: deleted.map(({ type }) => type) },
        after: { documents: [] },
      });
    return deleted.map(({ fileId }) => fileId);
  });
}

/** New documents are pending until the next decision. */
const isDecided = inArray(performers.verification, ['approved', 'rejected']);

/** Deletes expired documents. Idempotent; failures are retried the next night. */
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
  for (const { id } of due) for (const fileId of await dropDocuments(ctx, id, before)) await removeFile(ctx, fileId);
  if (due.length === batch) await dropOldDocuments(ctx);
}
