/** Automatic refunds of all paid entries to a show that did not take place. */
import { and, asc, eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/money';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { refundAutomatically } from './refunds';

/** The reason that buyers see. */
const reason = 'The stream didn’t take place or ended within its first minutes.';

/**
 * Refunds the entries to an ended session, each in its own transaction. It is idempotent: after an interruption it continues with the
 * charges that are not refunded yet.
 */
export async function refundEntries(ctx: Context, sessionId: string): Promise<void> {
  const isPaid = and(eq(charges.sessionId, sessionId), eq(charges.type, 'stream'), eq(charges.status, 'success'));
  for (;;) {
    const [paid] = await ctx.db.select({ id: charges.id }).from(charges).where(isPaid).orderBy(asc(charges.createdAt)).limit(1);
    if (!paid) return;
    await inTransaction(ctx, async (tx) => {
      // A second worker with the same job, or a manual refund, waits here and then finds the refund.
      await takeAdvisoryLock(tx.db, `refund ${paid.id}`);
      const stillPaid = await tx.db.$count(charges, and(eq(charges.id, paid.id), eq(charges.status, 'success')));
      if (stillPaid > 0) await refundAutomatically(tx, paid.id, reason);
    });
  }
}
