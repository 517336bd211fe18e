/**
 * Tending private shows: requests lapse, shows begin when both are there, each minute is billed when it begins, and they end when
 * nothing is left or one of the two stays away. How it stands is in the row; any host goes on where another was killed.
 */
import { and, eq, lte, or } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, privateRequests, streamSessions } from '../../platform/db/schema/schema';
import { Refusal } from '../../kernel/api-error';
import { standApart } from '../../people/blocking/blocking';
import { roomState, type SessionRow } from '../../live/streaming/streaming';
import { lapse } from '../../live/private-shows/requests';
import { billMinute } from '../../live/private-shows/bill';
import { endHeld } from '../../live/private-shows/end';
import { lockRequest, type RequestRow } from '../../live/private-shows/rows';
import { changeRequest } from '../../live/private-shows/rows';

/** Most minutes that one round bills of a show which nobody tended for a while. */
const minutesAtOnce = 30;

/** Both are there: she publishes, and the fan watches her. Null while nobody knows. */
async function areTogether(ctx: Context, { userId }: RequestRow, { id, engine }: SessionRow): Promise<boolean | null> {
  const state = await roomState(ctx, engine, id);
  return state && state.isPublished && state.viewers.includes(userId);
}

const isOver = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= limits.privateShow.lapses_s * 1000;

/** One of the two is away: no minute begins, and after a while it is over. */
async function wait(tx: Context, row: RequestRow): Promise<void> {
  const now = tx.clock.now();
  if (row.startedAt === null) return row.expiresAt <= now ? endHeld(tx, row, 'lost') : undefined;
  if (row.awayAt === null) await changeRequest(tx, row.id, { awayAt: now });
  else if (isOver(row.awayAt, now)) await endHeld(tx, row, 'lost');
}

/** Bills what has begun. A minute that would have begun while one was away begins now. */
async function goOn(tx: Context, row: RequestRow): Promise<void> {
  const now = tx.clock.now();
  const isBack = row.awayAt !== null && row.nextMinuteAt !== null && row.nextMinuteAt <= now;
  let shown = row.awayAt === null ? row : await changeRequest(tx, row.id, { awayAt: null, ...(isBack && { nextMinuteAt: now }) });
  for (let billed = 0; billed < minutesAtOnce && (shown.nextMinuteAt ?? now) <= now; billed += 1) {
    const next = await billMinute(tx, shown);
    if (next === null) return endHeld(tx, shown, 'spent');
    shown = next;
  }
}

async function step(ctx: Context, id: string, together: boolean, isOpen: boolean): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (row?.status !== 'accepted') return;
    if (!isOpen) await endHeld(tx, row, 'operator');
    else await (together ? goOn(tx, row) : wait(tx, row));
  });
}

/** The show ends where its fan's wallet was emptied at the very moment. */
async function endSpent(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (row) await endHeld(tx, row, 'spent');
  });
}

async function tendOne(ctx: Context, request: RequestRow, session: SessionRow, isOpen: boolean): Promise<void> {
  const together = await areTogether(ctx, request, session);
  if (together === null && isOpen) return;
  try {
    await step(ctx, request.id, together === true, isOpen);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_balance') throw error;
    await endSpent(ctx, request.id);
  }
}

/** Requests that waited long enough, or whose two are kept apart meanwhile. */
async function overdue(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: privateRequests.id })
    .from(privateRequests)
    .where(
      and(
        eq(privateRequests.status, 'pending'),
        or(lte(privateRequests.expiresAt, ctx.clock.now()), standApart(privateRequests.userId, privateRequests.performerId)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** One round; of one room alone where it is named. */
export async function tendPrivateShows(ctx: Context, room?: string): Promise<void> {
  if (room === undefined) await lapse(ctx, await overdue(ctx));
  const shows = await ctx.db
    .select({ request: privateRequests, session: streamSessions, performerStatus: accounts.status })
    .from(privateRequests)
    .innerJoin(streamSessions, eq(streamSessions.id, privateRequests.sessionId))
    .innerJoin(accounts, eq(accounts.id, privateRequests.performerId))
    .where(and(eq(privateRequests.status, 'accepted'), room === undefined ? undefined : eq(streamSessions.id, room)));
  for (const { request, session, performerStatus } of shows) await tendOne(ctx, request, session, performerStatus === 'active');
}
