/** The chat of a show: reading it, and writing in it. */
import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type messagesContract from '@contract/talk/messages';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../../platform/context';
import { contains, readPage } from '../../../platform/db/paging';
import { streamMessages } from '../../../platform/db/schema/schema';
import { takeTurn } from '../../../platform/db/advisory-lock';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { mayDo } from '../../../platform/rights';
import { metBy, visitorOf, type Visitor } from '../../../people/blocking/blocking';
import { flagPerson } from '../../../safety/reports/reports';
import { isPageOpen } from '../../../modules/performers/performers';
import { chatFor, chatNeeds, keepsOrder } from './chat-rules';
import { chatAnswers, chatById, tellSaid, type StreamMessageAnswer } from './chat-rows';
import { assertMayWatch, assertRunning, showOf, type Running } from '../find';
import { muteOf, roleOf, type SessionRow, type Shown } from '../rows';

type Query = Parsed<(typeof messagesContract)['GET /messages/stream/:id']>['query'];

/** What stands in the chat of a session: nothing from before it was cleared. */
export const inChat = ({ id, clearedAt }: Pick<SessionRow, 'id' | 'clearedAt'>): SQL | undefined =>
  and(eq(streamMessages.sessionId, id), clearedAt === null ? undefined : gt(streamMessages.createdAt, clearedAt));

/** The chat for somebody who reads or writes in it: nobody's who has no page any more. Refuses with conversation_not_found. */
async function openChat(ctx: Context, actor: Actor, id: string): Promise<Shown> {
  const row = await chatFor(ctx, actor, id);
  const { performerId } = row.stream;
  if (actor.id === performerId || mayDo(actor, 'content.moderate') || (await isPageOpen(ctx, performerId))) return row;
  return fail('conversation_not_found');
}

/** The last messages of a session, the newest first, of people whom the visitor meets. */
export async function lastMessages(ctx: Context, session: SessionRow, visitor: Visitor): Promise<StreamMessageAnswer[]> {
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(inChat(session), metBy(streamMessages.senderId, visitor)))
    .orderBy(desc(streamMessages.createdAt), desc(streamMessages.id))
    .limit(limits.streamChat.joinedWith);
  return chatAnswers(ctx, rows);
}

/**
 * The chat of the running session, or of the last one, the newest message first. Refuses with conversation_not_found,
 * content_locked, subscription_required and blocked_by_performer.
 */
export async function readChat(ctx: Context, actor: Actor, client: Client, id: string, query: Query): Promise<Page<StreamMessageAnswer>> {
  const { stream, session } = await openChat(ctx, actor, id);
  if (session === null) return { data: [], total: 0, nextCursor: null };
  await assertMayWatch(ctx, actor, client, showOf({ stream, session }));
  const source = ctx.db
    .select({
      id: streamMessages.id,
      createdAt: streamMessages.createdAt,
      updatedAt: sql`${streamMessages.createdAt}`.as('updated_at'),
    })
    .from(streamMessages)
    .where(
      and(
        inChat(session),
        metBy(streamMessages.senderId, visitorOf(actor, client)),
        query.q === undefined ? undefined : contains(streamMessages.text, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => chatById(ctx, ids));
}

/** The text with what only looks different made alike, as words are compared. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Refuses with forbidden_words. */
function assertWelcome(text: string, words: readonly string[]): void {
  const said = plain(text);
  if (words.some((word) => said.includes(plain(word)))) fail('forbidden_words');
}

/** That a viewer may write now. Refuses with chat_muted, follow_required, subscription_required and forbidden_words. */
function assertMayWrite(ctx: Context, row: Running, text: string): void {
  if (muteOf(row, ctx.clock.now()).isMuted) fail('chat_muted');
  const [need] = chatNeeds(row.stream.chatAudience, row);
  if (need === 'follow') fail('follow_required', { message: 'This chat is for followers. Follow first, it costs nothing.' });
  if (need === 'subscribe') fail('subscription_required', { message: 'This chat is for subscribers.' });
  assertWelcome(text, row.stream.words);
}

const isOf = (sessionId: string, senderId: string) => and(eq(streamMessages.sessionId, sessionId), eq(streamMessages.senderId, senderId));

/** Refuses with slow_mode, and says how long it lasts. Two messages of one person at once follow each other. */
async function assertSlow(tx: Context, { stream, session }: Running, senderId: string): Promise<void> {
  if (stream.slowMode_s === 0) return;
  await takeTurn(tx.db, `chat ${session.id} ${senderId}`);
  const [last] = await tx.db
    .select({ at: streamMessages.createdAt })
    .from(streamMessages)
    .where(and(isOf(session.id, senderId), eq(streamMessages.type, 'text')))
    .orderBy(desc(streamMessages.createdAt))
    .limit(1);
  const left_ms = last ? last.at.getTime() + stream.slowMode_s * 1000 - tx.clock.now().getTime() : 0;
  if (left_ms > 0) fail('slow_mode', { retryAfter_s: Math.ceil(left_ms / 1000) });
}

async function saidBefore(
  ctx: Context,
  sessionId: string,
  senderId: string,
  clientKey: string | undefined,
): Promise<StreamMessageAnswer | null> {
  if (clientKey === undefined) return null;
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(isOf(sessionId, senderId), eq(streamMessages.clientKey, clientKey)));
  const [before] = await chatAnswers(ctx, rows);
  return before ?? null;
}

export interface Saying {
  text: string;
  clientKey?: string | undefined;
}

/** Writes a row into the chat; null when its device has said it before. */
export async function addToChat(
  tx: Context,
  { stream, session }: { stream: Pick<Shown['stream'], 'conversationId'>; session: Pick<SessionRow, 'id'> },
  said: Pick<
    typeof streamMessages.$inferInsert,
    'id' | 'senderId' | 'senderRole' | 'clientKey' | 'type' | 'text' | 'tipCents' | 'menuItem'
  >,
): Promise<typeof streamMessages.$inferSelect | null> {
  const [row] = await tx.db
    .insert(streamMessages)
    .values({ ...said, conversationId: stream.conversationId, sessionId: session.id, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/**
 * Writes in the chat of a running show; the same `clientKey` twice is one message. Refuses with conversation_not_found,
 * content_locked, subscription_required, blocked_by_performer, stream_offline, chat_muted, follow_required, forbidden_words and
 * slow_mode.
 */
export async function say(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { text, clientKey }: Saying,
): Promise<StreamMessageAnswer> {
  const row = assertRunning(await openChat(ctx, actor, id));
  await assertMayWatch(ctx, actor, client, showOf(row));
  const role = roleOf(actor, row);
  const sessionId = row.session.id;
  const before = await saidBefore(ctx, sessionId, actor.id, clientKey);
  if (before) return before;
  if (!keepsOrder(role)) assertMayWrite(ctx, row, text);
  const answer = await inTransaction(ctx, async (tx) => {
    if (!keepsOrder(role)) await assertSlow(tx, row, actor.id);
    const said = { id: tx.chance.id(), senderId: actor.id, senderRole: role, clientKey: clientKey ?? null, type: 'text', text } as const;
    const written = await addToChat(tx, row, said);
    if (written) await flagPerson(tx, actor.id, 'the chat of a show');
    return written && tellSaid(tx, row.stream.id, written);
  });
  return answer ?? (await saidBefore(ctx, sessionId, actor.id, clientKey)) ?? fail('conversation_not_found');
}

/** Whether a message stands in the chat of a show: it is deleted there by other rules than in a conversation of two. */
export async function isInChat(ctx: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ id: streamMessages.id }).from(streamMessages).where(eq(streamMessages.id, id));
  return row !== undefined;
}
