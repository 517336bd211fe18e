/** The rows of the team. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { teamMembers } from '../../platform/db/schema/schema';
import type { Grant } from '../../platform/rights';
import { assertOwnerStays } from './grant-guard';

/** Makes an account a member with these rights, in the transaction of `tx`; who changes its role is the caller. */
export async function joinTeam(tx: Context, accountId: string, { bundle, rights }: Grant): Promise<void> {
  const now = tx.clock.now();
  const grant = { bundle, rights: [...rights], updatedAt: now };
  await tx.db
    .insert(teamMembers)
    .values({ accountId, ...grant, createdAt: now })
    .onConflictDoUpdate({ target: teamMembers.accountId, set: grant });
}

/** Takes an account out of the team, in the transaction of `tx`. Refuses with last_operator. */
export async function leaveTeam(tx: Context, accountId: string): Promise<void> {
  await assertOwnerStays(tx, accountId);
  await tx.db.delete(teamMembers).where(eq(teamMembers.accountId, accountId));
}
