/** The entries to a show that was not held: given back to all who paid, without anybody asking for it. */
import { and, asc, eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { refundEntry } from './refunds';

/** What buyers read as the reason. */
const reason = 'The show was not held, or ended in its first minutes.';

/**
 * Gives back the entries to a session that has ended, each in a transaction of its own: what was broken off goes on where it
 * stood, and what went back is left alone.
 */
export async function refundEntries(ctx: Context, sessionId: string): Promise<void> {
  const isPaid = and(eq(charges.sessionId, sessionId), eq(charges.type, 'stream'), eq(charges.status, 'success'));
  for (;;) {
    const [paid] = await ctx.db.select({ id: charges.id }).from(charges).where(isPaid).orderBy(asc(charges.createdAt)).limit(1);
    if (!paid) return;
    await inTransaction(ctx, async (tx) => {
      // Two workers with the same job, and a refund by hand: the second finds the first one's.
      await takeTurn(tx.db, `refund ${paid.id}`);
      const stillPaid = await tx.db.$count(charges, and(eq(charges.id, paid.id), eq(charges.status, 'success')));
      if (stillPaid > 0) await refundEntry(tx, paid.id, reason);
    });
  }
}
