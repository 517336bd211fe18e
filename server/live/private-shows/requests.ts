/** Asking for a private show, and what becomes of the question. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type streamingContract from '@contract/streaming';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { readPage } from '../../platform/db/paging';
import { performers, privateRequests, streams, streamSessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { walletOf } from '../../money/ledger/chart';
import { flagPerson } from '../../safety/reports/reports';
import { balanceOf, hold } from '../../money/ledger/ledger';
import { tokensText } from '../../platform/notification-texts';
import { isBlockedBetween } from '../../people/blocking/blocking';
import { assertWithinLimit } from '../../money/charges/charges';
import { notify } from '../../people/notifications/notifications';
import { assertMaySee } from '../../modules/performers/performers';
import { publishPause, seeingEngine } from '../streaming/streaming';
import { changeRequest, lockRequest, requestAnswers, tellRequest, type RequestAnswer, type RequestRow } from './rows';

type Contract = typeof streamingContract;
type ListQuery = Parsed<Contract['GET /streaming/private-requests']>['query'];
type Asked = Parsed<Contract['POST /streaming/private-requests']>['body'];

/** Refuses with `code` what a unique index does not let in beside what is there. */
const unlessThere =
  (code: 'request_pending' | 'already_live') =>
  (error: unknown): never => {
    if (violatedUnique(error) !== null) return fail(code);
    throw error;
  };

const lapsesAt = (ctx: Context): Date => new Date(ctx.clock.now().getTime() + limits.privateShow.lapses_s * 1000);

/** Where both meet. */
const linkOf = (conversationId: string): string => `/show/${conversationId}`;

/**
 * Asks for a private show, in the transaction of `tx`, and tells the performer. Refuses with performer_not_found,
 * blocked_by_performer, private_off, price_changed, insufficient_balance, spending_limit_reached and request_pending.
 */
export async function ask(tx: Context, fan: Actor, client: Client, { performerId, note, expectedPrice }: Asked): Promise<RequestAnswer> {
  await assertMaySee(tx, fan, client, performerId);
  const [offer] = await tx.db
    .select({
      isOn: performers.privateEnabled,
      minuteCents: performers.privateMinuteCents,
      minimumMinutes: performers.privateMinimumMinutes,
    })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (!offer?.isOn || performerId === fan.id) return fail('private_off');
  seeingEngine(tx);
  const { minuteCents, minimumMinutes } = offer;
  if (expectedPrice !== undefined && expectedPrice !== minuteCents) fail('price_changed');
  const least = minuteCents * BigInt(minimumMinutes);
  if ((await balanceOf(tx, walletOf(fan.id))) < least) fail('insufficient_balance');
  await assertWithinLimit(tx, fan.id, least);
  const now = tx.clock.now();
  const row = {
    ...{ id: tx.chance.id(), userId: fan.id, performerId, streamId: tx.chance.id(), conversationId: tx.chance.id(), note },
    ...{ minuteCents, minimumMinutes, expiresAt: lapsesAt(tx), createdAt: now, updatedAt: now },
  };
  await tx.db.insert(privateRequests).values(row).catch(unlessThere('request_pending'));
  await notify(tx, performerId, {
    ...{ type: 'private_request', actorId: fan.id, link: linkOf(row.conversationId), event: `private_request:${row.id}` },
    text: `asks for a private show at ${tokensText(minuteCents)} a minute.`,
  });
  await flagPerson(tx, fan.id, 'a request for a private show');
  return tellRequest(tx, 'private-request/created', row.id);
}

/** Requests that a fan has sent, or a performer received. */
export function searchRequests(ctx: Context, actor: Actor, query: ListQuery): Promise<Page<RequestAnswer>> {
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
  return readPage(ctx, query, source, (ids) => requestAnswers(ctx, ids));
}

/** A request of these that waits for an answer, held. Refuses with private_request_not_found and private_request_decided. */
async function lockPending(tx: Context, id: string, isTheirs: (row: RequestRow) => boolean): Promise<RequestRow> {
  const row = await lockRequest(tx, id);
  if (!row || !isTheirs(row)) return fail('private_request_not_found');
  return row.status === 'pending' && row.expiresAt > tx.clock.now() ? row : fail('private_request_decided');
}

/** Makes the stream of a private show with its one session, under the ids that the request has named. */
async function makeStream(tx: Context, { id, streamId, conversationId, performerId, userId }: RequestRow): Promise<string> {
  const now = tx.clock.now();
  const sessionId = tx.chance.id();
  const common = { performerId, type: 'private', createdAt: now, updatedAt: now } as const;
  await tx.db.insert(streams).values({ ...common, id: streamId, conversationId, userId });
  await tx.db.insert(streamSessions).values({
    ...{ ...common, id: sessionId, streamId, userRoomId: tx.chance.id(), engine: seeingEngine(tx).name },
    ...{ title: `Private show ${id}`, isFree: true, lostAt: now },
  });
  return sessionId;
}

/**
 * Accepts a request: the least that it costs is set aside of the fan's wallet, and both have a minute to come. Refuses with
 * private_request_not_found, private_request_decided, private_off, already_live beside another one, insufficient_balance and
 * spending_limit_reached.
 */
export function accept(ctx: Context, performer: Actor, id: string): Promise<RequestAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPending(tx, id, ({ performerId }) => performerId === performer.id);
    if (await isBlockedBetween(tx, row.userId, performer.id)) fail('private_request_decided');
    const least = row.minuteCents * BigInt(row.minimumMinutes);
    await assertWithinLimit(tx, row.userId, least);
    await hold(tx, { from: walletOf(row.userId), subject: id, cents: least, reason: 'show_hold', key: `show_hold:${id}:0` });
    const sessionId = await makeStream(tx, row);
    await changeRequest(tx, id, { status: 'accepted', sessionId, expiresAt: lapsesAt(tx) }).catch(unlessThere('already_live'));
    await publishPause(tx, row.performerId);
    return tellRequest(tx, 'private-request/accepted', id);
  });
}

/** Declines a request. Refuses with private_request_not_found and private_request_decided. */
export function decline(ctx: Context, performer: Actor, id: string): Promise<RequestAnswer> {
  return inTransaction(ctx, async (tx) => {
    await lockPending(tx, id, ({ performerId }) => performerId === performer.id);
    await changeRequest(tx, id, { status: 'declined' });
    return tellRequest(tx, 'private-request/declined', id);
  });
}

/** Takes an own request back. Refuses with private_request_not_found and private_request_decided. */
export function cancel(ctx: Context, fan: Actor, id: string): Promise<RequestAnswer> {
  return inTransaction(ctx, async (tx) => {
    await lockPending(tx, id, ({ userId }) => userId === fan.id);
    await changeRequest(tx, id, { status: 'cancelled' });
    return tellRequest(tx, 'private-request/cancelled', id);
  });
}

/** Ends the wait of requests that nobody has answered, or between whose people a block stands now. */
export async function lapse(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await inTransaction(ctx, async (tx) => {
      const row = await lockRequest(tx, id);
      if (row?.status !== 'pending') return;
      await changeRequest(tx, id, { status: 'lapsed' });
      await tellRequest(tx, 'private-request/declined', id);
    });
}
