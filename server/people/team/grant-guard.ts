/** Who may get at whose account: nobody reaches rights that she was not given by way of a colleague who has them. */
import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts, formerAddresses, teamInvitations, teamMembers } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { mayDo, rightsIn, type Grant } from '../../platform/rights';

type Colleague = Pick<Actor, 'id' | 'rights'>;
type Member = Grant & { accountId: string };

/** Operators with what they may do, by a condition on accounts and members. */
export const membersWhere = (ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<Member[]> =>
  ctx.db
    .select({ accountId: teamMembers.accountId, bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(and(eq(accounts.role, 'operator'), condition));

/** Whether a grant is within what the actor herself may do. Later rights are an owner's alone to give. */
async function isWithin(ctx: Pick<Context, 'db'>, actor: Colleague, grant: Grant): Promise<boolean> {
  if (rightsIn(grant).some((right) => !mayDo(actor, right))) return false;
  if (grant.bundle !== 'owner') return true;
  const [own] = await membersWhere(ctx, eq(teamMembers.accountId, actor.id));
  return own?.bundle === 'owner';
}

/** Refuses with stronger_operator a grant beyond what the actor herself may do. */
export async function assertWithin(ctx: Pick<Context, 'db'>, actor: Colleague, grant: Grant): Promise<void> {
  if (!(await isWithin(ctx, actor, grant))) fail('stronger_operator');
}

async function assertAbove(ctx: Pick<Context, 'db'>, actor: Colleague, members: readonly Member[]): Promise<void> {
  for (const member of members) if (member.accountId !== actor.id) await assertWithin(ctx, actor, member);
}

/** Refuses with stronger_operator when the account is that of an operator with a right that the actor lacks. Her own is hers. */
export const assertNotStronger = async (ctx: Pick<Context, 'db'>, actor: Colleague, accountId: string): Promise<void> =>
  assertAbove(ctx, actor, await membersWhere(ctx, eq(teamMembers.accountId, accountId)));

/** The same for a mail to an address that somebody has, waits for or had: it may hold a link that signs in whoever reads it, or makes an operator of her. */
export async function assertMayReadMailTo(ctx: Pick<Context, 'db'>, actor: Colleague, address: string): Promise<void> {
  const had = ctx.db.select({ id: formerAddresses.accountId }).from(formerAddresses).where(eq(formerAddresses.email, address));
  const isTheirs = or(eq(accounts.email, address), eq(accounts.pendingEmail, address), inArray(accounts.id, had));
  await assertAbove(ctx, actor, await membersWhere(ctx, isTheirs));
  const [invited] = await ctx.db.select().from(teamInvitations).where(eq(teamInvitations.email, address));
  if (invited) await assertWithin(ctx, actor, invited);
}

/**
 * Refuses with last_operator when the account is that of the only active owner. Call it in the transaction that takes her away:
 * two who remove each other follow each other here.
 */
export async function assertOwnerStays(tx: Context, accountId: string): Promise<void> {
  await takeTurn(tx.db, 'owners');
  const isOwner = and(eq(teamMembers.bundle, 'owner'), eq(accounts.status, 'active'));
  const [own] = await membersWhere(tx, and(isOwner, eq(teamMembers.accountId, accountId)));
  if (!own) return;
  const [other] = await membersWhere(tx, and(isOwner, ne(teamMembers.accountId, accountId)));
  if (!other) fail('last_operator');
}
