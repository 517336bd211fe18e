/** Delegations as performers and delegates see them. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { HandlerResult } from '@contract/kernel/endpoint';
import { allDelegateRights, type DelegateRight } from '@contract/kernel/delegate-rights';
import type helpingContract from '@contract/people/delegation';
import type { Context } from '../../platform/context';
import { accounts, performerHelpers } from '../../platform/db/schema/accounts';
import { delegateActions } from '../../platform/db/schema/delegation';
import { fail } from '../../kernel/api-error';
import { nameOf, peopleByIds } from '../people/rows';

type Contract = typeof helpingContract;
export type DelegationRow = typeof performerHelpers.$inferSelect;
export type Delegate = HandlerResult<Contract['GET /performer/helpers']>[number];
export type Invitation = HandlerResult<Contract['GET /helping/invitation']>;
export type Delegation = HandlerResult<Contract['GET /helping']>[number];

/** The rights of a row; rights unknown to this version are left out. */
export const rightsOfDelegation = ({ rights }: Pick<DelegationRow, 'rights'>): DelegateRight[] =>
  allDelegateRights.filter((right) => rights.includes(right));

/** The delegates and open invitations of a performer, oldest first; only the one with `id` if given. */
export async function listDelegates(ctx: Context, performerId: string, id?: string): Promise<Delegate[]> {
  const lastActedAt = sql<Date | null>`(select max(${delegateActions.createdAt}) from ${delegateActions}
    where ${delegateActions.helperId} = ${performerHelpers.accountId} and ${delegateActions.performerId} = ${performerHelpers.performerId})`;
  const rows = await ctx.db
    .select({ row: performerHelpers, lastActedAt: lastActedAt.mapWith(delegateActions.createdAt) })
    .from(performerHelpers)
    .where(and(eq(performerHelpers.performerId, performerId), id === undefined ? undefined : eq(performerHelpers.id, id)))
    .orderBy(asc(performerHelpers.invitedAt), asc(performerHelpers.id));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ row }) => row.accountId ?? []),
  );
  return rows.map(({ row, lastActedAt: acted }) => ({
    _id: row.id,
    person: people.get(row.accountId ?? '') ?? null,
    email: row.email,
    rights: rightsOfDelegation(row),
    invitedAt: row.invitedAt,
    expiresAt: row.expiresAt,
    acceptedAt: row.acceptedAt,
    lastActedAt: acted,
  }));
}

/** One delegate or open invitation of a performer. Rejects with helper_not_found. */
export const findDelegate = async (ctx: Context, performerId: string, id: string): Promise<Delegate> =>
  (await listDelegates(ctx, performerId, id))[0] ?? fail('helper_not_found');

const isAccepted = (accountId: string) => and(eq(performerHelpers.accountId, accountId), isNotNull(performerHelpers.acceptedAt));

/** The performers an account is a delegate of, oldest first. */
export async function acceptedDelegations(ctx: Context, accountId: string): Promise<Delegation[]> {
  const rows = await ctx.db.select().from(performerHelpers).where(isAccepted(accountId)).orderBy(asc(performerHelpers.invitedAt));
  const people = await peopleByIds(
    ctx,
    rows.map(({ performerId }) => performerId),
  );
  return rows.flatMap((row) => {
    const performer = people.get(row.performerId);
    return performer && row.acceptedAt ? [{ _id: row.id, performer, rights: rightsOfDelegation(row), acceptedAt: row.acceptedAt }] : [];
  });
}

/** The id of each delegation of an account with the performer's name; only performers the account can act for now, oldest first. */
export async function delegationsOf(ctx: Context, accountId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await ctx.db
    .select({ id: performerHelpers.id, name: accounts.name, username: accounts.username })
    .from(performerHelpers)
    .innerJoin(accounts, eq(accounts.id, performerHelpers.performerId))
    .where(and(isAccepted(accountId), eq(accounts.status, 'active'), eq(accounts.role, 'performer'), eq(accounts.isPerformer, true)))
    .orderBy(asc(performerHelpers.invitedAt));
  return rows.map((row) => ({ _id: row.id, name: nameOf(row) }));
}
