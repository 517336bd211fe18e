/**
 * Writing in a conversation. Whether she may, what it costs her and what it carries are asked while the conversation is held, so
 * that it goes out once, paid or not at all. This stands beyond the door: it pays, and what is paid for knows messages.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type messageContract from '@contract/talk/messages';
import type { Context } from '../../platform/context';
import { prepared } from '../../platform/db/prepared';
import { messages } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { charge } from '../../money/charges/charges';
import { holdConversation, messagePrice, writeNeeds, type Standing } from '../conversations/conversations';
import { addMessage } from './add';
import { claimForMessage } from './files';
import { messageAnswers, type MessageAnswer } from './rows';

type Body = Parsed<(typeof messageContract)['POST /messages/conversations/:id']>['body'];

const { placeholder } = sql;

const refusalOf = { follow: 'follow_required', subscribe: 'subscription_required' } as const;

/** Refuses with blocked_by_user, blocked_by_performer, conversation_not_found, follow_required and subscription_required. */
function assertMayWrite(standing: Standing): void {
  const { blocksOther, isBlockedByOther, isClosed, otherIsPerformer, otherIsActive } = standing;
  if (blocksOther) fail('blocked_by_user');
  if (isBlockedByOther && !otherIsPerformer) fail('blocked_by_user', { message: 'This person takes no messages from you.' });
  if (isBlockedByOther || isClosed) fail('blocked_by_performer', { message: 'This performer takes no messages from you.' });
  if (!otherIsActive) fail('conversation_not_found');
  const [need] = writeNeeds(standing);
  if (need) fail(refusalOf[need]);
}

/** What it is sold for, or null. Refuses with forbidden_role, file_required and invalid_request. */
function priceOf(actor: Actor, { otherIsPerformer }: Standing, { isSale, price, fileIds }: Body): bigint | null {
  if (isSale === false || (isSale === undefined && price === undefined)) return null;
  // Only fans have a wallet to pay from.
  if (!actor.isPerformer || otherIsPerformer) return fail('forbidden_role');
  if (price === undefined) return fail('invalid_request', { issues: [{ path: 'price', message: 'Say what it costs.' }] });
  if (fileIds.length === 0) failAt('fileIds', 'file_required');
  return price;
}

const byClientKey = prepared<{ conversationId: string; senderId: string; clientKey: string }, { id: string }>(
  'message_by_client_key',
  sql`select id from ${messages} where conversation_id = ${placeholder('conversationId')} and sender_id = ${placeholder('senderId')} and client_key = ${placeholder('clientKey')}`,
);

async function sentBefore(tx: Context, senderId: string, conversationId: string, clientKey: string): Promise<MessageAnswer | null> {
  const [row] = await byClientKey(tx.db, { conversationId, senderId, clientKey });
  return row ? ((await messageAnswers(tx, senderId, [row.id])).get(row.id) ?? null) : null;
}

async function assertAnswers(tx: Context, conversationId: string, replyToId: string): Promise<void> {
  const found = await tx.db.$count(messages, and(eq(messages.id, replyToId), eq(messages.conversationId, conversationId)));
  if (found === 0) failAt('replyToId', 'message_not_found');
}

/**
 * Writes a message, in the transaction of `tx`; the same `clientKey` again answers the first and costs nothing. Refuses as the
 * contract says.
 */
export async function sendMessage(tx: Context, actor: Actor, client: Client, conversationId: string, body: Body): Promise<MessageAnswer> {
  const reader = { id: actor.id, isPerformer: actor.isPerformer, country: client.country };
  const standing = (await holdConversation(tx, reader, conversationId)) ?? fail('conversation_not_found');
  const { clientKey = null, replyToId = null, text, fileIds } = body;
  const before = clientKey === null ? null : await sentBefore(tx, actor.id, conversationId, clientKey);
  if (before) return before;
  if (text === '' && fileIds.length === 0) fail('message_empty');
  if (!actor.isPerformer && !standing.otherIsPerformer) fail('conversation_not_found');
  assertMayWrite(standing);
  const priceCents = priceOf(actor, standing, body);
  const fee_cents = messagePrice(reader, standing);
  if (body.expectedPrice !== undefined && body.expectedPrice !== fee_cents) fail('price_changed');
  if (replyToId !== null) await assertAnswers(tx, conversationId, replyToId);
  const id = tx.chance.id();
  if (fileIds.length > 0) await claimForMessage(tx, actor, id, fileIds);
  if (fee_cents > 0n)
    await charge(tx, actor.id, {
      ...{ type: 'message_fee', targetId: id, performerId: standing.otherId, price_cents: fee_cents, quantity: 1, text: '' },
    });
  return addMessage(tx, {
    ...{ id, conversationId, senderId: actor.id, receiverId: standing.otherId, clientKey, replyToId },
    ...(actor.by && { byId: actor.by.id }),
    ...{ type: fileIds.length > 0 ? 'media' : 'text', text, fileIds, priceCents, tipCents: null },
  });
}
