/** Erases accounts that a restored backup has brought back, by the usual steps, without the waiting period. */
import { eq } from 'drizzle-orm';
import { Id } from '@contract/kernel/shapes';
import type { DeletionObstacle } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/accounts';
import { lockAccount } from '../../../people/people/rows';
import { obstaclesOf } from '../deletion';
import { eraseAccount } from './erase';

/** The result for one id. */
export type EraseRestoredResult = 'erased' | 'was erased' | 'unknown' | { obstacles: DeletionObstacle[] };

/** Makes the deletion due now, unless something prevents it. */
function makeDue(ctx: Context, accountId: string): Promise<EraseRestoredResult> {
  return inTransaction(ctx, async (tx): Promise<EraseRestoredResult> => {
    const row = await lockAccount(tx, accountId);
    if (!row) return 'unknown';
    if (row.status === 'deleted' && row.deletesAt === null) return 'was erased';
    const obstacles = await obstaclesOf(tx, accountId);
    if (obstacles.length > 0) return { obstacles };
    await tx.db.update(accounts).set({ status: 'deleted', deletesAt: tx.clock.now(), isOnline: false }).where(eq(accounts.id, accountId));
    return 'erased';
  });
}

/** Erases an account by its id and returns the result. The obstacles to a deletion apply here too, and are returned. */
export async function eraseRestored(ctx: Context, accountId: string): Promise<EraseRestoredResult> {
  const result = Id.safeParse(accountId).success ? await makeDue(ctx, accountId) : 'unknown';
  if (result === 'erased') await eraseAccount(ctx, accountId);
  return result;
}
