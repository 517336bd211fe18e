/** Chat messages of shows: API representation and events. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { StreamMessage } from '@contract/live/live';
import type { Context } from '../../../platform/context';
import { streamMessages, streamSockets } from '../../../platform/db/schema/streaming';
import { publish, type SocketRoom } from '../../../platform/outbox/publish';
import { blockedCountriesOf, blockedCountryRooms, isBlockedBetweenSql } from '../../../people/blocking/blocking';
import { peopleByIds } from '../../../people/people/rows';

export type StreamMessageResponse = z.output<typeof StreamMessage>;
export type ChatRow = typeof streamMessages.$inferSelect;

/** The messages in the order of `rows`, with their senders. Loads all senders in one query. */
export async function chatResponses(ctx: Context, rows: readonly ChatRow[]): Promise<StreamMessageResponse[]> {
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ senderId }) => senderId))]);
  return rows.flatMap((row) => {
    const sender = people.get(row.senderId);
    if (!sender) return [];
    const { id: _id, conversationId, clientKey, type, text, senderRole, tipCents, menuItem, deletedAt, createdAt } = row;
    const tip = tipCents === null ? null : { amount: tipCents, menuItem };
    return [{ _id, conversationId, clientKey, type, text, sender, senderRole, tip, isDeleted: deletedAt !== null, createdAt }];
  });
}

/** Messages by id. */
export async function chatById(ctx: Context, ids: readonly string[]): Promise<Map<string, StreamMessageResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(inArray(streamMessages.id, [...ids]));
  return new Map((await chatResponses(ctx, rows)).map((response) => [response._id, response]));
}

/** The socket rooms that must not receive the sender's messages: blocked viewers, and viewers in countries the sender has blocked. */
async function excludedRooms(tx: Context, { sessionId, senderId }: ChatRow): Promise<SocketRoom[]> {
  const rows = await tx.db
    .selectDistinct({ id: streamSockets.accountId })
    .from(streamSockets)
    .where(and(eq(streamSockets.sessionId, sessionId), isBlockedBetweenSql(streamSockets.accountId, sql`${senderId}::uuid`)));
  return [...rows.map(({ id }): SocketRoom => `apart:${id}`), ...blockedCountryRooms(await blockedCountriesOf(tx, [senderId]), senderId)];
}

/** Publishes a chat message to its show, in the transaction that wrote it, and returns it. */
export async function publishChatMessage(tx: Context, streamId: string, row: ChatRow): Promise<StreamMessageResponse> {
  const [response] = await chatResponses(tx, [row]);
  if (!response) throw new Error(`the sender of chat message ${row.id} does not exist`);
  const { conversationId } = row;
  await publish(tx, 'stream/message-created', [`stream:${streamId}`, ...(await excludedRooms(tx, row))], {
    streamId,
    conversationId,
    messages: [StreamMessage.encode(response)],
  });
  return response;
}
