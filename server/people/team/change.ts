/** Granting and revoking rights. Each change is audited in its transaction and takes effect in open browsers immediately. */
import { eq } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { teamInvitations, teamMembers } from '../../platform/db/schema/team';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publish } from '../../platform/outbox/publish';
import { effectiveRights, type Grant } from '../../platform/rights';
import { publishUnreadCounts } from '../notifications/unread';
import { lockAccount } from '../people/rows';
import { revokeSessions } from '../sessions/sessions';
import { joinTeam, leaveTeam } from './members';
import { memberOf, type Member } from './roster';
import { assertMayManage, assertOwnerRemains, assertGrantWithin } from './grant-guard';

/** A normalized grant: without individual rights next to a bundle, and without duplicates. */
export const normalizeGrant = ({ bundle, rights }: Grant): Grant => ({ bundle, rights: bundle === null ? [...new Set(rights)] : [] });

/** Locks a member's account and returns the grant. Rejects with user_not_found and stronger_operator. */
async function lockMember(tx: Context, actor: Actor, id: string): Promise<Grant> {
  const account = await lockAccount(tx, id);
  const [member] = await tx.db
    .select({ bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .where(eq(teamMembers.accountId, id));
  if (account?.role !== 'operator' || !member) return fail('user_not_found');
  await assertMayManage(tx, actor, id);
  return member;
}

/** Changes the rights of a member. Rejects with user_not_found, last_operator and stronger_operator. */
export function changeRights(ctx: Context, actor: Actor, client: Client, id: string, grant: Grant): Promise<Member> {
  return inTransaction(ctx, async (tx) => {
    const [before, after] = [await lockMember(tx, actor, id), normalizeGrant(grant)];
    await assertGrantWithin(tx, actor, after);
    if (after.bundle !== 'owner') await assertOwnerRemains(tx, id);
    await joinTeam(tx, id, after);
    await audit(tx, actor, client, { action: 'team.change', targetType: 'account', targetId: id, before, after });
    await publish(tx, 'account/rights-changed', [`account:${id}`], { rights: [...effectiveRights(after)] });
    await publishUnreadCounts(tx, id);
    return memberOf(tx, id);
  });
}

async function removeMember(tx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  const before = await lockMember(tx, actor, id);
  await leaveTeam(tx, id);
  const [account] = await tx.db.select({ isPerformer: accounts.isPerformer }).from(accounts).where(eq(accounts.id, id));
  const role = account?.isPerformer === true ? 'performer' : 'user';
  await tx.db.update(accounts).set({ role, updatedAt: tx.clock.now() }).where(eq(accounts.id, id));
  await audit(tx, actor, client, { action: 'team.remove', targetType: 'account', targetId: id, before, after: { role } });
  await revokeSessions(tx, id, { reason: 'ended' });
}

/**
 * Removes a member, whose account stays and whose sessions end, or withdraws an invitation. Rejects with user_not_found, last_operator and
 * stronger_operator.
 */
export async function removeFromTeam(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [invitation] = await tx.db.delete(teamInvitations).where(eq(teamInvitations.id, id)).returning();
    if (!invitation) return removeMember(tx, actor, client, id);
    await assertGrantWithin(tx, actor, invitation);
    const { email, bundle, rights } = invitation;
    return audit(tx, actor, client, { action: 'team.uninvite', targetType: 'invitation', targetId: id, before: { email, bundle, rights } });
  });
}
