/**
 * Lists of fans: rule-based lists that the site maintains for each performer, and lists the performer made. Only the latter can be changed.
 */
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { FanList as FanListSchema, FanListWithFans } from '@contract/talk/chat';
import type { Parsed } from '@contract/kernel/endpoint';
import type fansContract from '@contract/talk/fans';
import * as limits from '@contract/kernel/limits';
import { listRules, type ListRule } from '@contract/kernel/values/messages';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fanListPeople, fanLists } from '../../platform/db/schema/messages';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { lockAccount, peopleByIds } from '../../people/people/rows';
import { countByRule, isReachable } from './audience';

export type FanListResponse = z.output<typeof FanListSchema>;
export type FanListWithFansResponse = z.output<typeof FanListWithFans>;
type NewList = Parsed<(typeof fansContract)['POST /performer/lists']>['body'];
type ListChanges = Parsed<(typeof fansContract)['PUT /performer/lists/:id']>['body'];
type ListRow = typeof fanLists.$inferSelect;

const nameOfRule: Readonly<Record<ListRule, string>> = {
  followers: 'Followers',
  subscribers: 'Subscribers',
  expired: 'Former subscribers',
  buyers: 'Buyers',
};

/** All lists of a performer with their sizes, in two queries for any number of lists. */
export async function listsOf(ctx: Context, performer: Actor): Promise<FanListResponse[]> {
  const counts = await countByRule(ctx, performer.id);
  const own = await ctx.db
    .select({
      _id: fanLists.id,
      name: fanLists.name,
      createdAt: fanLists.createdAt,
      total: sql<number>`(select count(*)::int from ${fanListPeople} p inner join ${accounts} on accounts.id = p.account_id where p.list_id = fan_lists.id and ${isReachable(performer.id)})`,
    })
    .from(fanLists)
    .where(eq(fanLists.performerId, performer.id))
    .orderBy(asc(fanLists.createdAt), asc(fanLists.id));
  return [
    ...listRules.map((rule) => ({ _id: rule, name: nameOfRule[rule], rule, total: counts[rule], createdAt: null })),
    ...own.map((list) => ({ ...list, rule: null })),
  ];
}

async function findOwn(ctx: Pick<Context, 'db'>, performerId: string, id: string): Promise<ListRow> {
  const [row] = await ctx.db
    .select()
    .from(fanLists)
    .where(and(eq(fanLists.id, id), eq(fanLists.performerId, performerId)));
  return row ?? fail('list_not_found');
}

/** A list the performer made, with its members in the order they were added. Rejects with list_not_found. */
export async function ownList(ctx: Context, performer: Actor, id: string): Promise<FanListWithFansResponse> {
  const { name, createdAt } = await findOwn(ctx, performer.id, id);
  const rows = await ctx.db
    .select({ id: fanListPeople.accountId })
    .from(fanListPeople)
    .innerJoin(accounts, eq(accounts.id, fanListPeople.accountId))
    .where(and(eq(fanListPeople.listId, id), isReachable(performer.id)))
    .orderBy(asc(fanListPeople.createdAt), asc(fanListPeople.accountId));
  const ids = rows.map((row) => row.id);
  const people = await peopleByIds(ctx, ids);
  const users = ids.flatMap((accountId) => people.get(accountId) ?? []);
  return { _id: id, name, rule: null, total: users.length, createdAt, users };
}

/** Adds people to a locked list; existing members stay. Rejects with user_not_found for unreachable accounts. */
async function addMembers(tx: Context, performerId: string, listId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const existing = await tx.db
    .select({ id: fanListPeople.accountId })
    .from(fanListPeople)
    .where(and(eq(fanListPeople.listId, listId), inArray(fanListPeople.accountId, [...ids])));
  const existingIds = new Set(existing.map(({ id }) => id));
  const added = [...new Set(ids)].filter((id) => !existingIds.has(id));
  if (added.length === 0) return;
  const reachable = await tx.db.$count(accounts, and(inArray(accounts.id, added), isReachable(performerId)));
  if (reachable !== added.length) fail('user_not_found');
  const createdAt = tx.clock.now();
  await tx.db.insert(fanListPeople).values(added.map((accountId) => ({ listId, accountId, createdAt })));
}

/** Creates a list. Rejects with user_not_found and list_limit. */
export async function createList(ctx: Context, performer: Actor, { name, userIds }: NewList): Promise<FanListWithFansResponse> {
  return inTransaction(ctx, async (tx) => {
    // The lock serializes concurrent creations, so that the limit holds.
    await lockAccount(tx, performer.id);
    if ((await tx.db.$count(fanLists, eq(fanLists.performerId, performer.id))) >= limits.listsMax) fail('list_limit');
    const id = tx.random.id();
    await tx.db.insert(fanLists).values({ id, performerId: performer.id, name, createdAt: tx.clock.now() });
    await addMembers(tx, performer.id, id, userIds);
    return ownList(tx, performer, id);
  });
}

async function removeOthers(tx: Context, listId: string, ids: readonly string[]): Promise<void> {
  const isRemoved = ids.length === 0 ? undefined : notInArray(fanListPeople.accountId, [...ids]);
  await tx.db.delete(fanListPeople).where(and(eq(fanListPeople.listId, listId), isRemoved));
}

/** Changes a list of the performer. Rejects with list_not_found, user_not_found and list_limit. */
export async function changeList(
  ctx: Context,
  performer: Actor,
  id: string,
  { name, userIds, addIds, removeIds }: ListChanges,
): Promise<FanListWithFansResponse> {
  return inTransaction(ctx, async (tx) => {
    const isOwn = and(eq(fanLists.id, id), eq(fanLists.performerId, performer.id));
    const [locked] = await tx.db.select({ id: fanLists.id }).from(fanLists).where(isOwn).for('update');
    if (!locked) return fail('list_not_found');
    if (name !== undefined) await tx.db.update(fanLists).set({ name }).where(eq(fanLists.id, id));
    if (userIds !== undefined) await removeOthers(tx, id, userIds);
    if (removeIds.length > 0)
      await tx.db.delete(fanListPeople).where(and(eq(fanListPeople.listId, id), inArray(fanListPeople.accountId, removeIds)));
    await addMembers(tx, performer.id, id, [...(userIds ?? []), ...addIds]);
    if ((await tx.db.$count(fanListPeople, eq(fanListPeople.listId, id))) > limits.listFansMax) fail('list_limit');
    return ownList(tx, performer, id);
  });
}

/** Deletes a list of the performer. Rejects with list_not_found. */
export async function deleteList(ctx: Context, performer: Actor, id: string): Promise<void> {
  const deleted = await ctx.db
    .delete(fanLists)
    .where(and(eq(fanLists.id, id), eq(fanLists.performerId, performer.id)))
    .returning({ id: fanLists.id });
  if (deleted.length === 0) fail('list_not_found');
}
