/** What a host does for live shows by the clock and when an engine tells something: public and private ones together. */
import { sql } from 'drizzle-orm';
import { second_ms } from '@contract/kernel/units';
import { streamingEngines } from '@contract/values';
import type { Clock, Context } from '../platform/context';
import { privateRequests, streamSessions } from '../platform/db/schema/schema';
import type { EngineEvent } from '../streaming/engine';
import { hearEngine, tendShows } from '../live/streaming/streaming';
import { moveMinutes, tendPrivateShows } from '../live/private-shows/private-shows';

/** How often shows want to be tended. */
export const tendEvery_ms = 1000;

/** Whether anything is there to be tended: one question while nothing is. */
async function what(ctx: Context): Promise<{ shows: boolean; requests: boolean }> {
  const { rows } = await ctx.db.execute<{ shows: boolean; requests: boolean }>(sql`
    select exists (select from ${streamSessions} where is_open) as shows,
      exists (select from ${privateRequests} where status in ('pending', 'accepted')) as requests`);
  return rows[0] ?? { shows: false, requests: false };
}

type TendPrivate = typeof tendPrivateShows;

/** One round of tending. */
export async function tendLive(ctx: Context, tendPrivate: TendPrivate = tendPrivateShows): Promise<void> {
  const { shows, requests } = await what(ctx);
  if (shows) await tendShows(ctx);
  if (requests) await tendPrivate(ctx);
}

/** Hears something of an engine. */
async function hearLive(ctx: Context, event: EngineEvent, tendPrivate: TendPrivate): Promise<void> {
  await hearEngine(ctx, event);
  if (event.type !== 'restarted') await tendPrivate(ctx, event.room);
}

/** By less the time of day wanders by itself, or is led back bit by bit. */
const leap_ms = 5 * second_ms;

/** The time of day was moved while somebody counted on it. */
class ClockMoved extends Error {}

/** Tends private shows by a time of day that nobody moves: their minutes are moved with it first, also in the midst of a round. */
function tendOnTime(clock: Clock): TendPrivate {
  const ahead = (): number => clock.now().getTime() - clock.steady_ms();
  let known = ahead();
  const leapt_ms = (): number => {
    const leap = ahead() - known;
    return Math.abs(leap) < leap_ms ? 0 : leap;
  };
  const now = (): Date => {
    const at = clock.now();
    if (leapt_ms() !== 0) throw new ClockMoved();
    return at;
  };
  const unmoved: Clock = { now, steady_ms: () => clock.steady_ms() };
  return async function tend(ctx, room) {
    const leap = leapt_ms();
    if (leap !== 0) await moveMinutes(ctx, leap);
    known += leap;
    try {
      await tendPrivateShows({ ...ctx, clock: unmoved }, room);
    } catch (error) {
      // The show at hand is undone, so that no minute of it is billed that did not pass; the round begins anew.
      if (!(error instanceof ClockMoved)) throw error;
      await tend(ctx, room);
    }
  };
}

/** Tends shows and hears engines from now on, one thing after the other, until the answer is called. */
export function keepLive(ctx: Context): () => Promise<void> {
  let last = Promise.resolve();
  let isTending = false;
  const tendPrivate = tendOnTime(ctx.clock);
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
    void inTurn(() => tendLive(ctx, tendPrivate)).finally(() => (isTending = false));
  };
  const timer = setInterval(tend, tendEvery_ms);
  const deaf = streamingEngines.flatMap((name) => {
    const engine = ctx.streaming.byName[name];
    return engine ? [engine.listen((event) => void inTurn(() => hearLive(ctx, event, tendPrivate)))] : [];
  });
  return async () => {
    clearInterval(timer);
    deaf.forEach((stop) => {
      stop();
    });
    await last;
  };
}
