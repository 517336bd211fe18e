/**
 * Who is on which list: those that the site keeps by a rule, and the performer's own. Nobody who is suspended or whom a block
 * keeps apart from the performer is on any of them, whatever stands in the tables.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { listRules, type ListRule } from '@contract/values';
import type { Context } from '../../platform/context';
import {
  accounts,
  charges,
  conversationMembers,
  fanListPeople,
  fanLists,
  follows,
  messageFiles,
  subscriptions,
} from '../../platform/db/schema/schema';
import { givesAccess, isMessageBought } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import { notBlocked } from '../../people/blocking/blocking';

type World = Pick<Context, 'db' | 'clock'>;

const isRule = (list: string): list is ListRule => (listRules as readonly string[]).includes(list);

/** The accounts that a rule names, as a query of one column. */
function byRule(ctx: Pick<Context, 'clock'>, performerId: string, rule: ListRule): SQL {
  const has = givesAccess(ctx.clock.now());
  switch (rule) {
    case 'followers':
      return sql`select ${follows.followerId} from ${follows} where ${follows.performerId} = ${performerId}`;
    case 'subscribers':
      return sql`select ${subscriptions.userId} from ${subscriptions} where ${subscriptions.performerId} = ${performerId} and ${has}`;
    case 'expired':
      return sql`select ${subscriptions.userId} from ${subscriptions} where ${subscriptions.performerId} = ${performerId} and not (${has})`;
    case 'buyers':
      return sql`select ${charges.userId} from ${charges} where ${charges.performerId} = ${performerId} and ${charges.status} = 'success'`;
  }
}

/** Whether `account`, a column of ids, has come near the performer: follows, has subscribed, has paid, or has a conversation with her. */
export const isNear = (account: SQL, performerId: string): SQL<boolean> => sql<boolean>`(
  exists (select from ${follows} f where f.follower_id = ${account} and f.performer_id = ${performerId})
  or exists (select from ${subscriptions} s where s.user_id = ${account} and s.performer_id = ${performerId})
  or exists (select from ${charges} c where c.user_id = ${account} and c.performer_id = ${performerId})
  or exists (select from ${conversationMembers} m where m.account_id = ${performerId} and m.other_id = ${account}))`;

/** Who was put on an own list and has come near: nobody is written to who has nothing to do with the performer. */
const nearOnOwn = (performerId: string, listId: string): SQL => sql`
  select p.account_id from ${fanListPeople} p join ${fanLists} l on l.id = p.list_id
  where l.id = ${listId} and l.performer_id = ${performerId} and ${isNear(sql`p.account_id`, performerId)}`;

const onAnyOf = (ctx: World, performerId: string, lists: readonly string[]): SQL =>
  sql.join(
    [...new Set(lists)].map((list) => (isRule(list) ? byRule(ctx, performerId, list) : nearOnOwn(performerId, list))),
    sql` union `,
  );

/** The condition on rows of accounts that the performer may reach them at all. */
export const isReachable = (performerId: string): SQL =>
  sql`${accounts.status} = 'active' and ${accounts.id} <> ${performerId} and ${notBlocked(accounts.id, performerId)}`;

/** For whom something is. What is sold is for who can pay, and not for who has bought one of its files in a message. */
export interface Audience {
  performerId: string;
  include: readonly string[];
  exclude: readonly string[];
  /** The files that are sold; none of what is free. */
  soldFileIds: readonly string[];
}

/** The condition on rows of accounts that they are of an audience. Lists of others name nobody. */
export function isMeant(ctx: World, { performerId, include, exclude, soldFileIds }: Audience): SQL {
  const excluded = exclude.length === 0 ? sql`true` : sql`${accounts.id} not in (${onAnyOf(ctx, performerId, exclude)})`;
  // Only fans have a wallet to pay from.
  const mayBuy =
    soldFileIds.length === 0
      ? sql`true`
      : sql`not ${accounts.isPerformer} and not exists (
          select from ${messageFiles} mf where mf.receiver_id = ${accounts.id} and mf.file_id in ${[...soldFileIds]}
            and ${isMessageBought(sql`mf.message_id`, sql`mf.receiver_id`)})`;
  return sql`${isReachable(performerId)} and ${accounts.id} in (${onAnyOf(ctx, performerId, include)}) and ${excluded} and ${mayBuy}`;
}

/** How many are of an audience now. */
export async function countMeant(ctx: World, audience: Audience): Promise<number> {
  return ctx.db.$count(accounts, isMeant(ctx, audience));
}

/** How many are on each list that the site keeps, in one query. */
export async function countByRule(ctx: World, performerId: string): Promise<Record<ListRule, number>> {
  const counts = listRules.map(
    (rule) =>
      sql`(select count(*)::int from ${accounts} where ${isReachable(performerId)} and ${accounts.id} in (${byRule(ctx, performerId, rule)})) as ${sql.identifier(rule)}`,
  );
  const { rows } = await ctx.db.execute<Record<ListRule, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  const [row] = rows;
  return { followers: 0, subscribers: 0, expired: 0, buyers: 0, ...row };
}

/** Refuses with list_not_found lists that are neither the site's nor the performer's own. */
export async function assertLists(ctx: Pick<Context, 'db'>, performerId: string, lists: readonly string[]): Promise<void> {
  const own = [...new Set(lists.filter((list) => !isRule(list)))];
  if (own.length === 0) return;
  const known = await ctx.db.$count(fanLists, and(eq(fanLists.performerId, performerId), inArray(fanLists.id, own)));
  if (known !== own.length) fail('list_not_found');
}
