/**
 * State machine of a show session. Engine events are only hints: each time the engine is asked for the room's state, and the locked session
 * row is moved to the matching status. Idempotent; any API server can do it at any time.
 */
import { and, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { StreamEndReason } from '@contract/kernel/values/live';
import { inTransaction, type Context } from '../../platform/context';
import { follows } from '../../platform/db/schema/responses';
import { openSockets } from '../../platform/db/schema/site';
import { streamSessions, streamSockets } from '../../platform/db/schema/streaming';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { givesAccess } from '../../content/entitlements/entitlements';
import { publish, publishAll, type Published, type SocketRoom } from '../../platform/outbox/publish';
import { EngineUnavailable, RoomEnded, type EngineName, type RoomState } from '../engines/engine';
import { showLink } from '../../platform/notification-texts';
import { enqueueFanOut } from '../../people/notifications/notify';
import { endTicketedShow } from '../../money/tickets/settle';
import { engineOf } from './engines';
import { returnPeopleToNextShow } from './people';
import { publishInfo, liveDuration_s, type SessionRow } from './rows';
import { addStreamedSeconds } from './start';

/** The state of a room at the engine; null while the engine does not respond. */
export async function roomState(ctx: Context, engine: EngineName, room: string): Promise<RoomState | null> {
  try {
    return await engineOf(ctx, engine).roomState(room);
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    ctx.log.warn({ err: error, room }, 'the live engine does not respond');
    return null;
  }
}

/** Whether the clock of the live show's publisher is skewed; false while there is no video or the engine does not know. */
export async function isPublisherClockSkewed(ctx: Context, streamId: string): Promise<boolean> {
  const [live] = await ctx.db
    .select({ id: streamSessions.id, engine: streamSessions.engine })
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streamId), eq(streamSessions.status, 'live')));
  return live !== undefined && (await roomState(ctx, live.engine, live.id))?.isClockSkewed === true;
}

/** A session by its id, locked; null when it does not exist. */
export async function lockSession(tx: Context, id: string): Promise<SessionRow | null> {
  const [row] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, id)).for('no key update');
  return row ?? null;
}

const roomsPerEvent_max = 500;

/** The socket rooms for events of a show: its own, and for a public show the accounts of connected followers and subscribers. */
async function socketRoomsOf(tx: Context, { streamId, performerId, type }: SessionRow): Promise<SocketRoom[]> {
  const own: SocketRoom[] = [`stream:${streamId}`, `account:${performerId}`];
  if (type === 'private') return own;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select distinct o.account_id as id from ${openSockets} o where o.closed_at is null and (
      exists (select from ${follows} where follower_id = o.account_id and performer_id = ${performerId})
      or exists (select from ${subscriptions} where user_id = o.account_id and performer_id = ${performerId} and ${givesAccess(tx.clock.now())}))`);
  return [...own, ...rows.map(({ id }): SocketRoom => `account:${id}`)];
}

/** Publishes an event to all socket rooms of a show, in batches. */
async function publishToAudience<N extends 'stream/started' | 'stream/ended'>(
  tx: Context,
  name: N,
  session: SessionRow,
  payload: Published<N>['payload'],
): Promise<void> {
  const rooms = await socketRoomsOf(tx, session);
  const batches = Array.from({ length: Math.ceil(rooms.length / roomsPerEvent_max) }, (_none, batch) =>
    rooms.slice(batch * roomsPerEvent_max, (batch + 1) * roomsPerEvent_max),
  );
  await publishAll(
    tx,
    name,
    batches.map((batch) => ({ rooms: batch, payload })),
  );
}

async function updateSession(tx: Context, session: SessionRow, changes: Partial<SessionRow>): Promise<SessionRow> {
  const [row] = await tx.db
    .update(streamSessions)
    .set({ ...changes, updatedAt: tx.clock.now() })
    .where(eq(streamSessions.id, session.id))
    .returning();
  if (!row) throw new Error(`session ${session.id} does not exist`);
  return row;
}

/** The notification text for a show that goes live. It names the audience when the show is open beyond subscribers. */
function liveNotificationText({ audience, title }: Pick<SessionRow, 'audience' | 'title'>): string {
  if (audience === 'public') return `is live now for everyone: ${title}`;
  return audience === 'followers' ? `is live now for followers: ${title}` : `is live now: ${title}`;
}

/** Video has arrived, for the first time or again. */
async function markLive(tx: Context, session: SessionRow): Promise<void> {
  const { id: sessionId, streamId, performerId } = session;
  const now = tx.clock.now();
  const isFirst = session.liveAt === null;
  const live = await updateSession(tx, session, { status: 'live', liveAt: session.liveAt ?? now, lostAt: null, picturedSince: now });
  await publishToAudience(tx, 'stream/started', live, { streamId, performerId, sessionId });
  await publishInfo(tx, streamId);
  if (!isFirst || session.type === 'private') return;
  await enqueueFanOut(tx, {
    type: 'stream_live',
    actorId: performerId,
    performerId,
    audience: 'both',
    text: liveNotificationText(session),
    link: showLink(performerId),
    event: `stream_live:${sessionId}`,
  });
}

/** Video has stopped. */
async function markReconnecting(tx: Context, session: SessionRow): Promise<void> {
  const now = tx.clock.now();
  await updateSession(tx, session, { status: 'reconnecting', lostAt: now, duration_s: liveDuration_s(session, now), picturedSince: null });
  await publishInfo(tx, session.streamId);
}

/** Ends a locked session and publishes its end. A later reconciliation round closes its room. */
export async function endSession(tx: Context, session: SessionRow, reason: StreamEndReason): Promise<void> {
  if (session.status === 'ended') return;
  const now = tx.clock.now();
  const duration_s = liveDuration_s(session, now);
  const ended = await updateSession(tx, session, {
    status: 'ended',
    endedAt: now,
    endReason: reason,
    duration_s,
    picturedSince: null,
    lostAt: null,
    viewers: 0,
    lookedAt: null,
  });
  await addStreamedSeconds(tx, session, duration_s);
  if (duration_s < tx.settings.values().entryRefundMinutes * 60)
    await tx.jobs.enqueue(tx.db, 'charges/refund-entries', { sessionId: session.id });
  await returnPeopleToNextShow(tx, ended);
  if (session.type === 'public') await endTicketedShow(tx, ended);
  const { id: sessionId, streamId, performerId } = session;
  await publishToAudience(tx, 'stream/ended', ended, { streamId, performerId, sessionId, reason });
  await tx.db.delete(streamSockets).where(eq(streamSockets.sessionId, sessionId));
  await publish(tx, 'stream/viewers', [`stream:${streamId}`], { streamId, viewers: 0 });
  await publishInfo(tx, streamId);
}

const hasTimedOut = ({ lostAt, type }: SessionRow, now: Date): boolean =>
  type === 'public' && lostAt !== null && now.getTime() - lostAt.getTime() >= limits.stream.lostAfter_s * 1000;

/** Applies the room's state to a locked session. Returns the session as it was, or null when it has ended. */
async function applyRoomState(tx: Context, session: SessionRow, isPublished: boolean): Promise<SessionRow | null> {
  if (session.status === 'ended') return null;
  if (isPublished && session.status !== 'live') await markLive(tx, session);
  else if (!isPublished && session.status === 'live') await markReconnecting(tx, session);
  else if (!isPublished && hasTimedOut(session, tx.clock.now())) {
    await endSession(tx, session, 'lost');
    return null;
  }
  return session;
}

/**
 * Reads the room's state from the engine and applies it to the session. The engine is asked without a lock, so another API server may
 * apply a newer state first; in that case the engine is asked again. Private shows end by their own rules.
 */
export async function reconcileSession(ctx: Context, { id, engine }: Pick<SessionRow, 'id' | 'engine'>): Promise<void> {
  for (;;) {
    const [seen] = await ctx.db.select({ updatedAt: streamSessions.updatedAt }).from(streamSessions).where(eq(streamSessions.id, id));
    const state = seen ? await roomState(ctx, engine, id) : null;
    if (!seen || state === null) return;
    const { session, isOutdated } = await inTransaction(ctx, async (tx) => {
      const session = await lockSession(tx, id);
      if (session?.updatedAt.getTime() !== seen.updatedAt.getTime()) return { session: null, isOutdated: session !== null };
      return { session: await applyRoomState(tx, session, state.isPublished), isOutdated: false };
    });
    if (isOutdated) continue;
    // Repeated whenever video arrives, because a restarted engine does not know that it should record.
    if (session?.isRecording && state.isPublished && session.status !== 'live') await startRecording(ctx, engine, id);
    return;
  }
}

async function startRecording(ctx: Context, engine: EngineName, room: string): Promise<void> {
  const liveEngine = engineOf(ctx, engine);
  if (!liveEngine.canRecord) return;
  try {
    await liveEngine.startRecording(room);
  } catch (error) {
    if (!(error instanceof EngineUnavailable) && !(error instanceof RoomEnded)) throw error;
    ctx.log.warn({ err: error, room }, 'a stream is not being recorded');
  }
}
