/** Moderation of a show's chat: deleting messages, clearing the chat, and muting accounts. */
import { and, eq } from 'drizzle-orm';
import { audit } from '../../../platform/audit/audit';
import { inTransaction, type Context } from '../../../platform/context';
import { streamMessages, streamMutes, streamSessions } from '../../../platform/db/schema/streaming';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { publish } from '../../../platform/outbox/publish';
import { findAccount } from '../../../people/people/rows';
import { chatFor, chatForModerator, canModerate } from './chat-rules';
import { sentSinceCleared } from './chat';
import { chatResponses, type StreamMessageResponse } from './chat-rows';
import { roleOf } from '../rows';

/**
 * Deletes a message from the chat of a show, as its sender or a moderator; deletions by operators are audited. A tip stays paid.
 * Idempotent. Rejects with message_not_found and not_owner.
 */
export async function deleteChatMessage(tx: Context, actor: Actor, client: Client, id: string): Promise<StreamMessageResponse> {
  const [row] = await tx.db.select().from(streamMessages).where(eq(streamMessages.id, id)).for('update');
  if (!row) return fail('message_not_found');
  const { stream, isModerator } = await chatFor(tx, actor, row.conversationId);
  const role = roleOf(actor, { stream, isModerator });
  const isOwn = actor.id === row.senderId && row.type === 'text';
  if (!isOwn && !canModerate(role)) fail('not_owner');
  if (row.deletedAt !== null) return responseOf(tx, row);
  const deleted = { ...row, text: '', deletedAt: tx.clock.now() };
  await tx.db.update(streamMessages).set({ text: deleted.text, deletedAt: deleted.deletedAt }).where(eq(streamMessages.id, id));
  await publish(tx, 'stream/message-deleted', [`stream:${stream.id}`], { _id: id, conversationId: row.conversationId });
  if (!isOwn && role === 'operator')
    await audit(tx, actor, client, {
      action: 'messages.delete',
      targetType: 'message',
      targetId: id,
      before: { text: row.text, senderId: row.senderId, isDeleted: false },
      after: { text: '', isDeleted: true },
    });
  return responseOf(tx, deleted);
}

async function responseOf(ctx: Context, row: typeof streamMessages.$inferSelect): Promise<StreamMessageResponse> {
  const [response] = await chatResponses(ctx, [row]);
  return response ?? fail('message_not_found');
}

/** Clears the chat of the session and returns the number of messages removed. Rejects with conversation_not_found and not_owner. */
export function clearChat(ctx: Context, actor: Actor, client: Client, conversationId: string): Promise<{ cleared: number }> {
  return inTransaction(ctx, async (tx) => {
    const { stream, session, role } = await chatForModerator(tx, actor, conversationId);
    if (session === null) return { cleared: 0 };
    const now = tx.clock.now();
    const cleared = await tx.db.$count(streamMessages, sentSinceCleared(session));
    await tx.db.update(streamSessions).set({ clearedAt: now }).where(eq(streamSessions.id, session.id));
    await publish(tx, 'stream/cleared', [`stream:${stream.id}`], { conversationId });
    if (role === 'operator')
      await audit(tx, actor, client, {
        action: 'streams.clear',
        targetType: 'stream',
        targetId: stream.id,
        before: { messages: cleared, clearedAt: session.clearedAt },
        after: { messages: 0, clearedAt: now },
      });
    return { cleared };
  });
}

interface Mute {
  isMuted: boolean;
  until: Date | null;
}

async function publishMute(tx: Context, accountId: string, conversationId: string, mute: Mute): Promise<Mute> {
  const until = mute.until?.toISOString() ?? null;
  await publish(tx, 'stream/muted', [`account:${accountId}`], { conversationId, isMuted: mute.isMuted, until });
  return mute;
}

/** The chat that `actor` moderates, after checking that `userId` exists and can be moderated. */
async function chatForTarget(tx: Context, actor: Actor, conversationId: string, userId: string) {
  const chat = await chatForModerator(tx, actor, conversationId);
  if (!(await findAccount(tx, userId))) fail('user_not_found');
  // Moderators cannot mute the performer in their own chat.
  if (userId === chat.stream.performerId) fail(actor.id === userId ? 'self_not_allowed' : 'not_owner');
  return chat;
}

/**
 * Mutes an account for `seconds`, or permanently when null. Rejects with conversation_not_found, not_owner, user_not_found and
 * self_not_allowed.
 */
export function mute(ctx: Context, actor: Actor, conversationId: string, userId: string, seconds: number | null): Promise<Mute> {
  return inTransaction(ctx, async (tx) => {
    if (userId === actor.id) fail('self_not_allowed');
    const { stream } = await chatForTarget(tx, actor, conversationId, userId);
    const createdAt = tx.clock.now();
    const until = seconds === null ? null : new Date(createdAt.getTime() + seconds * 1000);
    await tx.db
      .insert(streamMutes)
      .values({ streamId: stream.id, accountId: userId, until, createdAt })
      .onConflictDoUpdate({ target: [streamMutes.streamId, streamMutes.accountId], set: { until, createdAt } });
    return publishMute(tx, userId, conversationId, { isMuted: true, until });
  });
}

/** Unmutes an account. Idempotent. Rejects with conversation_not_found, not_owner and user_not_found. */
export function unmute(ctx: Context, actor: Actor, conversationId: string, userId: string): Promise<Mute> {
  return inTransaction(ctx, async (tx) => {
    const { stream } = await chatForTarget(tx, actor, conversationId, userId);
    await tx.db.delete(streamMutes).where(and(eq(streamMutes.streamId, stream.id), eq(streamMutes.accountId, userId)));
    return publishMute(tx, userId, conversationId, { isMuted: false, until: null });
  });
}
