/** Joining the team: a link that is mailed, and holds for the account of that address alone. */
import { and, eq, gt } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { bundleWords, rights as rightWords } from '@contract/kernel/rights';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, teamInvitations, teamMembers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { publish } from '../../platform/outbox/publish';
import { rightsIn, type Grant } from '../../platform/rights';
import { stopHelping } from '../../modules/helping/helping';
import { findAccount, lockAccount, nameOf } from '../../modules/people/people';
import { grantOf } from './change';
import { joinTeam } from './members';
import { invitationOf, type Invitation } from './roster';
import { assertWithin } from './grant-guard';

async function assertRoom(tx: Context, email: string): Promise<void> {
  const [known] = await tx.db.select({ role: accounts.role }).from(accounts).where(eq(accounts.email, email));
  if (known?.role === 'operator') fail('already_so');
  const together = (await tx.db.$count(teamMembers)) + (await tx.db.$count(teamInvitations));
  if (together >= limits.teamMax) fail('team_full');
}

/**
 * Invites whoever has this address; a new invitation takes the place of an old one. Refuses with already_so who is in the team,
 * and with stronger_operator and team_full.
 */
export function invite(ctx: Context, actor: Actor, client: Client, email: string, wanted: Grant): Promise<Invitation> {
  return inTransaction(ctx, async (tx) => {
    const { bundle, rights } = grantOf(wanted);
    await assertWithin(tx, actor, { bundle, rights });
    const [old] = await tx.db.delete(teamInvitations).where(eq(teamInvitations.email, email)).returning();
    if (old) await assertWithin(tx, actor, old);
    await assertRoom(tx, email);
    const [id, token, createdAt] = [tx.chance.id(), tx.chance.secret(), tx.clock.now()];
    await tx.db.insert(teamInvitations).values({
      ...{ id, email, bundle, rights: [...rights], tokenHash: digestOf(token), invitedById: actor.id, createdAt },
      expiresAt: new Date(createdAt.getTime() + limits.teamInvitation_s * 1000),
    });
    await audit(tx, actor, client, { action: 'team.invite', targetType: 'invitation', targetId: id, after: { email, bundle, rights } });
    const inviter = await findAccount(tx, actor.id);
    await sendMail(tx, 'team-invited', email, {
      by: inviter ? nameOf(inviter) : '',
      may: bundle === null ? rightsIn({ bundle, rights }).map((right) => rightWords[right]) : [bundleWords[bundle]],
      link: `${tx.config.siteUrl}/team?token=${token}`,
    });
    return invitationOf(tx, id);
  });
}

/** Joins the team. Refuses with link_invalid, also whom the invitation was not sent to, and with already_so. */
export async function acceptInvitation(ctx: Context, actor: Actor, client: Client, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail('link_invalid');
    if (account.role === 'operator') fail('already_so');
    const isHers = and(eq(teamInvitations.tokenHash, digestOf(token)), eq(teamInvitations.email, account.email ?? ''));
    const [invitation] = await tx.db
      .delete(teamInvitations)
      .where(and(isHers, gt(teamInvitations.expiresAt, tx.clock.now())))
      .returning();
    if (!invitation) return fail('link_invalid');
    const { bundle, rights } = invitation;
    const now = tx.clock.now();
    // The link came by mail: the address is hers.
    await tx.db
      .update(accounts)
      .set({ role: 'operator', emailVerifiedAt: account.emailVerifiedAt ?? now, updatedAt: now })
      .where(eq(accounts.id, actor.id));
    await joinTeam(tx, actor.id, { bundle, rights });
    await stopHelping(tx, actor.id);
    const after = { role: 'operator', bundle, rights, invitedById: invitation.invitedById };
    await audit(tx, actor, client, {
      action: 'team.join',
      targetType: 'account',
      targetId: actor.id,
      before: { role: account.role },
      after,
    });
    await publish(tx, 'account/rights-changed', [`account:${actor.id}`], { rights: [...rightsIn({ bundle, rights })] });
  });
}
