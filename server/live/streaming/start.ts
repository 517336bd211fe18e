/** Starting a show, changing it while it runs, and saying how long it has run. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { performers, streams, streamSessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { isPageOpen } from '../../modules/performers/performers';
import { flag } from '../../safety/reports/reports';
import { chosenEngine } from '../../modules/streaming/engines';
import { conversationOf, type StreamConversationAnswer } from './chat/chat-rules';
import { dropPastGoal, entryPrice, lockOwnStream, ownStream } from './show-setup';
import { publishInfo, shown_s, streamById, type SessionRow, type StreamAnswer } from './rows';

export interface NewShow {
  title: string;
  description: string;
  isFree: boolean;
  price?: bigint | undefined;
}

/**
 * Starts a show: a new session, which is told of when its picture comes. Refuses with performer_not_verified, already_live,
 * price_out_of_range and, where no engine is set up, service_unavailable.
 */
export async function startShow(
  ctx: Context,
  performer: Actor,
  { title, description, isFree, price }: NewShow,
): Promise<{ stream: StreamAnswer; conversation: StreamConversationAnswer }> {
  if (!(await isPageOpen(ctx, performer.id))) fail('performer_not_verified');
  const priceCents = entryPrice(isFree, price ?? null);
  const engine = chosenEngine(ctx).name;
  const streamId = await inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performer.id);
    const { isRecording } = await lockOwnStream(tx, performer.id, id);
    const now = tx.clock.now();
    await tx.db.insert(streamSessions).values({
      ...{ id: tx.chance.id(), streamId: id, performerId: performer.id, type: 'public', engine },
      ...{ title, description, isFree, priceCents, isRecording, lostAt: now, createdAt: now, updatedAt: now },
    });
    // What was chosen is offered at the next start.
    await tx.db
      .update(streams)
      .set({ isFree, ...(priceCents !== null && { priceCents }), updatedAt: now })
      .where(eq(streams.id, id));
    await dropPastGoal(tx, id);
    await publishInfo(tx, id);
    await flag(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return id;
  }).catch((error: unknown): never => {
    if (violatedUnique(error) !== null) return fail('already_live');
    throw error;
  });
  return { stream: await streamById(ctx, performer, streamId), conversation: await conversationOf(ctx, performer, streamId) };
}

/** The session of a stream that runs, held. Refuses with stream_offline. */
export async function lockRunning(tx: Context, streamId: string): Promise<SessionRow> {
  const [row] = await tx.db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streamId), ne(streamSessions.status, 'ended')))
    .for('no key update');
  return row ?? fail('stream_offline');
}

/** Changes the own running show: what is absent stays. Refuses with stream_not_found, stream_offline and price_out_of_range. */
export function changeShow(
  ctx: Context,
  performer: Actor,
  id: string,
  changes: { [K in keyof NewShow]?: NewShow[K] | undefined },
): Promise<StreamAnswer> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnStream(tx, performer.id, id);
    const session = await lockRunning(tx, id);
    const { title = session.title, description = session.description, isFree = session.isFree } = changes;
    const priceCents = entryPrice(isFree, changes.price ?? session.priceCents);
    await tx.db
      .update(streamSessions)
      .set({ title, description, isFree, priceCents, updatedAt: tx.clock.now() })
      .where(eq(streamSessions.id, session.id));
    await publishInfo(tx, id);
    await flag(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return streamById(tx, performer, id);
  });
}

/** Counts seconds of public shows for their performer, in the transaction of `tx`. */
export async function countSeconds(
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
 * Raises the duration of the own last session to what its performer's device has counted, never beyond the time from its start
 * to its end. Refuses with stream_not_found.
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
    const known_s = shown_s(session, now);
    const goneBy_s = Math.floor(((session.endedAt ?? now).getTime() - session.createdAt.getTime()) / 1000);
    const more_s = Math.max(0, Math.min(duration_s, goneBy_s) - known_s);
    if (more_s > 0) {
      await tx.db
        .update(streamSessions)
        .set({ duration_s: session.duration_s + more_s })
        .where(eq(streamSessions.id, session.id));
      if (session.status === 'ended') await countSeconds(tx, session, more_s);
    }
    return { streamingTime: known_s + more_s };
  });
}
