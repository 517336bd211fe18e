/** What a host does for live shows by the clock and when an engine tells something: public and private ones together. */
import { sql } from 'drizzle-orm';
import { streamingEngines } from '@contract/values';
import type { Context } from '../context';
import { privateRequests, streamSessions } from '../db/schema/schema';
import type { EngineEvent } from '../streaming/engine';
import { hearEngine, tendShows } from './streaming/streaming';
import { tendPrivateShows } from './private-shows/private-shows';

/** How often shows want to be tended. */
export const tendEvery_ms = 1000;

/** Whether anything is there to be tended: one question while nothing is. */
async function what(ctx: Context): Promise<{ shows: boolean; requests: boolean }> {
  const { rows } = await ctx.db.execute<{ shows: boolean; requests: boolean }>(sql`
    select exists (select from ${streamSessions} where is_open) as shows,
      exists (select from ${privateRequests} where status in ('pending', 'accepted')) as requests`);
  return rows[0] ?? { shows: false, requests: false };
}

/** One round of tending. */
export async function tendLive(ctx: Context): Promise<void> {
  const { shows, requests } = await what(ctx);
  if (shows) await tendShows(ctx);
  if (requests) await tendPrivateShows(ctx);
}

/** Hears something of an engine. */
export async function hearLive(ctx: Context, event: EngineEvent): Promise<void> {
  await hearEngine(ctx, event);
  if (event.type !== 'restarted') await tendPrivateShows(ctx, event.room);
}

/** Tends shows and hears engines from now on, one thing after the other, until the answer is called. */
export function keepLive(ctx: Context): () => Promise<void> {
  let last = Promise.resolve();
  let isTending = false;
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'live shows were not tended');
    });
    return last;
  };
  const tend = (): void => {
    // A slow round is not followed by all that it has delayed.
    if (isTending) return;
    isTending = true;
    void inTurn(() => tendLive(ctx)).finally(() => (isTending = false));
  };
  const timer = setInterval(tend, tendEvery_ms);
  const deaf = streamingEngines.flatMap((name) => {
    const engine = ctx.streaming.byName[name];
    return engine ? [engine.listen((event) => void inTurn(() => hearLive(ctx, event)))] : [];
  });
  return async () => {
    clearInterval(timer);
    deaf.forEach((stop) => {
      stop();
    });
    await last;
  };
}
