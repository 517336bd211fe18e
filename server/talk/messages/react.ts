/** Emoji that the two people of a conversation add to its messages. */
import { and, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';
import type { Context } from '../../platform/context';
import { messageReactions } from '../../platform/db/schema/messages';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publishToParticipants, type NewMessage } from './add';
import { lockMessage } from './lock';
import { messageResponses, type MessageResponse } from './rows';
import { assertNotBlocked } from './send';

const reactionsOf = (messageId: string, accountId: string) =>
  and(eq(messageReactions.messageId, messageId), eq(messageReactions.accountId, accountId));

const viewOf = async (tx: Context, actor: Actor, id: string): Promise<MessageResponse> =>
  (await messageResponses(tx, actor.id, [id])).get(id) ?? fail('message_not_found');

/** Publishes the message to both people and returns the actor's view. */
async function publishReactions(
  tx: Context,
  actor: Actor,
  row: Pick<NewMessage, 'id' | 'senderId' | 'receiverId'>,
): Promise<MessageResponse> {
  await publishToParticipants(tx, 'message/changed', row.id, row);
  return viewOf(tx, actor, row.id);
}

/** Adds an emoji to a message, in the transaction of `tx`, and returns the actor's view. Rejects with the errors of the contract. */
export async function addReaction(tx: Context, actor: Actor, client: Client, id: string, emoji: string): Promise<MessageResponse> {
  const { row, relation } = await lockMessage(tx, actor, client, id);
  assertNotBlocked(relation);
  const existing = await tx.db.select({ emoji: messageReactions.emoji }).from(messageReactions).where(reactionsOf(id, actor.id));
  if (existing.some((reaction) => reaction.emoji === emoji)) return viewOf(tx, actor, id);
  if (existing.length >= limits.messageReactionsMax) fail('reaction_limit');
  await tx.db.insert(messageReactions).values({ messageId: id, accountId: actor.id, emoji, createdAt: tx.clock.now() });
  return publishReactions(tx, actor, row);
}

/** Removes the actor's emoji from a message, in the transaction of `tx`, and returns their view. Rejects with message_not_found. */
export async function removeReaction(tx: Context, actor: Actor, client: Client, id: string, emoji: string): Promise<MessageResponse> {
  const { row } = await lockMessage(tx, actor, client, id);
  const removed = await tx.db
    .delete(messageReactions)
    .where(and(reactionsOf(id, actor.id), eq(messageReactions.emoji, emoji)))
    .returning({ emoji: messageReactions.emoji });
  return removed.length === 0 ? viewOf(tx, actor, id) : publishReactions(tx, actor, row);
}
