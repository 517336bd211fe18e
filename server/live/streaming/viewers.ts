/**
 * Viewers of a show. A viewer is admitted when they request credentials or join with a socket. Each person counts once while at least one
 * of their sockets is open, whatever the number of windows and API servers.
 */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import { Person } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import { Stream } from '@contract/live/live';
import type streamingContract from '@contract/live/streaming';
import type { z } from 'zod';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { charges } from '../../platform/db/schema/money';
import { openSockets } from '../../platform/db/schema/site';
import { streams, streamSessions, streamSockets, streamViewers } from '../../platform/db/schema/streaming';
import { hasLostAccess } from '../../content/entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publish, publishAll, type SocketRoom } from '../../platform/outbox/publish';
import { EngineUnavailable, type EngineName } from '../engines/engine';
import { peopleByIds } from '../../people/people/rows';
import { nameMatches } from '../../people/people/name-search';
import { moderatorsOf } from './chat/chat-rules';
import { streamResponseFor, assertMayWatch, assertActive, findShow, showOf, assertMaySeeShow } from './find';
import { engineOf } from './engines';
import { streamById, type SessionRow } from './rows';

type Contract = (typeof streamingContract)['GET /streaming/live/:id/viewers'];
type StreamViewer = HandlerResult<Contract>['data'][number];

/** Records that an account was admitted, and clears an earlier eviction. */
export async function recordAdmission(ctx: Context, sessionId: string, accountId: string, country: string | null): Promise<void> {
  const joinedAt = ctx.clock.now();
  await ctx.db
    .insert(streamViewers)
    .values({ sessionId, accountId, country, joinedAt })
    .onConflictDoUpdate({ target: [streamViewers.sessionId, streamViewers.accountId], set: { country, revokedAt: null } });
}

/** The socket rooms of a show's performer and moderators. */
async function moderatorRooms(
  ctx: Context,
  { streamId, performerId }: Pick<SessionRow, 'streamId' | 'performerId'>,
): Promise<SocketRoom[]> {
  return [performerId, ...(await moderatorsOf(ctx, streamId))].map((id): SocketRoom => `account:${id}`);
}

/**
 * Adds a socket to an active show. The performer and moderators are notified of a person's first socket. Rejects with stream_not_found,
 * stream_offline, content_locked, follow_required, subscription_required and blocked_by_performer.
 */
export async function joinShow(
  ctx: Context,
  actor: Actor,
  { socketId, country }: { socketId: string; country: string | null },
  streamId: string,
): Promise<z.input<typeof Stream>> {
  const client: Pick<Client, 'country'> = { country };
  const visibleShow = await assertMaySeeShow(ctx, actor, client, await findShow(ctx, actor, streamId));
  if (visibleShow.stream.id !== streamId) return fail('stream_not_found');
  const row = assertActive(visibleShow);
  await assertMayWatch(ctx, actor, client, showOf(row));
  const { session } = row;
  if (actor.id !== session.performerId)
    await inTransaction(ctx, async (tx) => {
      const others = and(
        eq(streamSockets.sessionId, session.id),
        eq(streamSockets.accountId, actor.id),
        ne(streamSockets.socketId, socketId),
      );
      const isFirst = (await tx.db.$count(streamSockets, others)) === 0;
      await recordAdmission(tx, session.id, actor.id, country);
      await tx.db.insert(streamSockets).values({ sessionId: session.id, socketId, accountId: actor.id }).onConflictDoNothing();
      const person = isFirst ? (await peopleByIds(tx, [actor.id])).get(actor.id) : undefined;
      if (person) await publish(tx, 'stream/joined', await moderatorRooms(tx, session), { streamId, person: Person.encode(person) });
    });
  return Stream.encode(await streamResponseFor(ctx, actor, row, country));
}

/** Removes a socket from a show. The performer and moderators are notified of a person's last socket. */
export async function leaveShow(ctx: Context, actor: Actor, socketId: string, streamId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [session] = await tx.db
      .select()
      .from(streamSessions)
      .where(and(eq(streamSessions.streamId, streamId), ne(streamSessions.status, 'ended')));
    if (!session) return;
    const ofPerson = and(eq(streamSockets.sessionId, session.id), eq(streamSockets.accountId, actor.id));
    const removed = await tx.db
      .delete(streamSockets)
      .where(and(ofPerson, eq(streamSockets.socketId, socketId)))
      .returning();
    if (removed.length === 0 || (await tx.db.$count(streamSockets, ofPerson)) > 0) return;
    await publish(tx, 'stream/left', await moderatorRooms(tx, session), { streamId, accountId: actor.id, reason: 'left' });
  });
}

/** The number of distinct people with an open socket, by session. */
const viewerCounts = sql`
  select k.session_id, count(distinct k.account_id)::int as viewers from ${streamSockets} k
  join ${openSockets} o on o.socket_id = k.socket_id and o.account_id = k.account_id and o.closed_at is null
  group by k.session_id`;

/** Counts viewers and publishes changed counts, at most once per `viewersEvery_ms` and show. */
export async function countViewers(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const before = new Date(now.getTime() - limits.stream.viewersEvery_ms).toISOString();
    const { rows } = await tx.db.execute<{ stream_id: string; viewers: number }>(sql`
      update ${streamSessions} s set viewers = counted.viewers, viewers_peak = greatest(s.viewers_peak, counted.viewers),
        viewers_told_at = ${now.toISOString()}::timestamptz
      from (
        select active.id, coalesce(p.viewers, 0) as viewers
        from (select id from ${streamSessions} where status <> 'ended' order by id for no key update skip locked) active
        left join (${viewerCounts}) p on p.session_id = active.id
      ) counted
      where s.id = counted.id and s.viewers <> counted.viewers
        and (s.viewers_told_at is null or s.viewers_told_at <= ${before}::timestamptz)
      returning s.stream_id, s.viewers`);
    await publishAll(
      tx,
      'stream/viewers',
      rows.map(({ stream_id: streamId, viewers }) => ({ rooms: [`stream:${streamId}`], payload: { streamId, viewers } })),
    );
  });
}

type Unentitled = { sessionId: string; engine: EngineName; streamId: string; accountId: string; userRoomId: string | null };

/** Admitted viewers who no longer have access. */
async function unentitledViewers(ctx: Context): Promise<Unentitled[]> {
  const { rows } = await ctx.db.execute<Unentitled>(sql`
    select s.id as "sessionId", s.engine, s.stream_id as "streamId", v.account_id as "accountId", s.user_room_id as "userRoomId"
    from ${streamSessions} s
    join ${streams} st on st.id = s.stream_id
    join ${streamViewers} v on v.session_id = s.id and v.revoked_at is null
    join ${accounts} a on a.id = v.account_id
    where s.status <> 'ended' and ${hasLostAccess(ctx)}`);
  return rows;
}

/** Disconnects a person from a room. Returns false when the engine did not confirm. */
async function evict(ctx: Context, engine: EngineName, room: string, identity: string): Promise<boolean> {
  try {
    await engineOf(ctx, engine).evict(room, identity);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    ctx.log.warn({ err: error, room, identity }, 'a viewer could not be removed from a stream');
    return false;
  }
}

/**
 * Evicts viewers who lost access: blocked, refunded, no longer subscribed, in a country blocked by the performer, or suspended. Evictions
 * that the engine did not confirm are retried by the next reconciliation.
 */
export async function evictUnentitledViewers(ctx: Context): Promise<void> {
  for (const { sessionId, engine, streamId, accountId, userRoomId } of await unentitledViewers(ctx)) {
    const rooms = userRoomId === null ? [sessionId] : [sessionId, userRoomId];
    const outcomes = await Promise.all(rooms.map((room) => evict(ctx, engine, room, accountId)));
    await inTransaction(ctx, async (tx) => {
      const viewer = and(eq(streamViewers.sessionId, sessionId), eq(streamViewers.accountId, accountId));
      const revokedAt = outcomes.every(Boolean) ? tx.clock.now() : null;
      const revoked = await tx.db
        .update(streamViewers)
        .set({ revokedAt })
        .where(and(viewer, isNull(streamViewers.revokedAt)))
        .returning();
      const removed = await tx.db
        .delete(streamSockets)
        .where(and(eq(streamSockets.sessionId, sessionId), eq(streamSockets.accountId, accountId)))
        .returning();
      // Another API server may have evicted the viewer concurrently. While eviction is retried, the viewer is notified only once.
      if (revoked.length === 0 || (revokedAt === null && removed.length === 0)) return;
      const [session] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, sessionId));
      const moderators = session ? await moderatorRooms(tx, session) : [];
      await publish(tx, 'stream/left', [`account:${accountId}`, ...moderators], { streamId, accountId, reason: 'revoked' });
    });
  }
}

/** Evicts a participant who was not admitted, or was evicted since. The engine may have accepted a token issued before the eviction. */
export async function evictIfNotAdmitted(ctx: Context, { id, engine, performerId }: SessionRow, accountId: string): Promise<void> {
  if (accountId === performerId) return;
  const admission = and(eq(streamViewers.sessionId, id), eq(streamViewers.accountId, accountId), isNull(streamViewers.revokedAt));
  if ((await ctx.db.$count(streamViewers, admission)) === 0) await evict(ctx, engine, id, accountId);
}

async function viewersById(ctx: Context, sessionId: string, ids: readonly string[]): Promise<Map<string, StreamViewer>> {
  const tipped = sql`(select coalesce(sum(c.price_cents - c.refunded_cents), 0) from ${charges} c
    where c.session_id = ${streamViewers}.session_id and c.user_id = ${streamViewers}.account_id and c.type = 'tip')`.mapWith(BigInt);
  const rows = await ctx.db
    .select({ id: streamViewers.accountId, joinedAt: streamViewers.joinedAt, tipped: tipped.as('tipped') })
    .from(streamViewers)
    .where(and(eq(streamViewers.sessionId, sessionId), inArray(streamViewers.accountId, [...ids])));
  const people = await peopleByIds(ctx, ids);
  return new Map(
    rows.flatMap(({ id, joinedAt, tipped: tipped_cents }) => {
      const person = people.get(id);
      return person ? [[id, { ...person, joinedAt, tipped: tipped_cents }] as const] : [];
    }),
  );
}

/** The current viewers of the performer's show. Rejects with stream_not_found. */
export async function viewersOf(
  ctx: Context,
  performer: Actor,
  id: string,
  query: Parsed<Contract>['query'],
): Promise<HandlerResult<Contract>> {
  const stream = await streamById(ctx, performer, id);
  if (stream.performer._id !== performer.id) return fail('stream_not_found');
  const { sessionId } = stream;
  if (sessionId === null) return { data: [], total: 0, nextCursor: null };
  const hasOpenSocket = sql`exists (select from ${streamSockets} k join ${openSockets} o on o.socket_id = k.socket_id and o.account_id = k.account_id
    where k.session_id = ${streamViewers.sessionId} and k.account_id = ${streamViewers.accountId} and o.closed_at is null)`;
  const source = ctx.db
    .select({ id: sql`${streamViewers.accountId}`.as('id'), createdAt: sql`${streamViewers.joinedAt}`.as('created_at') })
    .from(streamViewers)
    .innerJoin(accounts, eq(accounts.id, streamViewers.accountId))
    .where(and(eq(streamViewers.sessionId, sessionId), hasOpenSocket, query.q === undefined ? undefined : nameMatches(query.q)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => viewersById(ctx, sessionId, ids));
}
