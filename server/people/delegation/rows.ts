/** Helps as both sides see them. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Result } from '@contract/endpoint';
import { allHelperRights, type HelperRight } from '@contract/kernel/delegate-rights';
import type helpingContract from '@contract/people/delegation';
import type { Context } from '../../platform/context';
import { accounts, helperActs, performerHelpers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { nameOf, peopleByIds } from '../../modules/people/people';

type Contract = typeof helpingContract;
export type HelperRow = typeof performerHelpers.$inferSelect;
export type Helper = Result<Contract['GET /performer/helpers']>[number];
export type Invitation = Result<Contract['GET /helping/invitation']>;
export type Helping = Result<Contract['GET /helping']>[number];

/** The rights of a row; those that no version knows any more are left out. */
export const rightsOfHelp = ({ rights }: Pick<HelperRow, 'rights'>): HelperRight[] =>
  allHelperRights.filter((right) => rights.includes(right));

/** Who helps a performer and who is invited, the oldest first; one of them where `id` names it. */
export async function helpersOf(ctx: Context, performerId: string, id?: string): Promise<Helper[]> {
  const lastActedAt = sql<Date | null>`(select max(${helperActs.createdAt}) from ${helperActs}
    where ${helperActs.helperId} = ${performerHelpers.accountId} and ${helperActs.performerId} = ${performerHelpers.performerId})`;
  const rows = await ctx.db
    .select({ row: performerHelpers, lastActedAt: lastActedAt.mapWith(helperActs.createdAt) })
    .from(performerHelpers)
    .where(and(eq(performerHelpers.performerId, performerId), id === undefined ? undefined : eq(performerHelpers.id, id)))
    .orderBy(asc(performerHelpers.invitedAt), asc(performerHelpers.id));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ row }) => row.accountId ?? []),
  );
  return rows.map(({ row, lastActedAt: acted }) => ({
    ...{ _id: row.id, person: people.get(row.accountId ?? '') ?? null, email: row.email, rights: rightsOfHelp(row) },
    ...{ invitedAt: row.invitedAt, expiresAt: row.expiresAt, acceptedAt: row.acceptedAt, lastActedAt: acted },
  }));
}

/** One of them. Refuses with helper_not_found. */
export const helperAt = async (ctx: Context, performerId: string, id: string): Promise<Helper> =>
  (await helpersOf(ctx, performerId, id))[0] ?? fail('helper_not_found');

const isTaken = (accountId: string) => and(eq(performerHelpers.accountId, accountId), isNotNull(performerHelpers.acceptedAt));

/** Whom somebody helps, the oldest first. */
export async function helpedBy(ctx: Context, accountId: string): Promise<Helping[]> {
  const rows = await ctx.db.select().from(performerHelpers).where(isTaken(accountId)).orderBy(asc(performerHelpers.invitedAt));
  const people = await peopleByIds(
    ctx,
    rows.map(({ performerId }) => performerId),
  );
  return rows.flatMap((row) => {
    const performer = people.get(row.performerId);
    return performer && row.acceptedAt ? [{ _id: row.id, performer, rights: rightsOfHelp(row), acceptedAt: row.acceptedAt }] : [];
  });
}

/** The same in short, and only whom she can work for at this moment. */
export async function helpsOf(ctx: Context, accountId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await ctx.db
    .select({ id: performerHelpers.id, name: accounts.name, username: accounts.username })
    .from(performerHelpers)
    .innerJoin(accounts, eq(accounts.id, performerHelpers.performerId))
    .where(and(isTaken(accountId), eq(accounts.status, 'active'), eq(accounts.role, 'performer'), eq(accounts.isPerformer, true)))
    .orderBy(asc(performerHelpers.invitedAt));
  return rows.map((row) => ({ _id: row.id, name: nameOf(row) }));
}
