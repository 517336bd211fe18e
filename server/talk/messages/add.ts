/**
 * Putting a message into a conversation: it takes the next place, the other has one more unread, and both are told, each as she
 * sees it. All in the transaction of whoever says it.
 */
import { sql } from 'drizzle-orm';
import type { MessageType } from '@contract/values';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { conversationMembers, conversations, messageFiles, messages } from '../../platform/db/schema/schema';
import { publishAll } from '../../platform/outbox/publish';
import { conversationLink } from '../../platform/notification-texts';
import { isConnected } from '../../people/presence/presence';
import { groupOf } from '../conversations/conversations';
import { notifyEach, tellUnread } from '../../people/notifications/notifications';
import { flag } from '../../safety/reports/reports';
import { searchVersion } from '../../platform/words/searchable';
import { loadMessages, shownTo, wireOf, type MessageAnswer } from './rows';
import { foldedOf, wordsIn } from './search-index';

/** What is said; who may say it was asked before, and the conversation is held. */
export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  /** The helper who writes for the sender. */
  byId?: string;
  clientKey: string | null;
  type: MessageType;
  text: string;
  priceCents: bigint | null;
  tipCents: bigint | null;
  replyToId: string | null;
  fileIds: readonly string[];
}

interface Added {
  isThere: boolean;
  isMuted: boolean;
}

const { placeholder } = sql;

const insert = prepared<Record<string, string | null>, Added>(
  'message_add',
  sql`
    with place as (
      update ${conversations} set last_seq = last_seq + 1 where id = ${placeholder('conversationId')} returning last_seq
    ), said as (
      insert into ${messages} (id, conversation_id, seq, sender_id, receiver_id, by_id, client_key, type, text, price_cents, tip_cents, reply_to_id, search, search_version, created_at, updated_at)
      select ${placeholder('id')}::uuid, ${placeholder('conversationId')}::uuid, place.last_seq, ${placeholder('senderId')}::uuid, ${placeholder('receiverId')}::uuid,
        ${placeholder('byId')}::uuid, ${placeholder('clientKey')}, ${placeholder('type')}, ${placeholder('text')}, ${placeholder('priceCents')}::bigint, ${placeholder('tipCents')}::bigint,
        ${placeholder('replyToId')}::uuid, ${wordsIn(placeholder('folded'))}, ${sql.raw(String(searchVersion))}, ${placeholder('now')}::timestamptz, ${placeholder('now')}::timestamptz from place
    ), members as (
      update ${conversationMembers} set last_message_at = ${placeholder('now')}::timestamptz, is_listed = true,
        unread = unread + case when account_id = ${placeholder('receiverId')}::uuid then 1 else 0 end
      where conversation_id = ${placeholder('conversationId')}::uuid returning account_id, is_muted
    )
    select ${isConnected(sql`members.account_id`)} as "isThere", members.is_muted as "isMuted" from members
    where members.account_id = ${placeholder('receiverId')}::uuid`,
);

/** Adds the message, in the transaction of `tx`, and answers it as its sender sees it. */
export async function addMessage(tx: Context, { fileIds, ...message }: NewMessage): Promise<MessageAnswer> {
  const { id, conversationId, senderId, receiverId, priceCents, tipCents } = message;
  const [added] = await insert(tx.db, {
    ...message,
    byId: message.byId ?? null,
    priceCents: priceCents?.toString() ?? null,
    tipCents: tipCents?.toString() ?? null,
    folded: foldedOf(message),
    now: tx.clock.now().toISOString(),
  });
  if (!added) throw new Error(`conversation ${conversationId} has no such member`);
  if (fileIds.length > 0)
    await tx.db.insert(messageFiles).values(fileIds.map((fileId, ordering) => ({ messageId: id, fileId, receiverId, ordering })));
  await flag(tx, { target: 'message', targetId: id, ownerId: senderId });
  const own = await tellBoth(tx, 'message/created', id, { senderId, receiverId });
  await tellUnread(tx, receiverId);
  // Who is there, or does not want to know, sees it in the conversation.
  if (!added.isThere && !added.isMuted) await tellOfMessages(tx, senderId, [{ id, conversationId, receiverId }]);
  return own;
}

/** Tells people who are away that this sender has written to them. */
export async function tellOfMessages(
  tx: Context,
  senderId: string,
  sent: readonly Pick<NewMessage, 'id' | 'conversationId' | 'receiverId'>[],
): Promise<void> {
  const common = { type: 'message', actorId: senderId } as const;
  const told = sent.map(({ id, conversationId, receiverId }) => {
    const words = {
      ...common,
      text: 'sent you a message.',
      link: conversationLink(conversationId),
      event: `message:${id}`,
      group: groupOf(conversationId),
    };
    return [receiverId, words] as const;
  });
  await notifyEach(tx, common, new Map(told));
}

/** Tells the two people of a message how it is now, each as she sees it, and answers it as its sender does. */
export async function tellBoth(
  tx: Context,
  event: 'message/created' | 'message/changed',
  id: string,
  { senderId, receiverId }: Pick<NewMessage, 'senderId' | 'receiverId'>,
): Promise<MessageAnswer> {
  const loaded = await loadMessages(tx, [id]);
  const [own, others] = [shownTo(tx, loaded, senderId).get(id), shownTo(tx, loaded, receiverId).get(id)];
  if (!own || !others) throw new Error(`message ${id} is not there`);
  await publishAll(tx, event, [
    { rooms: [`account:${senderId}`], payload: wireOf(own) },
    { rooms: [`account:${receiverId}`], payload: wireOf(others) },
  ]);
  return own;
}
