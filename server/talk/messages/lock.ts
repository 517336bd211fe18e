/** Locks a message together with its conversation, in the order in which senders lock them. */
import { eq } from 'drizzle-orm';
import { fail } from '../../kernel/api-error';
import type { Context } from '../../platform/context';
import { messages } from '../../platform/db/schema/messages';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { lockConversation, type ConversationRelation } from '../conversations/rows';

type Row = typeof messages.$inferSelect;

/**
 * A message of one of the actor's conversations and their relation to the other member, locked until the transaction of `tx` ends.
 * Rejects with message_not_found, also for a deleted message.
 */
export async function lockMessage(
  tx: Context,
  actor: Actor,
  client: Client,
  id: string,
): Promise<{ row: Row; relation: ConversationRelation }> {
  const [found] = await tx.db.select({ conversationId: messages.conversationId }).from(messages).where(eq(messages.id, id));
  if (!found) return fail('message_not_found');
  const member = { id: actor.id, isPerformer: actor.isPerformer, country: client.country };
  const relation = (await lockConversation(tx, member, found.conversationId)) ?? fail('message_not_found');
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!row || row.deletedAt !== null) return fail('message_not_found');
  return { row, relation };
}
