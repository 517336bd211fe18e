/**
 * Streams as they leave the host. A stream is shown with the session that runs, else with its last one; a list of sessions shows
 * each with its stream. One query reads any number of them with what the viewer is to each, and one their performers.
 */
import { and, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { StreamInfo, type Stream } from '@contract/live/live';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { ChatRole } from '@contract/values';
import type { Context } from '../../platform/context';
import { charges, privateRequests, streamModerators, streamMutes, streams, streamSessions } from '../../platform/db/schema/schema';
import { standingOf, type Standing } from '../../entitlements/entitlements';
import { judgeShow } from '../../entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publish } from '../../platform/outbox/publish';
import { cardsById, type Card } from '../../modules/performers/performers';
import { mayDo } from '../../platform/rights';

export type StreamAnswer = z.output<typeof Stream>;
export type StreamRow = typeof streams.$inferSelect;
export type SessionRow = typeof streamSessions.$inferSelect;
export type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const secondsBetween = (from: Date, until: Date): number => Math.max(0, Math.floor((until.getTime() - from.getTime()) / second_ms));

/** Seconds of a session with a picture so far. */
export const shown_s = ({ duration_s, picturedSince }: Pick<SessionRow, 'duration_s' | 'picturedSince'>, now: Date): number =>
  duration_s + (picturedSince === null ? 0 : secondsBetween(picturedSince, now));

/** The last session of a stream, which is the one that runs where one does. */
const lastSession = sql`(select last.id from ${streamSessions} last where last.stream_id = ${streams.id} order by last.created_at desc, last.id desc limit 1)`;

const idOr = (viewerId: string | null): SQL => sql`${viewerId}::uuid`;

/** What was tipped in the session since the goal was set. */
const raised = sql`(select coalesce(sum(c.price_cents - c.refunded_cents), 0) from ${charges} c
  where c.session_id = ${streamSessions.id} and c.type = 'tip' and c.created_at >= ${streams.goalSetAt})`.mapWith(BigInt);

/** The rows of streams with the sessions that `joined` names, to be narrowed with `where`. */
const selectShows = (ctx: Context, viewerId: string | null, joined: SQL) =>
  ctx.db
    .select({
      stream: getTableColumns(streams),
      session: getTableColumns(streamSessions),
      ...standingOf(ctx, { performer: streams.performerId, item: streamSessions.id }, viewerId),
      raised: raised.as('raised'),
      isPaused:
        sql<boolean>`exists (select from ${privateRequests} p where p.performer_id = ${streams.performerId} and p.status = 'accepted')`.as(
          'is_paused',
        ),
      isModerator:
        sql<boolean>`exists (select from ${streamModerators} m where m.stream_id = ${streams.id} and m.account_id = ${idOr(viewerId)})`.as(
          'is_moderator',
        ),
      mute: { at: streamMutes.createdAt, until: streamMutes.until },
    })
    .from(streams)
    .leftJoin(streamSessions, joined)
    .leftJoin(streamMutes, and(eq(streamMutes.streamId, streams.id), eq(streamMutes.accountId, idOr(viewerId))))
    .$dynamic();
export type Shown = Awaited<ReturnType<typeof selectShows>>[number];

/** What somebody is in the chat of a stream. */
export function roleOf(viewer: Viewer, { stream, isModerator }: Pick<Shown, 'stream' | 'isModerator'>): ChatRole {
  if (viewer?.id === stream.performerId) return 'owner';
  if (isModerator) return 'moderator';
  return mayDo(viewer, 'content.moderate') ? 'operator' : 'viewer';
}

/** Whether a mute holds now, and until when. */
export function muteOf({ mute }: Pick<Shown, 'mute'>, now: Date): { isMuted: boolean; until: Date | null } {
  const isMuted = mute !== null && (mute.until === null || mute.until > now);
  return { isMuted, until: isMuted ? mute.until : null };
}

function goalOf({ stream, raised: given }: Shown): StreamAnswer['tipGoal'] {
  const { goalTitle: title, goalCents: amount, goalLoops: loops } = stream;
  if (title === null || amount === null) return null;
  const rounds = loops ? given / amount : 0n;
  return { title, amount, raised: given - rounds * amount, loops, rounds: Number(rounds) };
}

/** Whether entries to a session are sold now: before its first picture nobody knows whether it will be held. */
export const isOnSale = ({ status, liveAt }: Pick<SessionRow, 'status' | 'liveAt'>): boolean => status !== 'ended' && liveAt !== null;

/** When a session ends unless its performer comes: nothing while there is a picture, or when it is over. */
function endsAt(session: SessionRow | null): Date | null {
  if (session === null || session.status === 'ended' || session.lostAt === null) return null;
  return new Date(session.lostAt.getTime() + limits.stream.lostAfter_s * second_ms);
}

const neverStarted = { title: '', description: '', status: 'idle', viewers: 0, liveAt: null, endReason: null } as const;

function answerOf(ctx: Context, viewer: Viewer, row: Shown, performer: Card): StreamAnswer {
  const { stream, session } = row;
  const now = ctx.clock.now();
  const { title, description, status, viewers, liveAt, endReason } = session ?? neverStarted;
  const terms = session ?? stream;
  const standing: Standing = row;
  const show = { id: session?.id ?? stream.id, performerId: stream.performerId, type: stream.type, userId: stream.userId };
  const entitlement = judgeShow(viewer, { ...show, isFree: terms.isFree }, standing);
  const { isMuted, until } = muteOf(row, now);
  return {
    ...{ _id: stream.id, performer, conversationId: stream.conversationId, sessionId: session?.id ?? null, type: stream.type },
    ...{ title, description, status, isStreaming: status === 'live', viewers, endReason },
    isFree: terms.isFree,
    price: terms.isFree ? null : terms.priceCents,
    isRecording: terms.isRecording,
    isPaused: stream.type === 'public' && row.isPaused,
    streamingTime: session ? shown_s(session, now) : 0,
    startedAt: liveAt,
    endsAt: endsAt(session),
    slowModeSeconds: stream.slowMode_s,
    chatAudience: stream.chatAudience,
    tipGoal: goalOf(row),
    tipMenu: stream.tipMenu.map(({ id, title: what, cents }) => ({ _id: id, title: what, price: BigInt(cents) })),
    isBought: standing.isBought,
    isSubscribed: standing.isSubscribed,
    canWatch: entitlement.state === 'open',
    unlock:
      entitlement.state === 'locked' ? entitlement.unlock.filter((way) => way !== 'buy' || (session !== null && isOnSale(session))) : [],
    isMuted,
    mutedUntil: until,
    role: roleOf(viewer, row),
  };
}

/** Streams for this viewer, each with its last session. */
export const showsWhere = (ctx: Context, viewer: Viewer, where: SQL | undefined): Promise<Shown[]> =>
  selectShows(ctx, viewer?.id ?? null, eq(streamSessions.id, lastSession)).where(where);

/** Sessions by id, each with its stream. */
export const showsBySession = (ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<Shown[]> =>
  selectShows(ctx, viewer?.id ?? null, eq(streamSessions.streamId, streams.id)).where(inArray(streamSessions.id, [...ids]));

/** The answers of rows, in their order; whose performer is gone is left out. */
export async function streamAnswers(ctx: Context, viewer: Viewer, rows: readonly Shown[]): Promise<StreamAnswer[]> {
  const cards = await cardsById(ctx, viewer?.id ?? null, [...new Set(rows.map(({ stream }) => stream.performerId))]);
  return rows.flatMap((row) => {
    const card = cards.get(row.stream.performerId);
    return card ? [answerOf(ctx, viewer, row, card)] : [];
  });
}

/** The answers of sessions, by their ids. */
export async function streamsBySession(ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<Map<string, StreamAnswer>> {
  const rows = ids.length === 0 ? [] : await showsBySession(ctx, viewer, ids);
  const answers = await streamAnswers(ctx, viewer, rows);
  return new Map(answers.flatMap((answer) => (answer.sessionId === null ? [] : [[answer.sessionId, answer] as const])));
}

/** One stream as it stands. Refuses with stream_not_found. */
export async function streamById(ctx: Context, viewer: Viewer, id: string): Promise<StreamAnswer> {
  const [answer] = await streamAnswers(ctx, viewer, await showsWhere(ctx, viewer, eq(streams.id, id)));
  return answer ?? fail('stream_not_found');
}

/** Tells a performer's public show, where one runs, that she has begun a private one or is back from it. */
export async function publishPause(tx: Context, performerId: string): Promise<void> {
  const [running] = await tx.db
    .select({ streamId: streamSessions.streamId })
    .from(streamSessions)
    .where(and(eq(streamSessions.performerId, performerId), eq(streamSessions.type, 'public'), ne(streamSessions.status, 'ended')));
  if (running) await publishInfo(tx, running.streamId);
}

/** Tells everybody in the room how a stream stands, in the transaction of what changed it, and answers it as nobody in particular sees it. */
export async function publishInfo(tx: Context, streamId: string): Promise<StreamAnswer> {
  const info = await streamById(tx, null, streamId);
  await publish(tx, 'stream/info-changed', [`stream:${streamId}`], StreamInfo.encode(info));
  return info;
}
