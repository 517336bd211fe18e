/**
 * API representation of streams. A stream is returned with its active or else its last session; a list of sessions returns each with its
 * stream. One query loads any number of them with the viewer's relation to each, and one query their performers.
 */
import { and, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { StreamInfo, type Stream } from '@contract/live/live';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { ChatRole } from '@contract/kernel/values/live';
import type { Context } from '../../platform/context';
import { appearances } from '../../platform/db/schema/consent';
import { feeds, items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { privateRequests, streamModerators, streamMutes, streams, streamSessions } from '../../platform/db/schema/streaming';
import { viewerRelationColumns, type ViewerRelation } from '../../content/entitlements/entitlements';
import { showPriceOf, decideShowEntitlement } from '../../content/entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { publish } from '../../platform/outbox/publish';
import { openPages } from '../../content/items/rows';
import { cardsById, type PerformerCardInfo } from '../../people/performers/rows';
import { hasRight } from '../../platform/rights';
import { paidEntriesOf } from '../../money/tickets/rows';

export type StreamResponse = z.output<typeof Stream>;
export type StreamRow = typeof streams.$inferSelect;
export type SessionRow = typeof streamSessions.$inferSelect;
export type Viewer = Pick<Actor, 'id' | 'rights'> | null;

const secondsBetween = (from: Date, until: Date): number => Math.max(0, Math.floor((until.getTime() - from.getTime()) / second_ms));

/** The seconds for which a session has had video until `now`. */
export const liveDuration_s = ({ duration_s, picturedSince }: Pick<SessionRow, 'duration_s' | 'picturedSince'>, now: Date): number =>
  duration_s + (picturedSince === null ? 0 : secondsBetween(picturedSince, now));

/** The last session of a stream, which is the active one if there is one. */
const lastSession = sql`(select last.id from ${streamSessions} last where last.stream_id = ${streams.id} order by last.created_at desc, last.id desc limit 1)`;

const viewerIdSql = (viewerId: string | null): SQL => sql`${viewerId}::uuid`;

/** The sum of tips in the session since the goal was set. */
const raised = sql`(select coalesce(sum(c.price_cents - c.refunded_cents), 0) from ${charges} c
  where c.session_id = ${streamSessions.id} and c.type = 'tip' and c.created_at >= ${streams.goalSetAt})`.mapWith(BigInt);

/** Whether tickets and entries have reached the capacity of the session. */
const soldOut = sql<boolean>`exists (
  select from ${feeds} f join ${items} i on i.id = f.item_id where f.show_session_id = ${streamSessions.id} and f.ticket_capacity <= i.sales + ${paidEntriesOf(sql`${streamSessions.id}`)})`;

/** The accounts that agreed to be shown in the session. */
const shownIds = sql<string[] | null>`(select json_agg(a.person_id order by a.ordering, a.id) from ${appearances} a
  where a.session_id = ${streamSessions.id} and a.removed_at is null and a.consent = 'accepted' and a.person_id is not null)`;

/** Selects streams with the sessions that match `joinCondition`. Callers add `where`. */
const selectShows = (ctx: Context, viewerId: string | null, joinCondition: SQL) =>
  ctx.db
    .select({
      stream: getTableColumns(streams),
      session: getTableColumns(streamSessions),
      ...viewerRelationColumns(ctx, { performer: streams.performerId, item: streamSessions.id }, viewerId),
      raised: raised.as('raised'),
      isPaused:
        sql<boolean>`exists (select from ${privateRequests} p where p.performer_id = ${streams.performerId} and p.status = 'accepted')`.as(
          'is_paused',
        ),
      isSoldOut: soldOut.as('is_sold_out'),
      shownIds: shownIds.as('shown_ids'),
      isModerator:
        sql<boolean>`exists (select from ${streamModerators} m where m.stream_id = ${streams.id} and m.account_id = ${viewerIdSql(viewerId)})`.as(
          'is_moderator',
        ),
      mute: { at: streamMutes.createdAt, until: streamMutes.until },
    })
    .from(streams)
    .leftJoin(streamSessions, joinCondition)
    .leftJoin(streamMutes, and(eq(streamMutes.streamId, streams.id), eq(streamMutes.accountId, viewerIdSql(viewerId))))
    .$dynamic();
export type ShowForViewer = Awaited<ReturnType<typeof selectShows>>[number];

/** The viewer's role in the chat of a stream. */
export function roleOf(viewer: Viewer, { stream, isModerator }: Pick<ShowForViewer, 'stream' | 'isModerator'>): ChatRole {
  if (viewer?.id === stream.performerId) return 'owner';
  if (isModerator) return 'moderator';
  return hasRight(viewer, 'content.moderate') ? 'operator' : 'viewer';
}

/** Whether the viewer is muted now, and until when. */
export function muteOf({ mute }: Pick<ShowForViewer, 'mute'>, now: Date): { isMuted: boolean; until: Date | null } {
  const isMuted = mute !== null && (mute.until === null || mute.until > now);
  return { isMuted, until: isMuted ? mute.until : null };
}

function goalOf({ stream, raised: total }: ShowForViewer): StreamResponse['tipGoal'] {
  const { goalTitle: title, goalCents: amount, goalLoops: loops } = stream;
  if (title === null || amount === null) return null;
  const rounds = loops ? total / amount : 0n;
  return { title, amount, raised: total - rounds * amount, loops, rounds: Number(rounds) };
}

/** Whether entries to a session are on sale: from its first video until its end. */
export const isOnSale = ({ status, liveAt }: Pick<SessionRow, 'status' | 'liveAt'>): boolean => status !== 'ended' && liveAt !== null;

/** When a session ends unless its performer publishes again. Null while there is video, and after the end. */
function endsAt(session: SessionRow | null): Date | null {
  if (session === null || session.status === 'ended' || session.lostAt === null) return null;
  return new Date(session.lostAt.getTime() + limits.stream.lostAfter_s * second_ms);
}

const noSession = { title: '', description: '', status: 'idle', viewers: 0, liveAt: null, endReason: null } as const;

function responseOf(
  ctx: Context,
  viewer: Viewer,
  row: ShowForViewer,
  performer: PerformerCardInfo,
  participants: PerformerCardInfo[],
): StreamResponse {
  const { stream, session } = row;
  const now = ctx.clock.now();
  const { title, description, status, viewers, liveAt, endReason } = session ?? noSession;
  const terms = session ?? stream;
  const relation: ViewerRelation = row;
  const show = { id: session?.id ?? stream.id, performerId: stream.performerId, type: stream.type, userId: stream.userId };
  const entitlement = decideShowEntitlement(viewer, { ...show, audience: terms.audience }, relation);
  const { isMuted, until } = muteOf(row, now);
  return {
    _id: stream.id,
    performer,
    conversationId: stream.conversationId,
    sessionId: session?.id ?? null,
    type: stream.type,
    title,
    description,
    status,
    isStreaming: status === 'live',
    viewers,
    endReason,
    participants,
    ...showPriceOf(terms),
    isRecording: terms.isRecording,
    isSoldOut: row.isSoldOut,
    isPaused: stream.type === 'public' && row.isPaused,
    streamingTime: session ? liveDuration_s(session, now) : 0,
    startedAt: liveAt,
    endsAt: endsAt(session),
    slowModeSeconds: stream.slowMode_s,
    chatAudience: stream.chatAudience,
    tipGoal: goalOf(row),
    tipMenu: stream.tipMenu.map(({ id, title: itemTitle, cents }) => ({ _id: id, title: itemTitle, price: BigInt(cents) })),
    isBought: relation.isBought,
    isSubscribed: relation.isSubscribed,
    canWatch: entitlement.state === 'open',
    unlock:
      entitlement.state === 'locked'
        ? entitlement.unlock.filter((method) => method !== 'buy' || (session !== null && isOnSale(session) && !row.isSoldOut))
        : [],
    isMuted,
    mutedUntil: until,
    role: roleOf(viewer, row),
  };
}

/** Streams for this viewer, each with its last session. */
export const showsWhere = (ctx: Context, viewer: Viewer, where: SQL | undefined): Promise<ShowForViewer[]> =>
  selectShows(ctx, viewer?.id ?? null, eq(streamSessions.id, lastSession)).where(where);

/** Sessions by id, each with its stream. */
export const showsBySession = (ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<ShowForViewer[]> =>
  selectShows(ctx, viewer?.id ?? null, eq(streamSessions.streamId, streams.id)).where(inArray(streamSessions.id, [...ids]));

/** API representations for a viewer in this country, in the order of `rows`. Streams of deleted performers are omitted. */
export async function streamResponses(
  ctx: Context,
  viewer: Viewer,
  rows: readonly ShowForViewer[],
  country: string | null = null,
): Promise<StreamResponse[]> {
  const named = rows.flatMap((row) => row.shownIds ?? []);
  const cards = await cardsById(ctx, viewer?.id ?? null, [...new Set([...rows.map(({ stream }) => stream.performerId), ...named])]);
  const open = await openPages(ctx, viewer, country, named);
  return rows.flatMap((row) => {
    const card = cards.get(row.stream.performerId);
    const participants = row.shownIds?.flatMap((id) => (open.has(id) ? (cards.get(id) ?? []) : [])) ?? [];
    return card ? [responseOf(ctx, viewer, row, card, participants)] : [];
  });
}

/** API representations of streams by session id. */
export async function streamsBySession(
  ctx: Context,
  viewer: Viewer,
  ids: readonly string[],
  country: string | null = null,
): Promise<Map<string, StreamResponse>> {
  const rows = ids.length === 0 ? [] : await showsBySession(ctx, viewer, ids);
  const responses = await streamResponses(ctx, viewer, rows, country);
  return new Map(responses.flatMap((response) => (response.sessionId === null ? [] : [[response.sessionId, response] as const])));
}

/** One stream in its current state. Rejects with stream_not_found. */
export async function streamById(ctx: Context, viewer: Viewer, id: string): Promise<StreamResponse> {
  const [response] = await streamResponses(ctx, viewer, await showsWhere(ctx, viewer, eq(streams.id, id)));
  return response ?? fail('stream_not_found');
}

/** Publishes to a performer's active public show, if any, that a private show has begun or ended. */
export async function publishPauseState(tx: Context, performerId: string): Promise<void> {
  const [active] = await tx.db
    .select({ streamId: streamSessions.streamId })
    .from(streamSessions)
    .where(and(eq(streamSessions.performerId, performerId), eq(streamSessions.type, 'public'), ne(streamSessions.status, 'ended')));
  if (active) await publishInfo(tx, active.streamId);
}

/** Publishes the state of a stream to its room, in the transaction that changed it, and returns it without a viewer. */
export async function publishInfo(tx: Context, streamId: string): Promise<StreamResponse> {
  const info = await streamById(tx, null, streamId);
  await publish(tx, 'stream/info-changed', [`stream:${streamId}`], StreamInfo.encode(info));
  return info;
}
