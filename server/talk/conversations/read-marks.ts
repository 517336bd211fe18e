/** How far somebody has received and read a conversation: one place per member, which only grows. Muting stands here too. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts, conversationMembers, conversations } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publish } from '../../platform/outbox/publish';
import { standApart } from '../../people/blocking/blocking';
import { readGroup, tellUnread } from '../../people/notifications/notifications';
import { tellConversation } from '../../modules/conversations/changed';

interface Marked {
  otherId: string;
  seq: number;
  tellsReading: boolean;
  isApart: boolean;
  isNew: boolean;
}

const { placeholder } = sql;

/** By what notifications of a conversation stand together. */
export const groupOf = (conversationId: string): string => `message:${conversationId}`;

const markSeen = prepared<{ id: string; accountId: string; now: string }, Marked>(
  'conversation_seen',
  sql`
    with place as (select last_seq from ${conversations} where id = ${placeholder('id')}),
    before as (
      select m.seen_seq, m.unread from ${conversationMembers} m where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} for update
    )
    update ${conversationMembers} m set unread = 0, seen_at = case when place.last_seq > m.seen_seq then ${placeholder('now')}::timestamptz else m.seen_at end,
      seen_seq = greatest(m.seen_seq, place.last_seq), delivered_seq = greatest(m.delivered_seq, place.last_seq),
      delivered_at = case when place.last_seq > m.delivered_seq then ${placeholder('now')}::timestamptz else m.delivered_at end
    from place, before, ${accounts} a
    where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} and a.id = m.account_id
    returning m.other_id as "otherId", m.seen_seq as seq, a.read_receipts as "tellsReading", ${standApart(sql`m.account_id`, sql`m.other_id`)} as "isApart",
      (before.unread > 0 or before.seen_seq < m.seen_seq) as "isNew"`,
);

/**
 * Says that a member has read all of her conversation, in the transaction of `tx`; the other is told where she lets it be known.
 * Answers the place of the last message. Refuses with conversation_not_found.
 */
export async function readAll(tx: Context, accountId: string, conversationId: string): Promise<number> {
  // Before the marks are looked at: what is being said meanwhile is waited for, and counted or left unread as a whole.
  await tx.db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, conversationId)).for('share');
  const [marked] = await markSeen(tx.db, { id: conversationId, accountId, now: tx.clock.now().toISOString() });
  if (!marked) return fail('conversation_not_found');
  if (!marked.isNew) return marked.seq;
  const told = { conversationId, accountId, seq: marked.seq };
  const { otherId, tellsReading, isApart } = marked;
  await publish(tx, 'conversation/seen', [`account:${accountId}`], told);
  // Behind a block nothing is said of her.
  if (!isApart) await publish(tx, tellsReading ? 'conversation/seen' : 'conversation/delivered', [`account:${otherId}`], told);
  await readGroup(tx, accountId, groupOf(conversationId));
  await tellUnread(tx, accountId);
  return marked.seq;
}

const markDelivered = prepared<{ id: string; accountId: string; seq: number; now: string }, Pick<Marked, 'otherId' | 'seq' | 'isApart'>>(
  'conversation_delivered',
  sql`
    update ${conversationMembers} m set delivered_seq = least(${placeholder('seq')}::int, c.last_seq), delivered_at = ${placeholder('now')}::timestamptz
    from ${conversations} c
    where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} and c.id = m.conversation_id
      and m.delivered_seq < least(${placeholder('seq')}::int, c.last_seq)
    returning m.other_id as "otherId", m.delivered_seq as seq, ${standApart(sql`m.account_id`, sql`m.other_id`)} as "isApart"`,
);

/** Says that a device of a member has what was said up to a place; what is not hers, or not new, changes nothing. */
export async function deliveredTo(tx: Context, accountId: string, conversationId: string, seq: number): Promise<void> {
  const [marked] = await markDelivered(tx.db, { id: conversationId, accountId, seq, now: tx.clock.now().toISOString() });
  if (!marked || marked.isApart) return;
  await publish(tx, 'conversation/delivered', [`account:${marked.otherId}`], { conversationId, accountId, seq: marked.seq });
}

/** Mutes a conversation for one member, or ends that; her devices hear of it. Refuses with conversation_not_found. */
export async function mute(tx: Context, actor: Actor, conversationId: string, isMuted: boolean): Promise<void> {
  const changed = await tx.db
    .update(conversationMembers)
    .set({ isMuted })
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, actor.id)))
    .returning({ id: conversationMembers.conversationId });
  if (changed.length === 0) return fail('conversation_not_found');
  await tellConversation(tx, conversationId, [actor.id]);
}

/** The other member, and whether the asker lets her know that she types; null where it is no conversation of the asker's. */
export async function partnerOf(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  conversationId: string,
): Promise<{ id: string; showsTyping: boolean } | null> {
  const [row] = await ctx.db
    .select({ id: conversationMembers.otherId, showsTyping: accounts.showTyping })
    .from(conversationMembers)
    .innerJoin(accounts, eq(accounts.id, conversationMembers.accountId))
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, accountId)));
  return row ?? null;
}

/** In how many conversations something is unread, all of them counted. */
export const unreadConversations = (ctx: Pick<Context, 'db'>, accountId: string): Promise<number> =>
  ctx.db.$count(conversationMembers, and(eq(conversationMembers.accountId, accountId), gt(conversationMembers.unread, 0)));
