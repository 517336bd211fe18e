/**
 * Tending the shows, again and again: asking how rooms stand, counting who watches, putting out who may not, and putting rooms away.
 * All of it follows from what stands in the database and at the engine, so that any host may do it at any time, several at once, and
 * one that has just started goes on where another was killed.
 */
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, performers, streamSessions } from '../../platform/db/schema/schema';
import type { EngineEvent } from '../../streaming/engine';
import { putAway } from './recording';
import { endSession, lockSession, lookAt } from './state';
import { countViewers, expelStranger, putOutTheUnentitled } from './viewers';

/** How long nobody else looks at a room that this host looks at: shorter while something is about to happen. */
const look_s = { live: 10, waiting: 1, ended: 5 } as const;

/** Open sessions that it is time to look at; no other host takes them meanwhile. */
async function due(ctx: Context) {
  const now = ctx.clock.now().toISOString();
  const patience = sql`make_interval(secs => case ${streamSessions.status} when 'live' then ${look_s.live}::float8 when 'ended' then ${look_s.ended} else ${look_s.waiting} end)`;
  return ctx.db
    .update(streamSessions)
    .set({ lookedAt: ctx.clock.now() })
    .where(
      and(
        eq(streamSessions.isOpen, true),
        sql`(${streamSessions.lookedAt} is null or ${streamSessions.lookedAt} <= ${now}::timestamptz - ${patience})`,
      ),
    )
    .returning();
}

/** Ends the shows of performers whose page is closed now: suspended, or no longer approved. */
async function endTheClosed(ctx: Context): Promise<void> {
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

/** One round. It throws nothing that the next round would not meet again. */
export async function tendShows(ctx: Context): Promise<void> {
  for (const session of await due(ctx)) {
    if (session.status === 'ended') await putAway(ctx, session);
    else await lookAt(ctx, session);
  }
  await endTheClosed(ctx);
  await putOutTheUnentitled(ctx);
  await countViewers(ctx);
}

/** Hears something of the engine: whatever it says, the room is looked at. */
export async function hearEngine(ctx: Context, event: EngineEvent): Promise<void> {
  if (event.type === 'restarted') {
    await ctx.db.update(streamSessions).set({ lookedAt: null }).where(eq(streamSessions.isOpen, true));
    return;
  }
  const [session] = await ctx.db.select().from(streamSessions).where(eq(streamSessions.id, event.room));
  if (!session || event.type === 'left') return;
  if (event.type === 'joined') await expelStranger(ctx, session, event.identity);
  else if (event.type === 'recorded') await putAway(ctx, session);
  else await lookAt(ctx, session);
}
