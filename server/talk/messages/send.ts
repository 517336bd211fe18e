/**
 * Sends messages. Permissions, price and files are checked while the conversation is locked, so a message is sent and paid once or not at
 * all. Not part of the module's public API: it depends on charges, which depend on messages.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type messageContract from '@contract/talk/messages';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { charges } from '../../platform/db/schema/money';
import { messages } from '../../platform/db/schema/messages';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { charge } from '../../money/charges/charge';
import { lockConversation, messagePrice, writeNeeds, type ConversationRelation } from '../conversations/rows';
import { addMessage } from './add';
import { claimForMessage } from './files';
import { messageResponses, type MessageResponse } from './rows';

/** A message that was sent, with what its sender was charged for it. */
type SentMessage = MessageResponse & { fee: bigint };
type Body = Parsed<(typeof messageContract)['POST /messages/conversations/:id']>['body'];

const { placeholder } = sql;

const errorOfNeed = { follow: 'follow_required', subscribe: 'subscription_required' } as const;

/** Rejects with blocked_by_user, blocked_by_performer and conversation_not_found. */
export function assertNotBlocked(relation: ConversationRelation): void {
  const { blocksOther, isBlockedByOther, isCountryBlocked, otherIsPerformer, otherIsActive } = relation;
  if (blocksOther) fail('blocked_by_user');
  if (isBlockedByOther && !otherIsPerformer) fail('blocked_by_user', { message: 'This person doesn’t accept messages from you.' });
  if (isBlockedByOther || isCountryBlocked) fail('blocked_by_performer', { message: 'This creator doesn’t accept messages from you.' });
  if (!otherIsActive) fail('conversation_not_found');
}

/** As `assertNotBlocked`; also rejects with follow_required and subscription_required. */
export function assertMayWrite(relation: ConversationRelation): void {
  assertNotBlocked(relation);
  const [need] = writeNeeds(relation);
  if (need) fail(errorOfNeed[need]);
}

/** The sale price of the message, or null. Rejects with forbidden_role, file_required and invalid_request. */
function priceOf(actor: Actor, { otherIsPerformer }: ConversationRelation, { isSale, price, fileIds }: Body): bigint | null {
  if (isSale === false || (isSale === undefined && price === undefined)) return null;
  // Only fans have a wallet to pay from.
  if (!actor.isPerformer || otherIsPerformer) return fail('forbidden_role');
  if (price === undefined) return fail('invalid_request', { issues: [{ path: 'price', message: 'Enter a price.' }] });
  if (fileIds.length === 0) failAt('fileIds', 'file_required');
  return price;
}

const byClientKey = prepared<{ conversationId: string; senderId: string; clientKey: string }, { id: string }>(
  'message_by_client_key',
  sql`select id from ${messages} where conversation_id = ${placeholder('conversationId')} and sender_id = ${placeholder('senderId')} and client_key = ${placeholder('clientKey')}`,
);

async function findByClientKey(tx: Context, senderId: string, conversationId: string, clientKey: string): Promise<SentMessage | null> {
  const [row] = await byClientKey(tx.db, { conversationId, senderId, clientKey });
  const message = row && (await messageResponses(tx, senderId, [row.id])).get(row.id);
  if (!message) return null;
  const [paid] = await tx.db
    .select({ fee: charges.priceCents })
    .from(charges)
    .where(and(eq(charges.type, 'message_fee'), eq(charges.targetId, message._id)));
  return { ...message, fee: paid?.fee ?? 0n };
}

async function assertReplyExists(tx: Context, conversationId: string, replyToId: string): Promise<void> {
  const found = await tx.db.$count(messages, and(eq(messages.id, replyToId), eq(messages.conversationId, conversationId)));
  if (found === 0) failAt('replyToId', 'message_not_found');
}

/**
 * Sends a message, in the transaction of `tx`. A repeated `clientKey` returns the first message and is not charged. Rejects with the errors
 * of the contract.
 */
export async function sendMessage(tx: Context, actor: Actor, client: Client, conversationId: string, body: Body): Promise<SentMessage> {
  const member = { id: actor.id, isPerformer: actor.isPerformer, country: client.country };
  const relation = (await lockConversation(tx, member, conversationId)) ?? fail('conversation_not_found');
  const { clientKey = null, replyToId = null, text, fileIds } = body;
  const existing = clientKey === null ? null : await findByClientKey(tx, actor.id, conversationId, clientKey);
  if (existing) return existing;
  if (text === '' && fileIds.length === 0) fail('message_empty');
  if (!actor.isPerformer && !relation.otherIsPerformer) fail('conversation_not_found');
  assertMayWrite(relation);
  const priceCents = priceOf(actor, relation, body);
  const fee_cents = messagePrice(member, relation);
  if (body.expectedPrice !== undefined && body.expectedPrice !== fee_cents) fail('price_changed');
  if (replyToId !== null) await assertReplyExists(tx, conversationId, replyToId);
  const id = tx.random.id();
  if (fileIds.length > 0) await claimForMessage(tx, actor, id, fileIds);
  if (fee_cents > 0n)
    await charge(tx, actor.id, {
      type: 'message_fee',
      targetId: id,
      performerId: relation.otherId,
      price_cents: fee_cents,
      quantity: 1,
      text: '',
    });
  const message = await addMessage(tx, {
    id,
    conversationId,
    senderId: actor.id,
    receiverId: relation.otherId,
    clientKey,
    replyToId,
    ...(actor.delegate && { byId: actor.delegate.id }),
    type: fileIds.length > 0 ? 'media' : 'text',
    text,
    fileIds,
    priceCents,
    tipCents: null,
  });
  return { ...message, fee: fee_cents };
}
