/**
 * Who watches a show. Somebody is let in when she asks for what lets her in at the engine, or comes with a socket; she counts
 * while a socket of hers is open, and once whatever the number of her windows and of the hosts that they reached.
 */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Parsed, Result } from '@contract/endpoint';
import { Person } from '@contract/kernel/entities';
import * as limits from '@contract/kernel/limits';
import { Stream } from '@contract/live/live';
import type streamingContract from '@contract/streaming';
import type { z } from 'zod';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, charges, openSockets, streams, streamSessions, streamSockets, streamViewers } from '../../platform/db/schema/schema';
import { rightHasEnded } from '../../entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publish, publishAll, type Room } from '../../platform/outbox/publish';
import { EngineAway, type EngineName } from '../../streaming/engine';
import { peopleByIds, isCalled } from '../../modules/people/people';
import { moderatorsOf } from './chat/chat-rules';
import { answerTo, assertMayWatch, assertRunning, findShow, showOf, showToSee } from './find';
import { engineOf } from '../../modules/streaming/engines';
import { streamById, type SessionRow } from './rows';

type Contract = (typeof streamingContract)['GET /streaming/live/:id/viewers'];
type StreamViewer = Result<Contract>['data'][number];

/** Notes that somebody was let in; who was put out before is in again. */
export async function admit(ctx: Context, sessionId: string, accountId: string, country: string | null): Promise<void> {
  const joinedAt = ctx.clock.now();
  await ctx.db
    .insert(streamViewers)
    .values({ sessionId, accountId, country, joinedAt })
    .onConflictDoUpdate({ target: [streamViewers.sessionId, streamViewers.accountId], set: { country, revokedAt: null } });
}

/** The accounts of those who keep a show: its performer and her moderators. */
async function keepersOf(ctx: Context, { streamId, performerId }: Pick<SessionRow, 'streamId' | 'performerId'>): Promise<Room[]> {
  return [performerId, ...(await moderatorsOf(ctx, streamId))].map((id): Room => `account:${id}`);
}

/**
 * Lets a socket into a running show, whose performer and moderators are told of a person's first. Refuses as watching does:
 * stream_not_found, stream_offline, content_locked, subscription_required and blocked_by_performer.
 */
export async function join(
  ctx: Context,
  actor: Actor,
  { socketId, country }: { socketId: string; country: string | null },
  streamId: string,
): Promise<z.input<typeof Stream>> {
  const client: Pick<Client, 'country'> = { country };
  const shown = await showToSee(ctx, actor, client, await findShow(ctx, actor, streamId));
  if (shown.stream.id !== streamId) return fail('stream_not_found');
  const row = assertRunning(shown);
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
      await admit(tx, session.id, actor.id, country);
      await tx.db.insert(streamSockets).values({ sessionId: session.id, socketId, accountId: actor.id }).onConflictDoNothing();
      const person = isFirst ? (await peopleByIds(tx, [actor.id])).get(actor.id) : undefined;
      if (person) await publish(tx, 'stream/joined', await keepersOf(tx, session), { streamId, person: Person.encode(person) });
    });
  return Stream.encode(await answerTo(ctx, actor, row));
}

/** Takes a socket out of a show; those who keep it hear of a person's last. */
export async function leave(ctx: Context, actor: Actor, socketId: string, streamId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [session] = await tx.db
      .select()
      .from(streamSessions)
      .where(and(eq(streamSessions.streamId, streamId), ne(streamSessions.status, 'ended')));
    if (!session) return;
    const hers = and(eq(streamSockets.sessionId, session.id), eq(streamSockets.accountId, actor.id));
    const gone = await tx.db
      .delete(streamSockets)
      .where(and(hers, eq(streamSockets.socketId, socketId)))
      .returning();
    if (gone.length === 0 || (await tx.db.$count(streamSockets, hers)) > 0) return;
    await publish(tx, 'stream/left', await keepersOf(tx, session), { streamId, accountId: actor.id, reason: 'left' });
  });
}

/** People with an open socket in running sessions, each once. */
const present = sql`
  select k.session_id, count(distinct k.account_id)::int as viewers from ${streamSockets} k
  join ${openSockets} o on o.socket_id = k.socket_id and o.account_id = k.account_id and o.closed_at is null
  group by k.session_id`;

/** Counts who watches, and tells each show whose number has changed, not more often than is promised. */
export async function countViewers(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const before = new Date(now.getTime() - limits.stream.viewersEvery_ms).toISOString();
    const { rows } = await tx.db.execute<{ stream_id: string; viewers: number }>(sql`
      update ${streamSessions} s set viewers = counted.viewers, viewers_peak = greatest(s.viewers_peak, counted.viewers),
        viewers_told_at = ${now.toISOString()}::timestamptz
      from (
        select held.id, coalesce(p.viewers, 0) as viewers
        from (select id from ${streamSessions} where status <> 'ended' order by id for no key update skip locked) held
        left join (${present}) p on p.session_id = held.id
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

/** Those who were let in and may be there no more. */
async function withoutRight(ctx: Context): Promise<Unentitled[]> {
  const { rows } = await ctx.db.execute<Unentitled>(sql`
    select s.id as "sessionId", s.engine, s.stream_id as "streamId", v.account_id as "accountId", s.user_room_id as "userRoomId"
    from ${streamSessions} s
    join ${streams} st on st.id = s.stream_id
    join ${streamViewers} v on v.session_id = s.id and v.revoked_at is null
    join ${accounts} a on a.id = v.account_id
    where s.status <> 'ended' and ${rightHasEnded(ctx)}`);
  return rows;
}

/** Ends what connects a person with a room. False when nobody knows whether it has ended. */
async function putOut(ctx: Context, engine: EngineName, room: string, identity: string): Promise<boolean> {
  try {
    await engineOf(ctx, engine).putOut(room, identity);
    return true;
  } catch (error) {
    if (!(error instanceof EngineAway)) throw error;
    ctx.log.warn({ err: error, room, identity }, 'somebody could not be put out of a show');
    return false;
  }
}

/**
 * Puts everybody out who may not watch any more: who was blocked, given her money back, is not subscribed any more, sits in a country
 * that was closed, or was suspended. Whom the engine did not let go is tried again.
 */
export async function putOutTheUnentitled(ctx: Context): Promise<void> {
  for (const { sessionId, engine, streamId, accountId, userRoomId } of await withoutRight(ctx)) {
    const rooms = userRoomId === null ? [sessionId] : [sessionId, userRoomId];
    const outcomes = await Promise.all(rooms.map((room) => putOut(ctx, engine, room, accountId)));
    await inTransaction(ctx, async (tx) => {
      const hers = and(eq(streamViewers.sessionId, sessionId), eq(streamViewers.accountId, accountId));
      const revokedAt = outcomes.every(Boolean) ? tx.clock.now() : null;
      const put = await tx.db
        .update(streamViewers)
        .set({ revokedAt })
        .where(and(hers, isNull(streamViewers.revokedAt)))
        .returning();
      const gone = await tx.db
        .delete(streamSockets)
        .where(and(eq(streamSockets.sessionId, sessionId), eq(streamSockets.accountId, accountId)))
        .returning();
      // Another host may have put her out at the same moment; and while the engine holds her, she is told of it once.
      if (put.length === 0 || (revokedAt === null && gone.length === 0)) return;
      const [session] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, sessionId));
      const keepers = session ? await keepersOf(tx, session) : [];
      await publish(tx, 'stream/left', [`account:${accountId}`, ...keepers], { streamId, accountId, reason: 'revoked' });
    });
  }
}

/** Puts somebody out who came and was not let in, or was put out since: an engine may not know what another host has said. */
export async function expelStranger(ctx: Context, { id, engine, performerId }: SessionRow, accountId: string): Promise<void> {
  if (accountId === performerId) return;
  const known = and(eq(streamViewers.sessionId, id), eq(streamViewers.accountId, accountId), isNull(streamViewers.revokedAt));
  if ((await ctx.db.$count(streamViewers, known)) === 0) await putOut(ctx, engine, id, accountId);
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
    rows.flatMap(({ id, joinedAt, tipped: given }) => {
      const person = people.get(id);
      return person ? [[id, { ...person, joinedAt, tipped: given }] as const] : [];
    }),
  );
}

/** Who watches the own show now. Refuses with stream_not_found. */
export async function viewersOf(ctx: Context, performer: Actor, id: string, query: Parsed<Contract>['query']): Promise<Result<Contract>> {
  const stream = await streamById(ctx, performer, id);
  if (stream.performer._id !== performer.id) return fail('stream_not_found');
  const { sessionId } = stream;
  if (sessionId === null) return { data: [], total: 0, nextCursor: null };
  const isThere = sql`exists (select from ${streamSockets} k join ${openSockets} o on o.socket_id = k.socket_id and o.account_id = k.account_id
    where k.session_id = ${streamViewers.sessionId} and k.account_id = ${streamViewers.accountId} and o.closed_at is null)`;
  const source = ctx.db
    .select({ id: sql`${streamViewers.accountId}`.as('id'), createdAt: sql`${streamViewers.joinedAt}`.as('created_at') })
    .from(streamViewers)
    .innerJoin(accounts, eq(accounts.id, streamViewers.accountId))
    .where(and(eq(streamViewers.sessionId, sessionId), isThere, query.q === undefined ? undefined : isCalled(query.q)))
    .as('found');
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => viewersById(ctx, sessionId, ids));
}
