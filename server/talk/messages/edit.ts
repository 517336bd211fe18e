/** Edits sent messages. Earlier texts stay stored as evidence for reports. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import type { Context } from '../../platform/context';
import { messageEdits, messages } from '../../platform/db/schema/messages';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publishToParticipants } from './add';
import { lockMessage } from './lock';
import { isBought } from './remove';
import { messageResponses, type MessageResponse } from './rows';
import { reindexMessage } from './search-index';
import { assertMayWrite } from './send';

type Row = typeof messages.$inferSelect;

/** Rejects with message_not_editable and message_empty. */
async function assertEditable(tx: Context, row: Row, text: string): Promise<void> {
  const isExpired = tx.clock.now().getTime() > row.createdAt.getTime() + limits.messageEdit_s * 1000;
  const isWritten = row.type === 'text' || row.type === 'media';
  if (isExpired || !isWritten || (await isBought(tx, row))) fail('message_not_editable');
  if (text === '' && row.type === 'text') fail('message_empty');
}

/**
 * Changes the text of a message, in the transaction of `tx`, and returns the sender's view. The receiver is not notified again. Rejects with
 * the errors of the contract.
 */
export async function editMessage(tx: Context, actor: Actor, client: Client, id: string, text: string): Promise<MessageResponse> {
  const { row, relation } = await lockMessage(tx, actor, client, id);
  if (row.senderId !== actor.id) fail('not_owner');
  assertMayWrite(relation);
  if (row.text === text) return (await messageResponses(tx, actor.id, [id])).get(id) ?? fail('message_not_found');
  await assertEditable(tx, row, text);
  const now = tx.clock.now();
  await tx.db.insert(messageEdits).values({ id: tx.random.id(), messageId: id, text: row.text, createdAt: now });
  await tx.db.update(messages).set({ text, editedAt: now, updatedAt: now }).where(eq(messages.id, id));
  await reindexMessage(tx, id, { text, priceCents: row.priceCents });
  await reportFlaggedWords(tx, { target: 'message', targetId: id, ownerId: row.senderId });
  return publishToParticipants(tx, 'message/changed', id, row);
}
