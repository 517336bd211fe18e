/**
 * Reconciles private shows: lapses requests, starts a show when both have joined, bills each minute when it begins, and ends shows without
 * funds or with an absent participant. All state is in the row, so any API server can continue after another was killed.
 */
import { and, eq, lte, or } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { privateRequests, streamSessions } from '../../platform/db/schema/streaming';
import { ApiError } from '../../kernel/api-error';
import { isBlockedBetweenSql } from '../../people/blocking/blocking';
import { roomState } from '../streaming/state';
import type { SessionRow } from '../streaming/rows';
import { lapseRequests } from './requests';
import { billMinute } from './bill';
import { endLockedShow } from './end';
import { lockRequest, type RequestRow, changeRequest } from './rows';

/** The maximum number of overdue minutes that one reconciliation bills per show. */
const minutesPerRound_max = 30;

/** Whether the performer publishes and the fan watches. Null while the engine does not respond. */
async function haveBothJoined(ctx: Context, { userId }: RequestRow, { id, engine }: SessionRow): Promise<boolean | null> {
  const state = await roomState(ctx, engine, id);
  return state && state.isPublished && state.viewers.includes(userId);
}

const hasTimedOut = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= limits.privateShow.lapses_s * 1000;

/** Handles an absent participant: no minute begins, and the show ends after `lapses_s`. */
async function handleAbsence(tx: Context, row: RequestRow): Promise<void> {
  const now = tx.clock.now();
  if (row.startedAt === null) return row.expiresAt <= now ? endLockedShow(tx, row, 'lost') : undefined;
  if (row.awayAt === null) await changeRequest(tx, row.id, { awayAt: now });
  else if (hasTimedOut(row.awayAt, now)) await endLockedShow(tx, row, 'lost');
}

/** Bills the minutes that have begun. A minute that was due during an absence begins now. */
async function billDueMinutes(tx: Context, row: RequestRow): Promise<void> {
  const now = tx.clock.now();
  const isBack = row.awayAt !== null && row.nextMinuteAt !== null && row.nextMinuteAt <= now;
  let current = row.awayAt === null ? row : await changeRequest(tx, row.id, { awayAt: null, ...(isBack && { nextMinuteAt: now }) });
  for (let billed = 0; billed < minutesPerRound_max && (current.nextMinuteAt ?? now) <= now; billed += 1) {
    const next = await billMinute(tx, current);
    if (next === null) return endLockedShow(tx, current, 'spent');
    current = next;
  }
}

async function reconcileLocked(ctx: Context, id: string, bothJoined: boolean, isPerformerActive: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (row?.status !== 'accepted') return;
    if (!isPerformerActive) await endLockedShow(tx, row, 'operator');
    else await (bothJoined ? billDueMinutes(tx, row) : handleAbsence(tx, row));
  });
}

/** Ends a show whose billing failed because the wallet was emptied concurrently. */
async function endSpent(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (row) await endLockedShow(tx, row, 'spent');
  });
}

async function reconcileShow(ctx: Context, request: RequestRow, session: SessionRow, isPerformerActive: boolean): Promise<void> {
  const bothJoined = await haveBothJoined(ctx, request, session);
  if (bothJoined === null && isPerformerActive) return;
  try {
    await reconcileLocked(ctx, request.id, bothJoined === true, isPerformerActive);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'insufficient_balance') throw error;
    await endSpent(ctx, request.id);
  }
}

/** Pending requests that have expired, or whose two people are now blocked. */
async function expiredRequests(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: privateRequests.id })
    .from(privateRequests)
    .where(
      and(
        eq(privateRequests.status, 'pending'),
        or(lte(privateRequests.expiresAt, ctx.clock.now()), isBlockedBetweenSql(privateRequests.userId, privateRequests.performerId)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Reconciles all private shows once, or only the show in `room`. */
export async function reconcilePrivateShows(ctx: Context, room?: string): Promise<void> {
  if (room === undefined) await lapseRequests(ctx, await expiredRequests(ctx));
  const shows = await ctx.db
    .select({ request: privateRequests, session: streamSessions, performerStatus: accounts.status })
    .from(privateRequests)
    .innerJoin(streamSessions, eq(streamSessions.id, privateRequests.sessionId))
    .innerJoin(accounts, eq(accounts.id, privateRequests.performerId))
    .where(and(eq(privateRequests.status, 'accepted'), room === undefined ? undefined : eq(streamSessions.id, room)));
  for (const { request, session, performerStatus } of shows) await reconcileShow(ctx, request, session, performerStatus === 'active');
}
