/** Lists of fans: those that the site keeps for each performer, and those that she makes. Only her own can be changed. */
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { FanList as FanListSchema, FanListWithFans } from '@contract/talk/chat';
import type { Parsed } from '@contract/endpoint';
import type fansContract from '@contract/talk/fans';
import * as limits from '@contract/kernel/limits';
import { listRules, type ListRule } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, fanListPeople, fanLists } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { lockAccount, peopleByIds } from '../../modules/people/people';
import { countByRule, isReachable } from './audience';

export type FanListAnswer = z.output<typeof FanListSchema>;
export type FanListWithFansAnswer = z.output<typeof FanListWithFans>;
type NewList = Parsed<(typeof fansContract)['POST /performer/lists']>['body'];
type ListChanges = Parsed<(typeof fansContract)['PUT /performer/lists/:id']>['body'];
type ListRow = typeof fanLists.$inferSelect;

const nameOfRule: Readonly<Record<ListRule, string>> = {
  followers: 'Followers',
  subscribers: 'Subscribers',
  expired: 'Former subscribers',
  buyers: 'Buyers',
};

/** All lists of a performer with how many are on each: two queries, however many there are. */
export async function listsOf(ctx: Context, performer: Actor): Promise<FanListAnswer[]> {
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

/** An own list with everybody on it, in the order in which they came. Refuses with list_not_found. */
export async function ownList(ctx: Context, performer: Actor, id: string): Promise<FanListWithFansAnswer> {
  const { name, createdAt } = await findOwn(ctx, performer.id, id);
  const rows = await ctx.db
    .select({ id: fanListPeople.accountId })
    .from(fanListPeople)
    .innerJoin(accounts, eq(accounts.id, fanListPeople.accountId))
    .where(and(eq(fanListPeople.listId, id), isReachable(performer.id)))
    .orderBy(asc(fanListPeople.createdAt), asc(fanListPeople.accountId));
  const ids = rows.map((row) => row.id);
  const people = await peopleByIds(ctx, ids);
  const users = ids.flatMap((each) => people.get(each) ?? []);
  return { _id: id, name, rule: null, total: users.length, createdAt, users };
}

/** Puts people on a held list; who is on it already stays. Refuses with user_not_found for who cannot be reached. */
async function putOn(tx: Context, performerId: string, listId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx.db
    .select({ id: fanListPeople.accountId })
    .from(fanListPeople)
    .where(and(eq(fanListPeople.listId, listId), inArray(fanListPeople.accountId, [...ids])));
  const there = new Set(known.map(({ id }) => id));
  const added = [...new Set(ids)].filter((id) => !there.has(id));
  if (added.length === 0) return;
  const reachable = await tx.db.$count(accounts, and(inArray(accounts.id, added), isReachable(performerId)));
  if (reachable !== added.length) fail('user_not_found');
  const createdAt = tx.clock.now();
  await tx.db.insert(fanListPeople).values(added.map((accountId) => ({ listId, accountId, createdAt })));
}

/** Makes a list. Refuses with user_not_found and list_limit. */
export async function makeList(ctx: Context, performer: Actor, { name, userIds }: NewList): Promise<FanListWithFansAnswer> {
  return inTransaction(ctx, async (tx) => {
    // Of two lists that are made at once, the second is counted after the first.
    await lockAccount(tx, performer.id);
    if ((await tx.db.$count(fanLists, eq(fanLists.performerId, performer.id))) >= limits.listsMax) fail('list_limit');
    const id = tx.chance.id();
    await tx.db.insert(fanLists).values({ id, performerId: performer.id, name, createdAt: tx.clock.now() });
    await putOn(tx, performer.id, id, userIds);
    return ownList(tx, performer, id);
  });
}

async function replaceAll(tx: Context, listId: string, ids: readonly string[]): Promise<void> {
  const isGone = ids.length === 0 ? undefined : notInArray(fanListPeople.accountId, [...ids]);
  await tx.db.delete(fanListPeople).where(and(eq(fanListPeople.listId, listId), isGone));
}

/** Changes an own list. Refuses with list_not_found, user_not_found and list_limit. */
export async function changeList(
  ctx: Context,
  performer: Actor,
  id: string,
  { name, userIds, addIds, removeIds }: ListChanges,
): Promise<FanListWithFansAnswer> {
  return inTransaction(ctx, async (tx) => {
    const isOwn = and(eq(fanLists.id, id), eq(fanLists.performerId, performer.id));
    const [held] = await tx.db.select({ id: fanLists.id }).from(fanLists).where(isOwn).for('update');
    if (!held) return fail('list_not_found');
    if (name !== undefined) await tx.db.update(fanLists).set({ name }).where(eq(fanLists.id, id));
    if (userIds !== undefined) await replaceAll(tx, id, userIds);
    if (removeIds.length > 0)
      await tx.db.delete(fanListPeople).where(and(eq(fanListPeople.listId, id), inArray(fanListPeople.accountId, removeIds)));
    await putOn(tx, performer.id, id, [...(userIds ?? []), ...addIds]);
    if ((await tx.db.$count(fanListPeople, eq(fanListPeople.listId, id))) > limits.listFansMax) fail('list_limit');
    return ownList(tx, performer, id);
  });
}

/** Deletes an own list. Refuses with list_not_found. */
export async function deleteList(ctx: Context, performer: Actor, id: string): Promise<void> {
  const gone = await ctx.db
    .delete(fanLists)
    .where(and(eq(fanLists.id, id), eq(fanLists.performerId, performer.id)))
    .returning({ id: fanLists.id });
  if (gone.length === 0) fail('list_not_found');
}
