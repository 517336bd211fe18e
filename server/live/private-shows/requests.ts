/** Requests for private shows: creating, accepting, declining, canceling and lapsing. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type streamingContract from '@contract/live/streaming';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { readPage } from '../../platform/db/paging';
import { performers } from '../../platform/db/schema/performers';
import { privateRequests, streams, streamSessions } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { walletOf } from '../../money/ledger/chart';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { balanceOf, hold } from '../../money/ledger/ledger';
import { tokensText } from '../../platform/notification-texts';
import { isBlockedBetween } from '../../people/blocking/blocking';
import { assertWithinLimit } from '../../money/charges/spending';
import { notify } from '../../people/notifications/notify';
import { assertCanSeePage } from '../../people/performers/view';
import { publishPauseState } from '../streaming/rows';
import { engineForPrivateShows } from '../streaming/engines';
import { changeRequest, lockRequest, requestResponses, publishRequest, type RequestResponse, type RequestRow } from './rows';

type Contract = typeof streamingContract;
type ListQuery = Parsed<Contract['GET /streaming/private-requests']>['query'];
type RequestInput = Parsed<Contract['POST /streaming/private-requests']>['body'];

/** Turns a violated unique index into the error `code`. */
const failIfNotUnique =
  (code: 'request_pending' | 'already_live') =>
  (error: unknown): never => {
    if (violatedUnique(error) !== null) return fail(code);
    throw error;
  };

const lapsesAt = (ctx: Context): Date => new Date(ctx.clock.now().getTime() + limits.privateShow.lapses_s * 1000);

/** The path of the show's page, for both participants. */
const linkOf = (conversationId: string): string => `/show/${conversationId}`;

/**
 * Creates a request for a private show, in the transaction of `tx`, and notifies the performer. Rejects with performer_not_found,
 * blocked_by_performer, private_off, price_changed, insufficient_balance, spending_limit_reached and request_pending.
 */
export async function requestPrivateShow(
  tx: Context,
  fan: Actor,
  client: Client,
  { performerId, note, expectedPrice }: RequestInput,
): Promise<RequestResponse> {
  await assertCanSeePage(tx, fan, client, performerId);
  const [offer] = await tx.db
    .select({
      isOn: performers.privateEnabled,
      minuteCents: performers.privateMinuteCents,
      minimumMinutes: performers.privateMinimumMinutes,
    })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (!offer?.isOn || performerId === fan.id) return fail('private_off');
  engineForPrivateShows(tx);
  const { minuteCents, minimumMinutes } = offer;
  if (expectedPrice !== undefined && expectedPrice !== minuteCents) fail('price_changed');
  const minimumCost = minuteCents * BigInt(minimumMinutes);
  if ((await balanceOf(tx, walletOf(fan.id))) < minimumCost) fail('insufficient_balance');
  await assertWithinLimit(tx, fan.id, minimumCost);
  const now = tx.clock.now();
  const row = {
    id: tx.random.id(),
    userId: fan.id,
    performerId,
    streamId: tx.random.id(),
    conversationId: tx.random.id(),
    note,
    minuteCents,
    minimumMinutes,
    expiresAt: lapsesAt(tx),
    createdAt: now,
    updatedAt: now,
  };
  await tx.db.insert(privateRequests).values(row).catch(failIfNotUnique('request_pending'));
  await notify(tx, performerId, {
    type: 'private_request',
    actorId: fan.id,
    link: linkOf(row.conversationId),
    event: `private_request:${row.id}`,
    text: `requested a private show at ${tokensText(minuteCents)} a minute.`,
  });
  await reportFlaggedAuthor(tx, fan.id, 'Private show request');
  return publishRequest(tx, 'private-request/created', row.id);
}

/** Requests that a fan has sent, or a performer has received. */
export function searchRequests(ctx: Context, actor: Actor, query: ListQuery): Promise<Page<RequestResponse>> {
  const { status, conversationId } = query;
  const { id, createdAt, updatedAt } = privateRequests;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(privateRequests)
    .where(
      and(
        eq(actor.isPerformer ? privateRequests.performerId : privateRequests.userId, actor.id),
        status === undefined ? undefined : eq(privateRequests.status, status),
        conversationId === undefined ? undefined : eq(privateRequests.conversationId, conversationId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => requestResponses(ctx, ids));
}

/** Locks a pending request for which `isTheirs` is true. Rejects with private_request_not_found and private_request_decided. */
async function lockPending(tx: Context, id: string, isTheirs: (row: RequestRow) => boolean): Promise<RequestRow> {
  const row = await lockRequest(tx, id);
  if (!row || !isTheirs(row)) return fail('private_request_not_found');
  return row.status === 'pending' && row.expiresAt > tx.clock.now() ? row : fail('private_request_decided');
}

/** Creates the stream of a private show and its only session, with the ids reserved by the request. */
async function createStream(tx: Context, { id, streamId, conversationId, performerId, userId }: RequestRow): Promise<string> {
  const now = tx.clock.now();
  const sessionId = tx.random.id();
  const common = { performerId, type: 'private', createdAt: now, updatedAt: now } as const;
  await tx.db.insert(streams).values({ ...common, id: streamId, conversationId, userId });
  await tx.db.insert(streamSessions).values({
    ...common,
    id: sessionId,
    streamId,
    userRoomId: tx.random.id(),
    engine: engineForPrivateShows(tx).name,
    title: `Private show ${id}`,
    audience: 'subscribers',
    lostAt: now,
  });
  return sessionId;
}

/**
 * Accepts a request. Its minimum cost is held from the fan's wallet, and both have a minute to join. Rejects with
 * private_request_not_found, private_request_decided, private_off, already_live during another private show, insufficient_balance and
 * spending_limit_reached.
 */
export function acceptRequest(ctx: Context, performer: Actor, id: string): Promise<RequestResponse> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPending(tx, id, ({ performerId }) => performerId === performer.id);
    if (await isBlockedBetween(tx, row.userId, performer.id)) fail('private_request_decided');
    const minimumCost = row.minuteCents * BigInt(row.minimumMinutes);
    await assertWithinLimit(tx, row.userId, minimumCost);
    await hold(tx, { from: walletOf(row.userId), subject: id, cents: minimumCost, reason: 'show_hold', key: `show_hold:${id}:0` });
    const sessionId = await createStream(tx, row);
    await changeRequest(tx, id, { status: 'accepted', sessionId, expiresAt: lapsesAt(tx) }).catch(failIfNotUnique('already_live'));
    await publishPauseState(tx, row.performerId);
    return publishRequest(tx, 'private-request/accepted', id);
  });
}

/** Declines a request. Rejects with private_request_not_found and private_request_decided. */
export function declineRequest(ctx: Context, performer: Actor, id: string): Promise<RequestResponse> {
  return inTransaction(ctx, async (tx) => {
    await lockPending(tx, id, ({ performerId }) => performerId === performer.id);
    await changeRequest(tx, id, { status: 'declined' });
    return publishRequest(tx, 'private-request/declined', id);
  });
}

/** Cancels a request of this fan. Rejects with private_request_not_found and private_request_decided. */
export function cancelRequest(ctx: Context, fan: Actor, id: string): Promise<RequestResponse> {
  return inTransaction(ctx, async (tx) => {
    await lockPending(tx, id, ({ userId }) => userId === fan.id);
    await changeRequest(tx, id, { status: 'cancelled' });
    return publishRequest(tx, 'private-request/cancelled', id);
  });
}

/** Lapses requests that were not decided in time, or whose two people are now blocked. */
export async function lapseRequests(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await inTransaction(ctx, async (tx) => {
      const row = await lockRequest(tx, id);
      if (row?.status !== 'pending') return;
      await changeRequest(tx, id, { status: 'lapsed' });
      await publishRequest(tx, 'private-request/declined', id);
    });
}
