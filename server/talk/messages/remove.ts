/** Deletes messages: text and files are removed for both, unless the receiver has bought the message. */
import { eq, sql } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { conversationMembers, messageEdits, messageFiles, messageReactions, messages } from '../../platform/db/schema/messages';
import { isMessageBought } from '../../content/entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { detachFiles } from '../../platform/media/claims';
import { publish } from '../../platform/outbox/publish';
import { notificationGroup } from '../conversations/read-marks';
import { markGroupRead } from '../../people/notifications/read-group';
import { publishUnreadCounts } from '../../people/notifications/unread';
import { hasRight } from '../../platform/rights';
import { ownFileUse } from './files';
import { messageResponses, type MessageResponse } from './rows';

type Row = typeof messages.$inferSelect;

/** Whether the receiver has bought the message. */
export async function isBought(tx: Context, { id, receiverId, priceCents }: Row): Promise<boolean> {
  if (priceCents === null) return false;
  const { rows } = await tx.db.execute<{ bought: boolean }>(
    sql`select ${isMessageBought(sql`${id}::uuid`, sql`${receiverId}::uuid`)} as bought`,
  );
  return rows[0]?.bought === true;
}

/** Removes the files, earlier texts and reactions of a message, and decrements the unread count if it was not seen. */
async function removeContent(tx: Context, row: Row): Promise<void> {
  const removed = await tx.db.delete(messageFiles).where(eq(messageFiles.messageId, row.id)).returning({ fileId: messageFiles.fileId });
  await detachFiles(
    tx,
    removed.map(({ fileId }) => fileId),
    ownFileUse(row.id),
  );
  await tx.db.delete(messageEdits).where(eq(messageEdits.messageId, row.id));
  await tx.db.delete(messageReactions).where(eq(messageReactions.messageId, row.id));
  const updated = await tx.db
    .update(conversationMembers)
    .set({ unread: sql`${conversationMembers.unread} - 1` })
    .where(
      sql`${conversationMembers.conversationId} = ${row.conversationId} and ${conversationMembers.accountId} = ${row.receiverId}
        and ${conversationMembers.seenSeq} < ${row.seq} and ${conversationMembers.unread} > 0`,
    )
    .returning({ unread: conversationMembers.unread });
  const [member] = updated;
  if (!member) return;
  // All messages behind the notification are read or deleted.
  if (member.unread === 0) await markGroupRead(tx, row.receiverId, notificationGroup(row.conversationId));
  await publishUnreadCounts(tx, row.receiverId);
}

/** Deletes a locked message for both, in the transaction of `tx`. A buyer keeps it. */
export async function deleteLocked(tx: Context, row: Row): Promise<void> {
  const isKept = await isBought(tx, row);
  const now = tx.clock.now();
  await tx.db
    .update(messages)
    .set({ deletedAt: now, updatedAt: now, ...(!isKept && { text: '' }) })
    .where(eq(messages.id, row.id));
  if (!isKept) await removeContent(tx, row);
  const rooms = [`account:${row.senderId}` as const, ...(isKept ? [] : [`account:${row.receiverId}` as const])];
  await publish(tx, 'message/deleted', rooms, { _id: row.id, conversationId: row.conversationId });
}

/**
 * Deletes a message, in the transaction of `tx`, and returns the sender's view. Idempotent. Operators may delete any message, which is
 * audited. Rejects with message_not_found for accounts outside the conversation, and with not_owner for the receiver.
 */
export async function removeMessage(tx: Context, actor: Actor, client: Client, id: string): Promise<MessageResponse> {
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!row) return fail('message_not_found');
  const isOperator = hasRight(actor, 'content.moderate') && actor.id !== row.senderId;
  if (!isOperator && actor.id === row.receiverId) fail('not_owner');
  if (!isOperator && actor.id !== row.senderId) fail('message_not_found');
  if (row.deletedAt === null) {
    await deleteLocked(tx, row);
    if (isOperator)
      await audit(tx, actor, client, {
        action: 'messages.delete',
        targetType: 'message',
        targetId: id,
        // The text of private messages is not stored in the audit log.
        before: { senderId: row.senderId, receiverId: row.receiverId, isDeleted: false },
        after: { isDeleted: true },
      });
  }
  return (await messageResponses(tx, row.senderId, [id])).get(id) ?? fail('message_not_found');
}
