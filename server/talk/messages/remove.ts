/** Deleting a message: its text and its files are gone for both, unless its receiver has bought it, who keeps it. */
import { eq, sql } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { conversationMembers, messageFiles, messages } from '../../platform/db/schema/schema';
import { isMessageBought } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { detachFiles } from '../../platform/media/claims';
import { publish } from '../../platform/outbox/publish';
import { groupOf } from '../conversations/conversations';
import { readGroup, tellUnread } from '../../people/notifications/notifications';
import { mayDo } from '../../platform/rights';
import { ownFileUse } from './files';
import { messageAnswers, type MessageAnswer } from './rows';

type Row = typeof messages.$inferSelect;

async function isBought(tx: Context, { id, receiverId, priceCents }: Row): Promise<boolean> {
  if (priceCents === null) return false;
  const { rows } = await tx.db.execute<{ bought: boolean }>(
    sql`select ${isMessageBought(sql`${id}::uuid`, sql`${receiverId}::uuid`)} as bought`,
  );
  return rows[0]?.bought === true;
}

/** Takes the content away, and the count of what is unread with it. */
async function empty(tx: Context, row: Row): Promise<void> {
  const gone = await tx.db.delete(messageFiles).where(eq(messageFiles.messageId, row.id)).returning({ fileId: messageFiles.fileId });
  await detachFiles(
    tx,
    gone.map(({ fileId }) => fileId),
    ownFileUse(row.id),
  );
  const unseen = await tx.db
    .update(conversationMembers)
    .set({ unread: sql`${conversationMembers.unread} - 1` })
    .where(
      sql`${conversationMembers.conversationId} = ${row.conversationId} and ${conversationMembers.accountId} = ${row.receiverId}
        and ${conversationMembers.seenSeq} < ${row.seq} and ${conversationMembers.unread} > 0`,
    )
    .returning({ unread: conversationMembers.unread });
  const [lowered] = unseen;
  if (!lowered) return;
  // Nothing is left of what she was told of.
  if (lowered.unread === 0) await readGroup(tx, row.receiverId, groupOf(row.conversationId));
  await tellUnread(tx, row.receiverId);
}

/** Takes a message that is held away from both, in the transaction of `tx`; who has bought it keeps it. */
export async function withdraw(tx: Context, row: Row): Promise<void> {
  const keeps = await isBought(tx, row);
  const now = tx.clock.now();
  await tx.db
    .update(messages)
    .set({ deletedAt: now, updatedAt: now, ...(!keeps && { text: '' }) })
    .where(eq(messages.id, row.id));
  if (!keeps) await empty(tx, row);
  const rooms = [`account:${row.senderId}` as const, ...(keeps ? [] : [`account:${row.receiverId}` as const])];
  await publish(tx, 'message/deleted', rooms, { _id: row.id, conversationId: row.conversationId });
}

/**
 * Deletes a message, in the transaction of `tx`, and answers it as its sender now sees it; twice is once. Operators may, which is
 * audited. Refuses with message_not_found whoever has no part in it, and with not_owner its receiver.
 */
export async function removeMessage(tx: Context, actor: Actor, client: Client, id: string): Promise<MessageAnswer> {
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!row) return fail('message_not_found');
  const isOperator = mayDo(actor, 'content.moderate') && actor.id !== row.senderId;
  if (!isOperator && actor.id === row.receiverId) fail('not_owner');
  if (!isOperator && actor.id !== row.senderId) fail('message_not_found');
  if (row.deletedAt === null) {
    await withdraw(tx, row);
    if (isOperator)
      await audit(tx, actor, client, {
        action: 'messages.delete',
        targetType: 'message',
        targetId: id,
        // What two people said to each other is not kept here.
        before: { senderId: row.senderId, receiverId: row.receiverId, isDeleted: false },
        after: { isDeleted: true },
      });
  }
  return (await messageAnswers(tx, row.senderId, [id])).get(id) ?? fail('message_not_found');
}
