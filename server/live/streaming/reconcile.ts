/**
 * Periodic reconciliation of shows: reads room states, counts viewers, evicts viewers without access, and closes rooms. All of it derives
 * from the database and the engine, so any API server can run it at any time, several concurrently, and a new one continues where another
 * was killed.
 */
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { streamSessions } from '../../platform/db/schema/streaming';
import type { EngineEvent } from '../engines/engine';
import { closeRoom } from './recording';
import { endSession, lockSession, reconcileSession } from './state';
import { countViewers, evictIfNotAdmitted, evictUnentitledViewers } from './viewers';

/** Seconds between two checks of a room, across all API servers. Shorter while a change is expected. */
const checkEvery_s = { live: 10, waiting: 1, ended: 5 } as const;

/** Claims the open sessions that are due for a check; other API servers skip them until the next interval. */
async function claimDueSessions(ctx: Context) {
  const now = ctx.clock.now().toISOString();
  const interval = sql`make_interval(secs => case ${streamSessions.status} when 'live' then ${checkEvery_s.live}::float8 when 'ended' then ${checkEvery_s.ended} else ${checkEvery_s.waiting} end)`;
  return ctx.db
    .update(streamSessions)
    .set({ lookedAt: ctx.clock.now() })
    .where(
      and(
        eq(streamSessions.isOpen, true),
        sql`(${streamSessions.lookedAt} is null or ${streamSessions.lookedAt} <= ${now}::timestamptz - ${interval})`,
      ),
    )
    .returning();
}

/** Ends the shows of performers whose page was closed: suspended, or no longer approved. */
async function endShowsOfClosedPages(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select({ id: streamSessions.id })
    .from(streamSessions)
    .innerJoin(accounts, eq(accounts.id, streamSessions.performerId))
    .innerJoin(performers, eq(performers.accountId, streamSessions.performerId))
    .where(
      and(
        ne(streamSessions.status, 'ended'),
        eq(streamSessions.type, 'public'),
        or(ne(accounts.status, 'active'), ne(performers.verification, 'approved')),
      ),
    );
  for (const { id } of rows)
    await inTransaction(ctx, async (tx) => {
      const session = await lockSession(tx, id);
      if (session) await endSession(tx, session, 'operator');
    });
}

/** Reconciles the sessions that are due, once. Temporary engine failures are retried the next time. */
export async function reconcileShows(ctx: Context): Promise<void> {
  for (const session of await claimDueSessions(ctx)) {
    if (session.status === 'ended') await closeRoom(ctx, session);
    else await reconcileSession(ctx, session);
  }
  await endShowsOfClosedPages(ctx);
  await evictUnentitledViewers(ctx);
  await countViewers(ctx);
}

/** Handles an engine event. Events are only hints; the room's state is read from the engine. */
export async function applyEngineEvent(ctx: Context, event: EngineEvent): Promise<void> {
  if (event.type === 'restarted') {
    await ctx.db.update(streamSessions).set({ lookedAt: null }).where(eq(streamSessions.isOpen, true));
    return;
  }
  const [session] = await ctx.db.select().from(streamSessions).where(eq(streamSessions.id, event.room));
  if (!session || event.type === 'left') return;
  if (event.type === 'joined') await evictIfNotAdmitted(ctx, session, event.identity);
  else if (event.type === 'recorded') await closeRoom(ctx, session);
  else await reconcileSession(ctx, session);
}
