/** Reading and writing the chat of a show. */
import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type messagesContract from '@contract/talk/messages';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../../platform/context';
import { contains, readPage } from '../../../platform/db/paging';
import { streamMessages } from '../../../platform/db/schema/streaming';
import { takeAdvisoryLock } from '../../../platform/db/advisory-lock';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { hasRight } from '../../../platform/rights';
import { isVisibleToVisitor, visitorOf, type Visitor } from '../../../people/blocking/blocking';
import { reportFlaggedAuthor } from '../../../people/flagging/flagging';
import { isPagePublic } from '../../../people/performers/view';
import { chatFor, chatWriteNeeds, canModerate } from './chat-rules';
import { chatResponses, chatById, publishChatMessage, type StreamMessageResponse } from './chat-rows';
import { assertMayWatch, assertActive, showOf, type ActiveShow } from '../find';
import { muteOf, roleOf, type SessionRow, type ShowForViewer } from '../rows';

type Query = Parsed<(typeof messagesContract)['GET /messages/stream/:id']>['query'];

/** The SQL condition for messages of a session sent since its chat was last cleared. */
export const sentSinceCleared = ({ id, clearedAt }: Pick<SessionRow, 'id' | 'clearedAt'>): SQL | undefined =>
  and(eq(streamMessages.sessionId, id), clearedAt === null ? undefined : gt(streamMessages.createdAt, clearedAt));

/** The chat for an account that reads or writes in it. Rejects with conversation_not_found, also when the performer's page is closed. */
async function openChat(ctx: Context, actor: Actor, id: string): Promise<ShowForViewer> {
  const row = await chatFor(ctx, actor, id);
  const { performerId } = row.stream;
  if (actor.id === performerId || hasRight(actor, 'content.moderate') || (await isPagePublic(ctx, performerId))) return row;
  return fail('conversation_not_found');
}

/** The last messages of a session, newest first, from senders that the visitor can see. */
export async function lastMessages(ctx: Context, session: SessionRow, visitor: Visitor): Promise<StreamMessageResponse[]> {
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(sentSinceCleared(session), isVisibleToVisitor(streamMessages.senderId, visitor)))
    .orderBy(desc(streamMessages.createdAt), desc(streamMessages.id))
    .limit(limits.streamChat.joinHistoryMax);
  return chatResponses(ctx, rows);
}

/**
 * The chat of the active or else the last session, newest message first. Rejects with conversation_not_found, content_locked,
 * follow_required, subscription_required and blocked_by_performer.
 */
export async function readChat(ctx: Context, actor: Actor, client: Client, id: string, query: Query): Promise<Page<StreamMessageResponse>> {
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
        sentSinceCleared(session),
        isVisibleToVisitor(streamMessages.senderId, visitorOf(actor, client)),
        query.q === undefined ? undefined : contains(streamMessages.text, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => chatById(ctx, ids));
}

/** The text normalized for comparison with blocked words: case and compatibility forms are folded. */
const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Rejects with forbidden_words. */
function assertNoBlockedWords(text: string, words: readonly string[]): void {
  const normalized = normalize(text);
  if (words.some((word) => normalized.includes(normalize(word)))) fail('forbidden_words');
}

/** Asserts that a viewer may write now. Rejects with chat_muted, follow_required, subscription_required and forbidden_words. */
function assertMayWrite(ctx: Context, row: ActiveShow, text: string): void {
  if (muteOf(row, ctx.clock.now()).isMuted) fail('chat_muted');
  const [need] = chatWriteNeeds(row.stream.chatAudience, row);
  if (need === 'follow') fail('follow_required', { message: 'This chat is for followers. Following is free.' });
  if (need === 'subscribe') fail('subscription_required', { message: 'This chat is for subscribers.' });
  assertNoBlockedWords(text, row.stream.words);
}

const sentBy = (sessionId: string, senderId: string) => and(eq(streamMessages.sessionId, sessionId), eq(streamMessages.senderId, senderId));

/** Rejects with slow_mode and the seconds to wait. An advisory lock serializes concurrent messages of the same sender. */
async function assertSlowMode(tx: Context, { stream, session }: ActiveShow, senderId: string): Promise<void> {
  if (stream.slowMode_s === 0) return;
  await takeAdvisoryLock(tx.db, `chat ${session.id} ${senderId}`);
  const [last] = await tx.db
    .select({ at: streamMessages.createdAt })
    .from(streamMessages)
    .where(and(sentBy(session.id, senderId), eq(streamMessages.type, 'text')))
    .orderBy(desc(streamMessages.createdAt))
    .limit(1);
  const remaining_ms = last ? last.at.getTime() + stream.slowMode_s * 1000 - tx.clock.now().getTime() : 0;
  if (remaining_ms > 0) fail('slow_mode', { retryAfter_s: Math.ceil(remaining_ms / 1000) });
}

async function findByClientKey(
  ctx: Context,
  sessionId: string,
  senderId: string,
  clientKey: string | undefined,
): Promise<StreamMessageResponse | null> {
  if (clientKey === undefined) return null;
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(sentBy(sessionId, senderId), eq(streamMessages.clientKey, clientKey)));
  const [existing] = await chatResponses(ctx, rows);
  return existing ?? null;
}

export interface ChatMessageInput {
  text: string;
  clientKey?: string | undefined;
}

/** Inserts a chat message. Returns null when the sender's `clientKey` already exists. */
export async function addToChat(
  tx: Context,
  { stream, session }: { stream: Pick<ShowForViewer['stream'], 'conversationId'>; session: Pick<SessionRow, 'id'> },
  message: Pick<
    typeof streamMessages.$inferInsert,
    'id' | 'senderId' | 'senderRole' | 'clientKey' | 'type' | 'text' | 'tipCents' | 'menuItem'
  >,
): Promise<typeof streamMessages.$inferSelect | null> {
  const [row] = await tx.db
    .insert(streamMessages)
    .values({ ...message, conversationId: stream.conversationId, sessionId: session.id, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/**
 * Posts a message in the chat of an active show. Idempotent per `clientKey`. Rejects with conversation_not_found, content_locked,
 * subscription_required, blocked_by_performer, stream_offline, chat_muted, follow_required, forbidden_words and slow_mode.
 */
export async function postChatMessage(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { text, clientKey }: ChatMessageInput,
): Promise<StreamMessageResponse> {
  const row = assertActive(await openChat(ctx, actor, id));
  await assertMayWatch(ctx, actor, client, showOf(row));
  const role = roleOf(actor, row);
  const sessionId = row.session.id;
  const existing = await findByClientKey(ctx, sessionId, actor.id, clientKey);
  if (existing) return existing;
  if (!canModerate(role)) assertMayWrite(ctx, row, text);
  const response = await inTransaction(ctx, async (tx) => {
    if (!canModerate(role)) await assertSlowMode(tx, row, actor.id);
    const message = { id: tx.random.id(), senderId: actor.id, senderRole: role, clientKey: clientKey ?? null, type: 'text', text } as const;
    const written = await addToChat(tx, row, message);
    if (written) await reportFlaggedAuthor(tx, actor.id, 'Stream chat');
    return written && publishChatMessage(tx, row.stream.id, written);
  });
  return response ?? (await findByClientKey(ctx, sessionId, actor.id, clientKey)) ?? fail('conversation_not_found');
}

/** Whether the id is a chat message of a show. These are deleted by other rules than private messages. */
export async function isChatMessage(ctx: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ id: streamMessages.id }).from(streamMessages).where(eq(streamMessages.id, id));
  return row !== undefined;
}
