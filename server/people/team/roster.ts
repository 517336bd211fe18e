/** The team as its members see it. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type teamContract from '@contract/people/team';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { teamInvitations, teamMembers } from '../../platform/db/schema/team';
import { fail } from '../../kernel/api-error';
import { effectiveRights } from '../../platform/rights';
import { peopleByIds } from '../people/rows';

type Roster = HandlerResult<(typeof teamContract)['GET /admin/team']>;
export type Member = Roster['members'][number];
export type Invitation = Roster['invitations'][number];

async function listMembers(ctx: Context, id?: string): Promise<Member[]> {
  const rows = await ctx.db
    .select({ member: teamMembers, email: accounts.email, lastSeenAt: accounts.lastSeenAt })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(and(eq(accounts.role, 'operator'), id === undefined ? undefined : eq(teamMembers.accountId, id)))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.accountId));
  const people = await peopleByIds(
    ctx,
    rows.map(({ member }) => member.accountId),
  );
  return rows.flatMap(({ member, email, lastSeenAt }) => {
    const person = people.get(member.accountId);
    return person
      ? [{ _id: member.accountId, person, email, bundle: member.bundle, rights: [...effectiveRights(member)], lastSeenAt }]
      : [];
  });
}

async function listInvitations(ctx: Context, id?: string): Promise<Invitation[]> {
  const rows = await ctx.db
    .select()
    .from(teamInvitations)
    .where(and(gt(teamInvitations.expiresAt, ctx.clock.now()), id === undefined ? undefined : eq(teamInvitations.id, id)))
    .orderBy(asc(teamInvitations.createdAt), asc(teamInvitations.id))
    .limit(limits.teamMax);
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ invitedById }) => invitedById))]);
  return rows.map((row) => ({
    _id: row.id,
    email: row.email,
    bundle: row.bundle,
    rights: [...effectiveRights(row)],
    invitedBy: people.get(row.invitedById) ?? null,
    expiresAt: row.expiresAt,
  }));
}

/** All members and open invitations; at most `limits.teamMax` together. */
export const roster = async (ctx: Context): Promise<Roster> => ({
  members: await listMembers(ctx),
  invitations: await listInvitations(ctx),
});

/** One member. Rejects with user_not_found. */
export const memberOf = async (ctx: Context, id: string): Promise<Member> => (await listMembers(ctx, id))[0] ?? fail('user_not_found');

/** One open invitation. Rejects with link_invalid. */
export const invitationOf = async (ctx: Context, id: string): Promise<Invitation> =>
  (await listInvitations(ctx, id))[0] ?? fail('link_invalid');
