/** Erasing again those whom a backup of before has brought back, by the same steps as ever, without waiting for their time. */
import { eq } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { DeletionObstacle } from '@contract/values';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/schema';
import { lockAccount } from '../../people/people';
import { obstaclesOf } from '../../../site/privacy/deletion';
import { eraseAccount } from '../../../site/privacy/erasure/erase';

/** What became of one id. */
export type Again = 'erased' | 'was erased' | 'unknown' | { obstacles: DeletionObstacle[] };

/** Says that her time is over, unless something of hers is still open. */
function makeDue(ctx: Context, accountId: string): Promise<Again> {
  return inTransaction(ctx, async (tx): Promise<Again> => {
    const row = await lockAccount(tx, accountId);
    if (!row) return 'unknown';
    if (row.status === 'deleted' && row.deletesAt === null) return 'was erased';
    const obstacles = await obstaclesOf(tx, accountId);
    if (obstacles.length > 0) return { obstacles };
    await tx.db.update(accounts).set({ status: 'deleted', deletesAt: tx.clock.now(), isOnline: false }).where(eq(accounts.id, accountId));
    return 'erased';
  });
}

/** Erases an account by its id; answers what became of it. What keeps people from deleting theirs keeps it too, and is named. */
export async function eraseAgain(ctx: Context, accountId: string): Promise<Again> {
  const known = Id.safeParse(accountId).success ? await makeDue(ctx, accountId) : 'unknown';
  if (known === 'erased') await eraseAccount(ctx, accountId);
  return known;
}
