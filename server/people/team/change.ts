/** Giving and taking rights. Each change leaves an entry in its transaction and reaches open browsers at once. */
import { eq } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, teamInvitations, teamMembers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publish } from '../../platform/outbox/publish';
import { rightsIn, type Grant } from '../../platform/rights';
import { tellUnread } from '../notifications/notifications';
import { lockAccount } from '../../modules/people/people';
import { endSessions } from '../sessions/sessions';
import { joinTeam, leaveTeam } from './members';
import { memberOf, type Member } from './roster';
import { assertNotStronger, assertOwnerStays, assertWithin } from './grant-guard';

/** A grant as it is kept: beside a bundle no list, and each right once. */
export const grantOf = ({ bundle, rights }: Grant): Grant => ({ bundle, rights: bundle === null ? [...new Set(rights)] : [] });

/** The grant of a member, whose account is held. Refuses with user_not_found, and with stronger_operator. */
async function held(tx: Context, actor: Actor, id: string): Promise<Grant> {
  const account = await lockAccount(tx, id);
  const [member] = await tx.db
    .select({ bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .where(eq(teamMembers.accountId, id));
  if (account?.role !== 'operator' || !member) return fail('user_not_found');
  await assertNotStronger(tx, actor, id);
  return member;
}

/** Changes what a member may do. Refuses with user_not_found, last_operator and stronger_operator. */
export function changeRights(ctx: Context, actor: Actor, client: Client, id: string, wanted: Grant): Promise<Member> {
  return inTransaction(ctx, async (tx) => {
    const [before, after] = [await held(tx, actor, id), grantOf(wanted)];
    await assertWithin(tx, actor, after);
    if (after.bundle !== 'owner') await assertOwnerStays(tx, id);
    await joinTeam(tx, id, after);
    await audit(tx, actor, client, { action: 'team.change', targetType: 'account', targetId: id, before, after });
    await publish(tx, 'account/rights-changed', [`account:${id}`], { rights: [...rightsIn(after)] });
    await tellUnread(tx, id);
    return memberOf(tx, id);
  });
}

async function removeMember(tx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  const before = await held(tx, actor, id);
  await leaveTeam(tx, id);
  const [account] = await tx.db.select({ isPerformer: accounts.isPerformer }).from(accounts).where(eq(accounts.id, id));
  const role = account?.isPerformer === true ? 'performer' : 'user';
  await tx.db.update(accounts).set({ role, updatedAt: tx.clock.now() }).where(eq(accounts.id, id));
  await audit(tx, actor, client, { action: 'team.remove', targetType: 'account', targetId: id, before, after: { role } });
  await endSessions(tx, id, { reason: 'ended' });
}

/**
 * Takes a member out, whose account stays and whose sessions end, or an invitation back. Refuses with user_not_found,
 * last_operator and stronger_operator.
 */
export async function removeFromTeam(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [invitation] = await tx.db.delete(teamInvitations).where(eq(teamInvitations.id, id)).returning();
    if (!invitation) return removeMember(tx, actor, client, id);
    await assertWithin(tx, actor, invitation);
    const { email, bundle, rights } = invitation;
    return audit(tx, actor, client, { action: 'team.uninvite', targetType: 'invitation', targetId: id, before: { email, bundle, rights } });
  });
}
