/**
 * Members of fan lists: lists that the site maintains by a rule, and lists that the performer made. Suspended accounts, and accounts with a
 * block between them and the performer, are never included, even if they are in the tables.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { listRules, type ListRule } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers, fanListPeople, fanLists, messageFiles } from '../../platform/db/schema/messages';
import { charges } from '../../platform/db/schema/money';
import { follows } from '../../platform/db/schema/responses';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess, isMessageBought } from '../../content/entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import { notBlocked } from '../../people/blocking/blocking';

type QueryContext = Pick<Context, 'db' | 'clock'>;

const isRule = (list: string): list is ListRule => (listRules as readonly string[]).includes(list);

/** A query with one column: the accounts that match a rule. */
function byRule(ctx: Pick<Context, 'clock'>, performerId: string, rule: ListRule): SQL {
  const hasAccess = givesAccess(ctx.clock.now());
  switch (rule) {
    case 'followers':
      return sql`select ${follows.followerId} from ${follows} where ${follows.performerId} = ${performerId}`;
    case 'subscribers':
      return sql`select ${subscriptions.userId} from ${subscriptions} where ${subscriptions.performerId} = ${performerId} and ${hasAccess}`;
    case 'expired':
      return sql`select ${subscriptions.userId} from ${subscriptions} where ${subscriptions.performerId} = ${performerId} and not (${hasAccess})`;
    case 'buyers':
      return sql`select ${charges.userId} from ${charges} where ${charges.performerId} = ${performerId} and ${charges.status} = 'success'`;
  }
}

/** Whether `account`, a column of ids, is a fan of the performer: follows, has ever subscribed or paid, or has a conversation with them. */
export const isFan = (account: SQL, performerId: string): SQL<boolean> => sql<boolean>`(
  exists (select from ${follows} f where f.follower_id = ${account} and f.performer_id = ${performerId})
  or exists (select from ${subscriptions} s where s.user_id = ${account} and s.performer_id = ${performerId})
  or exists (select from ${charges} c where c.user_id = ${account} and c.performer_id = ${performerId})
  or exists (select from ${conversationMembers} m where m.account_id = ${performerId} and m.other_id = ${account}))`;

/** The members of a list the performer made, if they are fans: accounts without any relation to the performer get no messages. */
const membersWhoAreFans = (performerId: string, listId: string): SQL => sql`
  select p.account_id from ${fanListPeople} p join ${fanLists} l on l.id = p.list_id
  where l.id = ${listId} and l.performer_id = ${performerId} and ${isFan(sql`p.account_id`, performerId)}`;

const membersOfAny = (ctx: QueryContext, performerId: string, lists: readonly string[]): SQL =>
  sql.join(
    [...new Set(lists)].map((list) => (isRule(list) ? byRule(ctx, performerId, list) : membersWhoAreFans(performerId, list))),
    sql` union `,
  );

/** The condition on rows of accounts that the performer can reach them. */
export const isReachable = (performerId: string): SQL =>
  sql`${accounts.status} = 'active' and ${accounts.id} <> ${performerId} and ${notBlocked(accounts.id, performerId)}`;

/** The recipients of a mass message. A message for sale goes only to accounts that can pay and have not bought one of its files. */
export interface MassAudience {
  performerId: string;
  include: readonly string[];
  exclude: readonly string[];
  /** The files for sale; empty for a free message. */
  soldFileIds: readonly string[];
}

/** The condition on rows of accounts that they belong to an audience. Lists of other performers match no one. */
export function isRecipient(ctx: QueryContext, { performerId, include, exclude, soldFileIds }: MassAudience): SQL {
  const excluded = exclude.length === 0 ? sql`true` : sql`${accounts.id} not in (${membersOfAny(ctx, performerId, exclude)})`;
  // Only fans have a wallet to pay from.
  const mayBuy =
    soldFileIds.length === 0
      ? sql`true`
      : sql`not ${accounts.isPerformer} and not exists (
          select from ${messageFiles} mf where mf.receiver_id = ${accounts.id} and mf.file_id in ${[...soldFileIds]}
            and ${isMessageBought(sql`mf.message_id`, sql`mf.receiver_id`)})`;
  return sql`${isReachable(performerId)} and ${accounts.id} in (${membersOfAny(ctx, performerId, include)}) and ${excluded} and ${mayBuy}`;
}

/** The current size of an audience. */
export async function countRecipients(ctx: QueryContext, audience: MassAudience): Promise<number> {
  return ctx.db.$count(accounts, isRecipient(ctx, audience));
}

/** The size of each rule-based list, in one query. */
export async function countByRule(ctx: QueryContext, performerId: string): Promise<Record<ListRule, number>> {
  const counts = listRules.map(
    (rule) =>
      sql`(select count(*)::int from ${accounts} where ${isReachable(performerId)} and ${accounts.id} in (${byRule(ctx, performerId, rule)})) as ${sql.identifier(rule)}`,
  );
  const { rows } = await ctx.db.execute<Record<ListRule, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  const [row] = rows;
  return { followers: 0, subscribers: 0, expired: 0, buyers: 0, ...row };
}

/** Rejects with list_not_found for lists that are neither rules nor lists of this performer. */
export async function assertLists(ctx: Pick<Context, 'db'>, performerId: string, lists: readonly string[]): Promise<void> {
  const own = [...new Set(lists.filter((list) => !isRule(list)))];
  if (own.length === 0) return;
  const found = await ctx.db.$count(fanLists, and(eq(fanLists.performerId, performerId), inArray(fanLists.id, own)));
  if (found !== own.length) fail('list_not_found');
}
