/** What is said in the chats of shows, as it leaves the host. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { StreamMessage } from '@contract/live/live';
import type { Context } from '../../../platform/context';
import { streamMessages, streamSockets } from '../../../platform/db/schema/schema';
import { publish, type Room } from '../../../platform/outbox/publish';
import { closedCountriesOf, closedRooms, standApart } from '../../../people/blocking/blocking';
import { peopleByIds } from '../../../modules/people/people';

export type StreamMessageAnswer = z.output<typeof StreamMessage>;
export type ChatRow = typeof streamMessages.$inferSelect;

/** Messages in their order, with who said them; one query for all. */
export async function chatAnswers(ctx: Context, rows: readonly ChatRow[]): Promise<StreamMessageAnswer[]> {
  const people = await peopleByIds(ctx, [...new Set(rows.map(({ senderId }) => senderId))]);
  return rows.flatMap((row) => {
    const sender = people.get(row.senderId);
    if (!sender) return [];
    const { id: _id, conversationId, clientKey, type, text, senderRole, tipCents, menuItem, deletedAt, createdAt } = row;
    const tip = tipCents === null ? null : { amount: tipCents, menuItem };
    return [{ _id, conversationId, clientKey, type, text, sender, senderRole, tip, isDeleted: deletedAt !== null, createdAt }];
  });
}

/** The same by id. */
export async function chatById(ctx: Context, ids: readonly string[]): Promise<Map<string, StreamMessageAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(inArray(streamMessages.id, [...ids]));
  return new Map((await chatAnswers(ctx, rows)).map((answer) => [answer._id, answer]));
}

/** Who is in the show and does not hear what this person says: a block stands between them, or she has closed her page to where they are. */
async function apartFrom(tx: Context, { sessionId, senderId }: ChatRow): Promise<Room[]> {
  const rows = await tx.db
    .selectDistinct({ id: streamSockets.accountId })
    .from(streamSockets)
    .where(and(eq(streamSockets.sessionId, sessionId), standApart(streamSockets.accountId, sql`${senderId}::uuid`)));
  return [...rows.map(({ id }): Room => `apart:${id}`), ...closedRooms(await closedCountriesOf(tx, [senderId]), senderId)];
}

/** Tells a show what was said in it, in the transaction that wrote it, and answers it. */
export async function tellSaid(tx: Context, streamId: string, row: ChatRow): Promise<StreamMessageAnswer> {
  const [answer] = await chatAnswers(tx, [row]);
  if (!answer) throw new Error(`nobody has said ${row.id}`);
  const { conversationId } = row;
  await publish(tx, 'stream/message-created', [`stream:${streamId}`, ...(await apartFrom(tx, row))], {
    ...{ streamId, conversationId, messages: [StreamMessage.encode(answer)] },
  });
  return answer;
}
