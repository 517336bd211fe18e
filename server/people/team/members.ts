/** Team membership rows. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { teamMembers } from '../../platform/db/schema/team';
import type { Grant } from '../../platform/rights';
import { assertOwnerRemains } from './grant-guard';

/** Makes an account a member with these rights, in the transaction of `tx`. The caller changes its role. */
export async function joinTeam(tx: Context, accountId: string, { bundle, rights }: Grant): Promise<void> {
  const now = tx.clock.now();
  const grant = { bundle, rights: [...rights], updatedAt: now };
  await tx.db
    .insert(teamMembers)
    .values({ accountId, ...grant, createdAt: now })
    .onConflictDoUpdate({ target: teamMembers.accountId, set: grant });
}

/** Removes an account from the team, in the transaction of `tx`. Rejects with last_operator. */
export async function leaveTeam(tx: Context, accountId: string): Promise<void> {
  await assertOwnerRemains(tx, accountId);
  await tx.db.delete(teamMembers).where(eq(teamMembers.accountId, accountId));
}
