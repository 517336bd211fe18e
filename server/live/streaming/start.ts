/** Starts a show, changes an active one, and records its duration. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { performers } from '../../platform/db/schema/performers';
import { streams, streamSessions } from '../../platform/db/schema/streaming';
import { isFreeAudience } from '../../content/entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { isPagePublic } from '../../people/performers/view';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import { lockShowOfSession } from '../../money/tickets/rows';
import { startTicketedShow } from '../../money/tickets/settle';
import { configuredEngine } from './engines';
import { assignPeopleToSession } from './people';
import { conversationOf, type StreamConversationResponse } from './chat/chat-rules';
import { requestedAudience, clearPastGoal, entryPrice, lockOwnStream, ownStream, type AudienceInput } from './show-setup';
import { publishInfo, liveDuration_s, streamById, type SessionRow, type StreamResponse } from './rows';

/** A show with sold tickets cannot be free for others. */
const rejectFree = (): never =>
  fail('invalid_request', {
    issues: [{ path: 'isFree', message: 'Fans bought tickets, so this stream can’t be free. Set a price.' }],
  });

export interface NewShow extends AudienceInput {
  title: string;
  description: string;
  price?: bigint | undefined;
  /** The post that sold tickets for the show. */
  plannedShowId?: string | undefined;
}

/**
 * Starts a show by creating a session; followers are notified when its first video arrives. Rejects with performer_not_verified,
 * already_live, price_out_of_range, consent_awaited, with service_unavailable when no engine is configured, and as `startTicketedShow`
 * does.
 */
export async function startShow(
  ctx: Context,
  performer: Actor,
  { title, description, price, plannedShowId, ...audienceInput }: NewShow,
): Promise<{ stream: StreamResponse; conversation: StreamConversationResponse }> {
  if (!(await isPagePublic(ctx, performer.id))) fail('performer_not_verified');
  const audience = requestedAudience(audienceInput) ?? 'subscribers';
  if (plannedShowId !== undefined && isFreeAudience(audience)) rejectFree();
  const priceCents = entryPrice(audience, price);
  const engine = configuredEngine(ctx).name;
  const streamId = await inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performer.id);
    const { isRecording } = await lockOwnStream(tx, performer.id, id);
    const now = tx.clock.now();
    const sessionId = tx.random.id();
    if (plannedShowId !== undefined) await startTicketedShow(tx, performer.id, plannedShowId, sessionId);
    await tx.db.insert(streamSessions).values({
      id: sessionId,
      streamId: id,
      performerId: performer.id,
      type: 'public',
      engine,
      title,
      description,
      audience,
      priceCents,
      isRecording,
      lostAt: now,
      createdAt: now,
      updatedAt: now,
    });
    await assignPeopleToSession(tx, { id, performerId: performer.id }, { sessionId, plannedShowId });
    // The choice becomes the default for the next show.
    await tx.db
      .update(streams)
      .set({ audience, ...(priceCents !== null && { priceCents }), updatedAt: now })
      .where(eq(streams.id, id));
    await clearPastGoal(tx, id);
    await publishInfo(tx, id);
    await reportFlaggedWords(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return id;
  }).catch((error: unknown): never => {
    if (violatedUnique(error) !== null) return fail('already_live');
    throw error;
  });
  return { stream: await streamById(ctx, performer, streamId), conversation: await conversationOf(ctx, performer, streamId) };
}

/** The active session of a stream, locked. Rejects with stream_offline. */
export async function lockActiveSession(tx: Context, streamId: string): Promise<SessionRow> {
  const [row] = await tx.db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streamId), ne(streamSessions.status, 'ended')))
    .for('no key update');
  return row ?? fail('stream_offline');
}

/**
 * Changes the performer's active show. Absent fields stay unchanged. Rejects with stream_not_found, stream_offline and price_out_of_range.
 */
export function changeShow(
  ctx: Context,
  performer: Actor,
  id: string,
  changes: { [K in keyof Omit<NewShow, 'plannedShowId'>]?: NewShow[K] | undefined },
): Promise<StreamResponse> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnStream(tx, performer.id, id);
    const session = await lockActiveSession(tx, id);
    const { title = session.title, description = session.description } = changes;
    const audience = requestedAudience(changes) ?? session.audience;
    if (isFreeAudience(audience) && (await lockShowOfSession(tx, session.id)) !== null) rejectFree();
    const priceCents = entryPrice(audience, changes.price, session.priceCents);
    await tx.db
      .update(streamSessions)
      .set({ title, description, audience, priceCents, updatedAt: tx.clock.now() })
      .where(eq(streamSessions.id, session.id));
    await publishInfo(tx, id);
    await reportFlaggedWords(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return streamById(tx, performer, id);
  });
}

/** Adds seconds of a public show to its performer's total, in the transaction of `tx`. */
export async function addStreamedSeconds(
  tx: Context,
  { type, performerId }: Pick<SessionRow, 'type' | 'performerId'>,
  seconds: number,
): Promise<void> {
  if (type !== 'public' || seconds <= 0) return;
  await tx.db
    .update(performers)
    .set({ totalStream_s: sql`${performers.totalStream_s} + ${seconds}` })
    .where(eq(performers.accountId, performerId));
}

/**
 * Raises the duration of the performer's last session to the value counted by their device, at most the time from its start to its end.
 * Rejects with stream_not_found.
 */
export function raiseDuration(ctx: Context, performerId: string, streamId: string, duration_s: number): Promise<{ streamingTime: number }> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnStream(tx, performerId, streamId);
    const [session] = await tx.db
      .select()
      .from(streamSessions)
      .where(eq(streamSessions.streamId, streamId))
      .orderBy(desc(streamSessions.createdAt))
      .limit(1)
      .for('no key update');
    if (!session) return fail('stream_not_found');
    const now = tx.clock.now();
    const counted_s = liveDuration_s(session, now);
    const elapsed_s = Math.floor(((session.endedAt ?? now).getTime() - session.createdAt.getTime()) / 1000);
    const added_s = Math.max(0, Math.min(duration_s, elapsed_s) - counted_s);
    if (added_s > 0) {
      await tx.db
        .update(streamSessions)
        .set({ duration_s: session.duration_s + added_s })
        .where(eq(streamSessions.id, session.id));
      if (session.status === 'ended') await addStreamedSeconds(tx, session, added_s);
    }
    return { streamingTime: counted_s + added_s };
  });
}
