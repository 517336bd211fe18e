/** Read and delivery marks of conversations: one `seq` per member, which only increases. Also muting. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers, conversations } from '../../platform/db/schema/messages';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publish } from '../../platform/outbox/publish';
import { isBlockedBetweenSql } from '../../people/blocking/blocking';
import { markGroupRead } from '../../people/notifications/read-group';
import { publishUnreadCounts } from '../../people/notifications/unread';
import { publishConversation } from './events';

interface Marked {
  otherId: string;
  seq: number;
  /** The member shares read receipts. */
  sharesReadReceipts: boolean;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  /** The mark has changed. */
  hasChanged: boolean;
}

const { placeholder } = sql;

/** The group key of notifications of a conversation. */
export const notificationGroup = (conversationId: string): string => `message:${conversationId}`;

const markSeen = prepared<{ id: string; accountId: string; now: string }, Marked>(
  'conversation_seen',
  sql`
    with latest as (select last_seq from ${conversations} where id = ${placeholder('id')}),
    before as (
      select m.seen_seq, m.unread from ${conversationMembers} m where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} for update
    )
    update ${conversationMembers} m set unread = 0, seen_at = case when latest.last_seq > m.seen_seq then ${placeholder('now')}::timestamptz else m.seen_at end,
      seen_seq = greatest(m.seen_seq, latest.last_seq), delivered_seq = greatest(m.delivered_seq, latest.last_seq),
      delivered_at = case when latest.last_seq > m.delivered_seq then ${placeholder('now')}::timestamptz else m.delivered_at end
    from latest, before, ${accounts} a
    where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} and a.id = m.account_id
    returning m.other_id as "otherId", m.seen_seq as seq, a.read_receipts as "sharesReadReceipts", ${isBlockedBetweenSql(sql`m.account_id`, sql`m.other_id`)} as "isBlocked",
      (before.unread > 0 or before.seen_seq < m.seen_seq) as "hasChanged"`,
);

/**
 * Marks a conversation as read by a member, in the transaction of `tx`. The other member is notified if this one shares read receipts.
 * Returns the `seq` of the last message. Rejects with conversation_not_found.
 */
export async function markConversationRead(tx: Context, accountId: string, conversationId: string): Promise<number> {
  // Wait for messages being written, so that each of them is either counted as read or stays unread.
  await tx.db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, conversationId)).for('share');
  const [marked] = await markSeen(tx.db, { id: conversationId, accountId, now: tx.clock.now().toISOString() });
  if (!marked) return fail('conversation_not_found');
  if (!marked.hasChanged) return marked.seq;
  const payload = { conversationId, accountId, seq: marked.seq };
  const { otherId, sharesReadReceipts, isBlocked } = marked;
  await publish(tx, 'conversation/seen', [`account:${accountId}`], payload);
  // A blocked member gets no receipts.
  if (!isBlocked) await publish(tx, sharesReadReceipts ? 'conversation/seen' : 'conversation/delivered', [`account:${otherId}`], payload);
  await markGroupRead(tx, accountId, notificationGroup(conversationId));
  await publishUnreadCounts(tx, accountId);
  return marked.seq;
}

const markDelivered = prepared<{ id: string; accountId: string; seq: number; now: string }, Pick<Marked, 'otherId' | 'seq' | 'isBlocked'>>(
  'conversation_delivered',
  sql`
    update ${conversationMembers} m set delivered_seq = least(${placeholder('seq')}::int, c.last_seq), delivered_at = ${placeholder('now')}::timestamptz
    from ${conversations} c
    where m.conversation_id = ${placeholder('id')} and m.account_id = ${placeholder('accountId')} and c.id = m.conversation_id
      and m.delivered_seq < least(${placeholder('seq')}::int, c.last_seq)
    returning m.other_id as "otherId", m.delivered_seq as seq, ${isBlockedBetweenSql(sql`m.account_id`, sql`m.other_id`)} as "isBlocked"`,
);

/** Marks messages up to `seq` as delivered to a member. Ignores conversations of others and older marks. */
export async function markDeliveredUpTo(tx: Context, accountId: string, conversationId: string, seq: number): Promise<void> {
  const [marked] = await markDelivered(tx.db, { id: conversationId, accountId, seq, now: tx.clock.now().toISOString() });
  if (!marked || marked.isBlocked) return;
  await publish(tx, 'conversation/delivered', [`account:${marked.otherId}`], { conversationId, accountId, seq: marked.seq });
}

/** Mutes or unmutes a conversation for one member and notifies their devices. Rejects with conversation_not_found. */
export async function setMuted(tx: Context, actor: Actor, conversationId: string, isMuted: boolean): Promise<void> {
  const changed = await tx.db
    .update(conversationMembers)
    .set({ isMuted })
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, actor.id)))
    .returning({ id: conversationMembers.conversationId });
  if (changed.length === 0) return fail('conversation_not_found');
  await publishConversation(tx, conversationId, [actor.id]);
}

/** The other member, and whether this account shares that it is typing; null when the conversation is not theirs. */
export async function typingPartner(
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

/** The number of conversations with unread messages. */
export const unreadConversations = (ctx: Pick<Context, 'db'>, accountId: string): Promise<number> =>
  ctx.db.$count(conversationMembers, and(eq(conversationMembers.accountId, accountId), gt(conversationMembers.unread, 0)));
