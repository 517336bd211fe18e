/** Protects operators' accounts: no one gains rights through the account of a colleague who has more. */
import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts, formerAddresses } from '../../platform/db/schema/accounts';
import { teamInvitations, teamMembers } from '../../platform/db/schema/team';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { hasRight, effectiveRights, type Grant } from '../../platform/rights';

type RightsHolder = Pick<Actor, 'id' | 'rights'>;
type Member = Grant & { accountId: string };

/** The operators that match a condition on accounts and members, with their grants. */
export const membersWhere = (ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<Member[]> =>
  ctx.db
    .select({ accountId: teamMembers.accountId, bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(and(eq(accounts.role, 'operator'), condition));

/** Whether the actor has all rights of a grant. Only an owner may grant `owner`, which includes rights added later. */
async function isGrantWithin(ctx: Pick<Context, 'db'>, actor: RightsHolder, grant: Grant): Promise<boolean> {
  if (effectiveRights(grant).some((right) => !hasRight(actor, right))) return false;
  if (grant.bundle !== 'owner') return true;
  const [own] = await membersWhere(ctx, eq(teamMembers.accountId, actor.id));
  return own?.bundle === 'owner';
}

/** Rejects with stronger_operator if a grant exceeds the actor's rights. */
export async function assertGrantWithin(ctx: Pick<Context, 'db'>, actor: RightsHolder, grant: Grant): Promise<void> {
  if (!(await isGrantWithin(ctx, actor, grant))) fail('stronger_operator');
}

async function assertMayManageMembers(ctx: Pick<Context, 'db'>, actor: RightsHolder, members: readonly Member[]): Promise<void> {
  for (const member of members) if (member.accountId !== actor.id) await assertGrantWithin(ctx, actor, member);
}

/** Rejects with stronger_operator if the account is an operator's with a right that the actor lacks. The actor's own account is allowed. */
export const assertMayManage = async (ctx: Pick<Context, 'db'>, actor: RightsHolder, accountId: string): Promise<void> =>
  assertMayManageMembers(ctx, actor, await membersWhere(ctx, eq(teamMembers.accountId, accountId)));

/**
 * Rejects with stronger_operator for a mail to a current, pending or former address of an operator with a right that the actor lacks: it
 * may contain a link that signs in, or that makes the reader an operator.
 */
export async function assertMayReadMailTo(ctx: Pick<Context, 'db'>, actor: RightsHolder, address: string): Promise<void> {
  const formerOwners = ctx.db.select({ id: formerAddresses.accountId }).from(formerAddresses).where(eq(formerAddresses.email, address));
  const isTheirs = or(eq(accounts.email, address), eq(accounts.pendingEmail, address), inArray(accounts.id, formerOwners));
  await assertMayManageMembers(ctx, actor, await membersWhere(ctx, isTheirs));
  const [invited] = await ctx.db.select().from(teamInvitations).where(eq(teamInvitations.email, address));
  if (invited) await assertGrantWithin(ctx, actor, invited);
}

/**
 * Rejects with last_operator if the account is the only active owner. Call it in the transaction that removes the owner: two owners who
 * remove each other are serialized here.
 */
export async function assertOwnerRemains(tx: Context, accountId: string): Promise<void> {
  await takeAdvisoryLock(tx.db, 'owners');
  const isOwner = and(eq(teamMembers.bundle, 'owner'), eq(accounts.status, 'active'));
  const [own] = await membersWhere(tx, and(isOwner, eq(teamMembers.accountId, accountId)));
  if (!own) return;
  const [other] = await membersWhere(tx, and(isOwner, ne(teamMembers.accountId, accountId)));
  if (!other) fail('last_operator');
}
