/** What a host does for live shows by the clock and when an engine tells something: public and private ones together. */
import { sql } from 'drizzle-orm';
import { second_ms } from '@contract/units';
import { streamingEngines } from '@contract/values';
import type { Clock, Context } from '../context';
import { privateRequests, streamSessions } from '../db/schema/schema';
import type { EngineEvent } from '../streaming/engine';
import { hearEngine, tendShows } from './streaming/streaming';
import { moveMinutes, tendPrivateShows } from './private-shows/private-shows';

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

/** By less the time of day wanders by itself, or is led back bit by bit. */
const leap_ms = 5 * second_ms;

/** Answers by how many milliseconds the time of day was moved since it was asked last, and 0 where it only went on. */
function leapsOf(clock: Clock): () => number {
  const ahead = (): number => clock.now().getTime() - clock.steady_ms();
  let known = ahead();
  return () => {
    const leap = ahead() - known;
    if (Math.abs(leap) < leap_ms) return 0;
    known += leap;
    return leap;
  };
}

/** Tends shows and hears engines from now on, one thing after the other, until the answer is called. */
export function keepLive(ctx: Context): () => Promise<void> {
  let last = Promise.resolve();
  let isTending = false;
  const leap = leapsOf(ctx.clock);
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const onTime = async (): Promise<void> => {
      const moved_ms = leap();
      if (moved_ms !== 0) await moveMinutes(ctx, moved_ms);
      await work();
    };
    last = last.then(onTime).catch((error: unknown) => {
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
