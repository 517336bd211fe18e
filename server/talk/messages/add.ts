/**
 * Adds a message to a conversation: assigns the next `seq`, increments the receiver's unread count, and notifies both people, each from
 * their own view. All in the transaction of the caller.
 */
import { sql } from 'drizzle-orm';
import type { MessageType } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { conversationMembers, conversations, messageFiles, messages } from '../../platform/db/schema/messages';
import { publishAll } from '../../platform/outbox/publish';
import { conversationLink } from '../../platform/notification-texts';
import { isConnected } from '../../people/presence/presence';
import { notificationGroup } from '../conversations/read-marks';
import { notifyEach } from '../../people/notifications/notify';
import { publishUnreadCounts } from '../../people/notifications/unread';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import { searchVersion } from '../../platform/words/searchable';
import { loadMessages, responsesForViewer, messagePayload, type MessageResponse } from './rows';
import { foldedText, searchVector } from './search-index';

/** A new message. The caller has checked permissions and locked the conversation. */
export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  /** The delegate who writes on behalf of the sender. */
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
  hasOpenSocket: boolean;
  isMuted: boolean;
}

const { placeholder } = sql;

const insert = prepared<Record<string, string | null>, Added>(
  'message_add',
  sql`
    with latest as (
      update ${conversations} set last_seq = last_seq + 1 where id = ${placeholder('conversationId')} returning last_seq
    ), inserted as (
      insert into ${messages} (id, conversation_id, seq, sender_id, receiver_id, by_id, client_key, type, text, price_cents, tip_cents, reply_to_id, search, search_version, created_at, updated_at)
      select ${placeholder('id')}::uuid, ${placeholder('conversationId')}::uuid, latest.last_seq, ${placeholder('senderId')}::uuid, ${placeholder('receiverId')}::uuid,
        ${placeholder('byId')}::uuid, ${placeholder('clientKey')}, ${placeholder('type')}, ${placeholder('text')}, ${placeholder('priceCents')}::bigint, ${placeholder('tipCents')}::bigint,
        ${placeholder('replyToId')}::uuid, ${searchVector(placeholder('folded'))}, ${sql.raw(String(searchVersion))}, ${placeholder('now')}::timestamptz, ${placeholder('now')}::timestamptz from latest
    ), members as (
      update ${conversationMembers} set last_message_at = ${placeholder('now')}::timestamptz, is_listed = true,
        unread = unread + case when account_id = ${placeholder('receiverId')}::uuid then 1 else 0 end
      where conversation_id = ${placeholder('conversationId')}::uuid returning account_id, is_muted
    )
    select ${isConnected(sql`members.account_id`)} as "hasOpenSocket", members.is_muted as "isMuted" from members
    where members.account_id = ${placeholder('receiverId')}::uuid`,
);

/** Adds the message, in the transaction of `tx`, and returns the sender's view. */
export async function addMessage(tx: Context, { fileIds, ...message }: NewMessage): Promise<MessageResponse> {
  const { id, conversationId, senderId, receiverId, priceCents, tipCents } = message;
  const [added] = await insert(tx.db, {
    ...message,
    byId: message.byId ?? null,
    priceCents: priceCents?.toString() ?? null,
    tipCents: tipCents?.toString() ?? null,
    folded: foldedText(message),
    now: tx.clock.now().toISOString(),
  });
  if (!added) throw new Error(`conversation ${conversationId} has no such member`);
  if (fileIds.length > 0)
    await tx.db.insert(messageFiles).values(fileIds.map((fileId, ordering) => ({ messageId: id, fileId, receiverId, ordering })));
  await reportFlaggedWords(tx, { target: 'message', targetId: id, ownerId: senderId });
  const forSender = await publishToParticipants(tx, 'message/created', id, { senderId, receiverId });
  await publishUnreadCounts(tx, receiverId);
  // A connected receiver sees the message immediately; a muted conversation sends no notification.
  if (!added.hasOpenSocket && !added.isMuted) await notifyOfMessages(tx, senderId, [{ id, conversationId, receiverId }]);
  return forSender;
}

/** Notifies receivers who are not connected of new messages from this sender. */
export async function notifyOfMessages(
  tx: Context,
  senderId: string,
  sent: readonly Pick<NewMessage, 'id' | 'conversationId' | 'receiverId'>[],
): Promise<void> {
  const common = { type: 'message', actorId: senderId } as const;
  const notifications = sent.map(({ id, conversationId, receiverId }) => {
    const notification = {
      ...common,
      text: 'sent you a message.',
      link: conversationLink(conversationId),
      event: `message:${id}`,
      group: notificationGroup(conversationId),
    };
    return [receiverId, notification] as const;
  });
  await notifyEach(tx, common, new Map(notifications));
}

/** Publishes the current state of a message to both people, each from their own view, and returns the sender's view. */
export async function publishToParticipants(
  tx: Context,
  event: 'message/created' | 'message/changed',
  id: string,
  { senderId, receiverId }: Pick<NewMessage, 'senderId' | 'receiverId'>,
): Promise<MessageResponse> {
  const loaded = await loadMessages(tx, [id]);
  const [forSender, forReceiver] = [responsesForViewer(tx, loaded, senderId).get(id), responsesForViewer(tx, loaded, receiverId).get(id)];
  if (!forSender || !forReceiver) throw new Error(`message ${id} is not there`);
  await publishAll(tx, event, [
    { rooms: [`account:${senderId}`], payload: messagePayload(forSender) },
    { rooms: [`account:${receiverId}`], payload: messagePayload(forReceiver) },
  ]);
  return forSender;
}
