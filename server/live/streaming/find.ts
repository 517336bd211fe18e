/** Queries for streams: one show for a viewer, active shows, and a performer's past shows. */
import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import { Id, type Page } from '@contract/kernel/shapes';
import type streamingContract from '@contract/live/streaming';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { feeds } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { performerListings } from '../../platform/db/schema/performers';
import { streams, streamSessions, streamViewers } from '../../platform/db/schema/streaming';
import { isFollowed } from '../../content/entitlements/entitlements';
import { showPriceOf, entitlementToShow, type ProtectedShow } from '../../content/entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf } from '../../people/blocking/blocking';
import { accountIdsByName } from '../../people/people/name-search';
import { idByUsername, isPagePublic } from '../../people/performers/view';
import { isPublicShowLive } from '../../people/performers/live';
import { isListedFor } from '../../people/performers/search';
import { hasRight } from '../../platform/rights';
import {
  showsWhere,
  streamResponses,
  streamsBySession,
  type SessionRow,
  type ShowForViewer,
  type StreamResponse,
  type Viewer,
} from './rows';

type Contract = typeof streamingContract;
type SearchQuery = Parsed<Contract['GET /streaming/user/search']>['query'];
type AdminQuery = Parsed<Contract['GET /admin/streams/search']>['query'];
type SessionQuery = Parsed<Contract['GET /streaming/sessions']>['query'];
type PastSession = HandlerResult<Contract['GET /streaming/sessions']>['data'][number];

/** A stream with its session, as input for the entitlement rules. */
export const showOf = ({ stream, session }: { stream: ShowForViewer['stream']; session: SessionRow }): ProtectedShow => ({
  id: session.id,
  performerId: stream.performerId,
  type: stream.type,
  userId: stream.userId,
  audience: session.audience,
});

/** The public stream of a performer. */
const publicOf = (performerId: string) => and(eq(streams.performerId, performerId), eq(streams.type, 'public'));

/** A stream by its id, or by its performer's id or username, with its last session; null when not found. */
export async function findShow(ctx: Context, viewer: Viewer, idOrName: string): Promise<ShowForViewer | null> {
  const id = Id.safeParse(idOrName);
  const [byId] = id.success ? await showsWhere(ctx, viewer, eq(streams.id, id.data)) : [];
  if (byId) return byId;
  const performerId = id.success ? id.data : await idByUsername(ctx, idOrName);
  const [found] = performerId === null ? [] : await showsWhere(ctx, viewer, publicOf(performerId));
  return found ?? null;
}

/** A stream with an active session. */
export type ActiveShow = ShowForViewer & { session: SessionRow };

const isActive = (row: ShowForViewer): row is ActiveShow => row.session !== null && row.session.status !== 'ended';

/** Asserts that a show is active. Rejects with stream_offline. */
export const assertActive = (row: ShowForViewer): ActiveShow => (isActive(row) ? row : fail('stream_offline'));

/**
 * Asserts that a viewer may see that this show exists. Rejects with stream_not_found, also for private shows of others, and with
 * blocked_by_performer.
 */
export async function assertMaySeeShow(
  ctx: Context,
  viewer: Viewer,
  client: Pick<Client, 'country'>,
  row: ShowForViewer | null,
): Promise<ShowForViewer> {
  if (row === null) return fail('stream_not_found');
  const { stream, session } = row;
  const isOwn = viewer?.id === stream.performerId;
  if (stream.type === 'private' && !isOwn && viewer?.id !== stream.userId) return fail('stream_not_found');
  if (isOwn || hasRight(viewer, 'content.moderate')) return row;
  if (!(await isPagePublic(ctx, stream.performerId))) return fail('stream_not_found');
  // Without a session no entry can have been bought; only blocks matter.
  const { state } = await entitlementToShow(ctx, viewer, client, session ? showOf({ stream, session }) : stream);
  return state === 'closed' ? fail('blocked_by_performer') : row;
}

/** The details of a show for a report, for an account that may see it. Rejects as `assertMaySeeShow` does. */
export async function showForReport(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, id: string) {
  const { stream, session } = await assertMaySeeShow(ctx, viewer, client, await findShow(ctx, viewer, id));
  return {
    performerId: stream.performerId,
    userId: stream.userId,
    type: stream.type,
    title: session?.title || 'Live stream',
    description: session?.description ?? '',
    sessionId: session?.id ?? null,
    startedAt: session?.liveAt ?? null,
  };
}

/**
 * Asserts that a viewer may watch a show. Rejects with blocked_by_performer and, depending on the audience, with follow_required,
 * subscription_required or content_locked.
 */
export async function assertMayWatch(ctx: Context, viewer: Viewer, client: Pick<Client, 'country'>, show: ProtectedShow): Promise<void> {
  const { state } = await entitlementToShow(ctx, viewer, client, show);
  if (state === 'closed') fail('blocked_by_performer');
  if (state === 'open') return;
  if (show.audience === 'followers') fail('follow_required', { message: 'This stream is for followers. Following is free.' });
  if (show.audience === 'subscribers') fail('subscription_required', { message: 'This stream is for subscribers. Subscribe to watch.' });
  fail('content_locked');
}

/** The sortable columns of show lists. */
const orderColumns = {
  id: streamSessions.id,
  createdAt: streamSessions.createdAt,
  updatedAt: streamSessions.updatedAt,
  viewers: streamSessions.viewers,
  startedAt: sql`${streamSessions.liveAt}`.as('started_at'),
};

/** Live shows of performers that this visitor can see. */
export async function searchShows(ctx: Context, actor: Actor | null, client: Client, query: SearchQuery): Promise<Page<StreamResponse>> {
  const { performerId, audience, isFree } = query;
  const source = ctx.db
    .select(orderColumns)
    .from(streamSessions)
    .innerJoin(performerListings, eq(performerListings.performerId, streamSessions.performerId))
    .where(
      and(
        isPublicShowLive(sql`${streamSessions}`),
        isListedFor(visitorOf(actor, client)),
        performerId === undefined ? undefined : eq(streamSessions.performerId, performerId),
        audience === undefined ? undefined : eq(streamSessions.audience, audience),
        isFree === undefined ? undefined : (isFree ? ne : eq)(streamSessions.audience, 'paid'),
        query.isFollowed === undefined
          ? undefined
          : sql`${isFollowed(streamSessions.performerId, actor?.id ?? null)} = ${query.isFollowed}`,
        query.q === undefined ? undefined : contains(streamSessions.title, query.q),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => streamsBySession(ctx, actor, ids, client.country), limits.page.countedInSearchMax);
}

/** All public shows, for operators. `q` searches titles, and names and usernames of performers. */
export function searchAllShows(
  ctx: Context,
  operator: Actor,
  { q, status, performerId, ...query }: AdminQuery,
): Promise<Page<StreamResponse>> {
  const source = ctx.db
    .select(orderColumns)
    .from(streamSessions)
    .where(
      and(
        eq(streamSessions.type, 'public'),
        q === undefined ? undefined : or(contains(streamSessions.title, q), inArray(streamSessions.performerId, accountIdsByName(ctx, q))),
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
  const tickets = sql<{ sold: number; came: number; cents: string } | null>`(
    select json_build_object('sold', count(*) filter (where c.status = 'success'), 'came', count(v.account_id),
      'cents', coalesce(sum(c.price_cents - c.refunded_cents), 0)::text)
    from ${feeds} f join ${charges} c on c.target_id = f.item_id and c.type = 'ticket'
    left join ${streamViewers} v on v.session_id = ${streamSessions}.id and v.account_id = c.user_id
    where f.show_session_id = ${streamSessions}.id having count(*) > 0)`;
  const rows = await ctx.db
    .select({
      session: streamSessions,
      tickets: tickets.as('tickets'),
      tips: earned('tip').as('tips'),
      entries: earned('stream').as('entries'),
    })
    .from(streamSessions)
    .where(inArray(streamSessions.id, [...ids]))
    .orderBy(desc(streamSessions.createdAt));
  return new Map(
    rows.map(({ session, tickets: ticketTotals, tips, entries }) => {
      const { id, title, liveAt, endedAt, endReason, viewersPeak, videoId } = session;
      const past = { _id: id, title, ...showPriceOf(session), startedAt: liveAt, endedAt, endReason, duration: session.duration_s };
      const tickets = ticketTotals && { sold: ticketTotals.sold, came: ticketTotals.came, amount: BigInt(ticketTotals.cents) };
      return [id, { ...past, viewersPeak, tips, entries, videoId, tickets }];
    }),
  );
}

/** A performer's past public shows. */
export function searchOwnSessions(ctx: Context, performerId: string, query: SessionQuery): Promise<Page<PastSession>> {
  const source = ctx.db
    .select({ id: streamSessions.id, createdAt: streamSessions.createdAt, updatedAt: streamSessions.updatedAt })
    .from(streamSessions)
    .where(and(eq(streamSessions.performerId, performerId), eq(streamSessions.type, 'public'), eq(streamSessions.status, 'ended')))
    .as('found');
  return readPage(ctx, query, source, (ids) => pastById(ctx, ids));
}

/**
 * The API representation of a stream for a viewer in this country. Rejects with stream_not_found when the performer's account is deleted.
 */
export async function streamResponseFor(ctx: Context, viewer: Viewer, row: ShowForViewer, country: string | null): Promise<StreamResponse> {
  const [response] = await streamResponses(ctx, viewer, [row], country);
  return response ?? fail('stream_not_found');
}
