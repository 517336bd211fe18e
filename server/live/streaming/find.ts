/** Finding streams: one to be seen by somebody, those that run now, and what a performer has shown. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Parsed, Result } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import { Id, type Page } from '@contract/kernel/shapes';
import type streamingContract from '@contract/streaming';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { charges, performerListings, streams, streamSessions } from '../../platform/db/schema/schema';
import { isFollowed } from '../../entitlements/entitlements';
import { entitlementToShow, type Show } from '../../entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { accountsNamed } from '../../modules/people/people';
import { idByUsername, isPageOpen, runsInPublic, shownTo } from '../../modules/performers/performers';
import { mayDo } from '../../platform/rights';
import { showsWhere, streamAnswers, streamsBySession, type SessionRow, type Shown, type StreamAnswer, type Viewer } from './rows';

type Contract = typeof streamingContract;
type SearchQuery = Parsed<Contract['GET /streaming/user/search']>['query'];
type AdminQuery = Parsed<Contract['GET /admin/streams/search']>['query'];
type SessionQuery = Parsed<Contract['GET /streaming/sessions']>['query'];
type PastSession = Result<Contract['GET /streaming/sessions']>['data'][number];

/** A stream with its session, as the rule of who may watch reads it. */
export const showOf = ({ stream, session }: { stream: Shown['stream']; session: SessionRow }): Show => ({
  ...{ id: session.id, performerId: stream.performerId, type: stream.type, userId: stream.userId, isFree: session.isFree },
});

/** The public stream of a performer. */
const publicOf = (performerId: string) => and(eq(streams.performerId, performerId), eq(streams.type, 'public'));

/** A stream by its id, or by its performer's id or username, with its last session; null when there is none. */
export async function findShow(ctx: Context, viewer: Viewer, idOrName: string): Promise<Shown | null> {
  const id = Id.safeParse(idOrName);
  const [own] = id.success ? await showsWhere(ctx, viewer, eq(streams.id, id.data)) : [];
  if (own) return own;
  const performerId = id.success ? id.data : await idByUsername(ctx, idOrName);
  const [found] = performerId === null ? [] : await showsWhere(ctx, viewer, publicOf(performerId));
  return found ?? null;
}

/** A stream whose session runs. */
export type Running = Shown & { session: SessionRow };

const isRunning = (row: Shown): row is Running => row.session !== null && row.session.status !== 'ended';

/** That a show runs. Refuses with stream_offline. */
export const assertRunning = (row: Shown): Running => (isRunning(row) ? row : fail('stream_offline'));

/**
 * A show that a visitor may know of. Refuses with stream_not_found, also where she has no part in a private one, and with
 * blocked_by_performer.
 */
export async function showToSee(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, row: Shown | null): Promise<Shown> {
  if (row === null) return fail('stream_not_found');
  const { stream, session } = row;
  const isOwn = viewer?.id === stream.performerId;
  if (stream.type === 'private' && !isOwn && viewer?.id !== stream.userId) return fail('stream_not_found');
  if (isOwn || mayDo(viewer, 'content.moderate')) return row;
  if (!(await isPageOpen(ctx, stream.performerId))) return fail('stream_not_found');
  // Without a session nothing has been bought yet: only whom it is closed to matters.
  const { state } = await entitlementToShow(ctx, viewer, client, session ? showOf({ stream, session }) : stream);
  return state === 'closed' ? fail('blocked_by_performer') : row;
}

/** A show with its last session, as far as somebody who may know of it reports it. Refuses as `showToSee`. */
export async function showToReport(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, id: string) {
  const { stream, session } = await showToSee(ctx, viewer, client, await findShow(ctx, viewer, id));
  return {
    performerId: stream.performerId,
    userId: stream.userId,
    type: stream.type,
    title: session?.title || 'Live show',
    description: session?.description ?? '',
    sessionId: session?.id ?? null,
    startedAt: session?.liveAt ?? null,
  };
}

/**
 * That somebody may watch what runs. Refuses with subscription_required a free show, with content_locked one that costs, and with
 * blocked_by_performer.
 */
export async function assertMayWatch(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, show: Show): Promise<void> {
  const { state } = await entitlementToShow(ctx, viewer, client, show);
  if (state === 'closed') fail('blocked_by_performer');
  if (state === 'open') return;
  if (show.isFree) fail('subscription_required', { message: 'This show is for subscribers.' });
  fail('content_locked');
}

/** What lists of shows are ordered by. */
const orderColumns = {
  id: streamSessions.id,
  createdAt: streamSessions.createdAt,
  updatedAt: streamSessions.updatedAt,
  viewers: streamSessions.viewers,
  startedAt: sql`${streamSessions.liveAt}`.as('started_at'),
};

/** Shows with a picture now, of performers whom this visitor may see. */
export async function searchShows(ctx: Context, actor: Actor | null, client: Client, query: SearchQuery): Promise<Page<StreamAnswer>> {
  const { performerId, isFree } = query;
  const source = ctx.db
    .select(orderColumns)
    .from(streamSessions)
    .innerJoin(performerListings, eq(performerListings.performerId, streamSessions.performerId))
    .where(
      and(
        runsInPublic(sql`${streamSessions}`),
        shownTo(visitorOf(actor, client)),
        performerId === undefined ? undefined : eq(streamSessions.performerId, performerId),
        isFree === undefined ? undefined : eq(streamSessions.isFree, isFree),
        query.isFollowed === undefined
          ? undefined
          : sql`${isFollowed(streamSessions.performerId, actor?.id ?? null)} = ${query.isFollowed}`,
        query.q === undefined ? undefined : contains(streamSessions.title, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => streamsBySession(ctx, actor, ids), limits.page.countedInSearchMax);
}

/** Every public show, for operators; `q` looks into titles and the names and usernames of performers. */
export function searchAllShows(
  ctx: Context,
  operator: Actor,
  { q, status, performerId, ...query }: AdminQuery,
): Promise<Page<StreamAnswer>> {
  const source = ctx.db
    .select(orderColumns)
    .from(streamSessions)
    .where(
      and(
        eq(streamSessions.type, 'public'),
        q === undefined ? undefined : or(contains(streamSessions.title, q), inArray(streamSessions.performerId, accountsNamed(ctx, q))),
        status === undefined ? undefined : eq(streamSessions.status, status),
        performerId === undefined ? undefined : eq(streamSessions.performerId, performerId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => streamsBySession(ctx, operator, ids));
}

async function pastById(ctx: Context, ids: readonly string[]): Promise<Map<string, PastSession>> {
  const earned = (type: 'tip' | 'stream') =>
    sql`(select coalesce(sum(c.price_cents - c.refunded_cents), 0) from ${charges} c where c.session_id = ${streamSessions}.id and c.type = ${type})`.mapWith(
      BigInt,
    );
  const rows = await ctx.db
    .select({ session: streamSessions, tips: earned('tip').as('tips'), entries: earned('stream').as('entries') })
    .from(streamSessions)
    .where(inArray(streamSessions.id, [...ids]))
    .orderBy(desc(streamSessions.createdAt));
  return new Map(
    rows.map(({ session, tips, entries }) => {
      const { id, title, isFree, liveAt, endedAt, endReason, viewersPeak, videoId } = session;
      const price = isFree ? null : session.priceCents;
      const past = { _id: id, title, isFree, price, startedAt: liveAt, endedAt, endReason, duration: session.duration_s };
      return [id, { ...past, viewersPeak, tips, entries, videoId }];
    }),
  );
}

/** What a performer has shown to all. */
export function searchOwnSessions(ctx: Context, performerId: string, query: SessionQuery): Promise<Page<PastSession>> {
  const source = ctx.db
    .select({ id: streamSessions.id, createdAt: streamSessions.createdAt, updatedAt: streamSessions.updatedAt })
    .from(streamSessions)
    .where(and(eq(streamSessions.performerId, performerId), eq(streamSessions.type, 'public'), eq(streamSessions.status, 'ended')))
    .as('found');
  return readPage(ctx, query, source, (ids) => pastById(ctx, ids));
}

/** A stream's answer of a row. Refuses with stream_not_found when its performer is gone. */
export async function answerTo(ctx: Context, viewer: Viewer, row: Shown): Promise<StreamAnswer> {
  const [answer] = await streamAnswers(ctx, viewer, [row]);
  return answer ?? fail('stream_not_found');
}
