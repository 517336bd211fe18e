/**
 * How a show stands, as its engine knows it. What the engine tells are hints: each time the room itself is asked, and the session's
 * row, held, goes from where it is to where it should be. Any host may do it, at any time, as often as it likes.
 */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { StreamEndReason } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { follows, openSockets, streamSessions, streamSockets, subscriptions } from '../../platform/db/schema/schema';
import { givesAccess } from '../../entitlements/entitlements';
import { publish, publishAll, type Published, type Room } from '../../platform/outbox/publish';
import { EngineAway, RoomEnded, type EngineName, type RoomState } from '../../streaming/engine';
import { showLink } from '../../platform/notification-texts';
import { spread } from '../../people/notifications/notifications';
import { engineOf } from '../../modules/streaming/engines';
import { publishInfo, shown_s, type SessionRow } from './rows';
import { countSeconds } from './start';

/** How a room stands at the engine; null while nobody knows. */
export async function roomState(ctx: Context, engine: EngineName, room: string): Promise<RoomState | null> {
  try {
    return await engineOf(ctx, engine).roomState(room);
  } catch (error) {
    if (!(error instanceof EngineAway)) throw error;
    ctx.log.warn({ err: error, room }, 'the live engine does not answer');
    return null;
  }
}

/** A session by its id, held; null when there is none. */
export async function lockSession(tx: Context, id: string): Promise<SessionRow | null> {
  const [row] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, id)).for('no key update');
  return row ?? null;
}

const roomsAtOnce = 500;

/** The rooms in which a public show is told of: its own, and the accounts of connected followers and subscribers. */
async function audienceOf(tx: Context, { streamId, performerId, type }: SessionRow): Promise<Room[]> {
  const own: Room[] = [`stream:${streamId}`, `account:${performerId}`];
  if (type === 'private') return own;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select distinct o.account_id as id from ${openSockets} o where o.closed_at is null and (
      exists (select from ${follows} where follower_id = o.account_id and performer_id = ${performerId})
      or exists (select from ${subscriptions} where user_id = o.account_id and performer_id = ${performerId} and ${givesAccess(tx.clock.now())}))`);
  return [...own, ...rows.map(({ id }): Room => `account:${id}`)];
}

/** Tells all whom a show concerns, some hundreds in one event. */
async function tellAll<N extends 'stream/started' | 'stream/ended'>(
  tx: Context,
  name: N,
  session: SessionRow,
  payload: Published<N>['payload'],
): Promise<void> {
  const rooms = await audienceOf(tx, session);
  const parts = Array.from({ length: Math.ceil(rooms.length / roomsAtOnce) }, (_none, part) =>
    rooms.slice(part * roomsAtOnce, (part + 1) * roomsAtOnce),
  );
  await publishAll(
    tx,
    name,
    parts.map((part) => ({ rooms: part, payload })),
  );
}

async function change(tx: Context, session: SessionRow, changes: Partial<SessionRow>): Promise<SessionRow> {
  const [row] = await tx.db
    .update(streamSessions)
    .set({ ...changes, updatedAt: tx.clock.now() })
    .where(eq(streamSessions.id, session.id))
    .returning();
  if (!row) throw new Error(`session ${session.id} is not there`);
  return row;
}

/** Its picture came, for the first time or again. */
async function began(tx: Context, session: SessionRow): Promise<void> {
  const { id: sessionId, streamId, performerId } = session;
  const now = tx.clock.now();
  const isFirst = session.liveAt === null;
  const live = await change(tx, session, { status: 'live', liveAt: session.liveAt ?? now, lostAt: null, picturedSince: now });
  await tellAll(tx, 'stream/started', live, { streamId, performerId, sessionId });
  await publishInfo(tx, streamId);
  if (!isFirst || session.type === 'private') return;
  await spread(tx, {
    ...{ type: 'stream_live', actorId: performerId, performerId, audience: 'both' },
    ...{ text: `is live now: ${session.title}`, link: showLink(performerId), event: `stream_live:${sessionId}` },
  });
}

/** Its picture went. */
async function wasLost(tx: Context, session: SessionRow): Promise<void> {
  const now = tx.clock.now();
  await change(tx, session, { status: 'reconnecting', lostAt: now, duration_s: shown_s(session, now), picturedSince: null });
  await publishInfo(tx, session.streamId);
}

/** Ends a session that is held, and tells everybody; its room is put away by whoever tends the shows. */
export async function endSession(tx: Context, session: SessionRow, reason: StreamEndReason): Promise<void> {
  if (session.status === 'ended') return;
  const now = tx.clock.now();
  const duration_s = shown_s(session, now);
  const ended = await change(tx, session, {
    ...{ status: 'ended', endedAt: now, endReason: reason, duration_s, picturedSince: null, lostAt: null, viewers: 0, lookedAt: null },
  });
  await countSeconds(tx, session, duration_s);
  if (duration_s < tx.settings.values().entryRefundMinutes * 60)
    await tx.jobs.enqueue(tx.db, 'charges/refund-entries', { sessionId: session.id });
  const { id: sessionId, streamId, performerId } = session;
  await tellAll(tx, 'stream/ended', ended, { streamId, performerId, sessionId, reason });
  await tx.db.delete(streamSockets).where(eq(streamSockets.sessionId, sessionId));
  await publish(tx, 'stream/viewers', [`stream:${streamId}`], { streamId, viewers: 0 });
  await publishInfo(tx, streamId);
}

const isGivenUp = ({ lostAt, type }: SessionRow, now: Date): boolean =>
  type === 'public' && lostAt !== null && now.getTime() - lostAt.getTime() >= limits.stream.lostAfter_s * 1000;

/** Brings a held session in step with its room. Answers it, or null when it has ended. */
async function follow(tx: Context, session: SessionRow, isPublished: boolean): Promise<SessionRow | null> {
  if (session.status === 'ended') return null;
  if (isPublished && session.status !== 'live') await began(tx, session);
  else if (!isPublished && session.status === 'live') await wasLost(tx, session);
  else if (!isPublished && isGivenUp(session, tx.clock.now())) {
    await endSession(tx, session, 'lost');
    return null;
  }
  return session;
}

/**
 * Asks the engine how the room of a session stands, and follows it. The engine is asked while nothing is held, so that another host
 * may have followed a newer answer meanwhile: then it is asked again. A private show is ended by its own rules.
 */
export async function lookAt(ctx: Context, { id, engine }: Pick<SessionRow, 'id' | 'engine'>): Promise<void> {
  for (;;) {
    const [seen] = await ctx.db.select({ updatedAt: streamSessions.updatedAt }).from(streamSessions).where(eq(streamSessions.id, id));
    const state = seen ? await roomState(ctx, engine, id) : null;
    if (!seen || state === null) return;
    const { session, isOutdated } = await inTransaction(ctx, async (tx) => {
      const held = await lockSession(tx, id);
      if (held?.updatedAt.getTime() !== seen.updatedAt.getTime()) return { session: null, isOutdated: held !== null };
      return { session: await follow(tx, held, state.isPublished), isOutdated: false };
    });
    if (isOutdated) continue;
    // Said again at each new picture: an engine that started anew knows of no recording.
    if (session?.isRecording && state.isPublished && session.status !== 'live') await beginRecording(ctx, engine, id);
    return;
  }
}

async function beginRecording(ctx: Context, engine: EngineName, room: string): Promise<void> {
  const live = engineOf(ctx, engine);
  if (!live.canRecord) return;
  try {
    await live.startRecording(room);
  } catch (error) {
    if (!(error instanceof EngineAway) && !(error instanceof RoomEnded)) throw error;
    ctx.log.warn({ err: error, room }, 'a show is not recorded');
  }
}
