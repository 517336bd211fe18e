/** Invitations to the team. The mailed link works only for the account of that address. */
import { and, eq, gt } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { bundleLabels, rights as rightLabels } from '@contract/kernel/rights';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { teamInvitations, teamMembers } from '../../platform/db/schema/team';
import { fail } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { publish } from '../../platform/outbox/publish';
import { effectiveRights, type Grant } from '../../platform/rights';
import { endDelegateSessions } from '../delegation/membership';
import { findAccount, lockAccount, nameOf } from '../people/rows';
import { normalizeGrant } from './change';
import { joinTeam } from './members';
import { invitationOf, type Invitation } from './roster';
import { assertGrantWithin } from './grant-guard';

async function assertInvitable(tx: Context, email: string): Promise<void> {
  const [existing] = await tx.db.select({ role: accounts.role }).from(accounts).where(eq(accounts.email, email));
  if (existing?.role === 'operator') fail('already_so');
  const total = (await tx.db.$count(teamMembers)) + (await tx.db.$count(teamInvitations));
  if (total >= limits.teamMax) fail('team_full');
}

/**
 * Invites the owner of an address; replaces an earlier invitation. Rejects with already_so if they are in the team, stronger_operator and
 * team_full.
 */
export function invite(ctx: Context, actor: Actor, client: Client, email: string, grant: Grant): Promise<Invitation> {
  return inTransaction(ctx, async (tx) => {
    const { bundle, rights } = normalizeGrant(grant);
    await assertGrantWithin(tx, actor, { bundle, rights });
    const [replaced] = await tx.db.delete(teamInvitations).where(eq(teamInvitations.email, email)).returning();
    if (replaced) await assertGrantWithin(tx, actor, replaced);
    await assertInvitable(tx, email);
    const [id, token, createdAt] = [tx.random.id(), tx.random.secret(), tx.clock.now()];
    await tx.db.insert(teamInvitations).values({
      id,
      email,
      bundle,
      rights: [...rights],
      tokenHash: digestOf(token),
      invitedById: actor.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + limits.teamInvitationLifetime_s * 1000),
    });
    await audit(tx, actor, client, { action: 'team.invite', targetType: 'invitation', targetId: id, after: { email, bundle, rights } });
    const inviter = await findAccount(tx, actor.id);
    await sendMail(tx, 'team-invited', email, {
      inviter: inviter ? nameOf(inviter) : '',
      rights: bundle === null ? effectiveRights({ bundle, rights }).map((right) => rightLabels[right]) : [bundleLabels[bundle]],
      link: `${tx.config.siteUrl}/team?token=${token}`,
    });
    return invitationOf(tx, id);
  });
}

/** Joins the team. Rejects with link_invalid, including for other accounts, and with already_so. */
export async function acceptInvitation(ctx: Context, actor: Actor, client: Client, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('link_invalid');
    if (account.role === 'operator') fail('already_so');
    const isForCaller = and(eq(teamInvitations.tokenHash, digestOf(token)), eq(teamInvitations.email, account.email ?? ''));
    const [invitation] = await tx.db
      .delete(teamInvitations)
      .where(and(isForCaller, gt(teamInvitations.expiresAt, tx.clock.now())))
      .returning();
    if (!invitation) return fail('link_invalid');
    const { bundle, rights } = invitation;
    const now = tx.clock.now();
    // The link arrived by mail, so the address is confirmed.
    await tx.db
      .update(accounts)
      .set({ role: 'operator', emailVerifiedAt: account.emailVerifiedAt ?? now, updatedAt: now })
      .where(eq(accounts.id, actor.id));
    await joinTeam(tx, actor.id, { bundle, rights });
    await endDelegateSessions(tx, actor.id);
    const after = { role: 'operator', bundle, rights, invitedById: invitation.invitedById };
    await audit(tx, actor, client, {
      action: 'team.join',
      targetType: 'account',
      targetId: actor.id,
      before: { role: account.role },
      after,
    });
    await publish(tx, 'account/rights-changed', [`account:${actor.id}`], { rights: [...effectiveRights({ bundle, rights })] });
  });
}
