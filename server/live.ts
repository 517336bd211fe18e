/** Reconciles public and private live shows periodically and on events from an engine. */
import { sql } from 'drizzle-orm';
import { second_ms } from '@contract/kernel/units';
import { streamingEngines } from '@contract/kernel/values/site';
import type { Clock, Context } from './platform/context';
import { prepared } from './platform/db/prepared';
import { privateRequests, streamSessions } from './platform/db/schema/streaming';
import type { EngineEvent } from './live/engines/engine';
import { applyEngineEvent, reconcileShows } from './live/streaming/reconcile';
import { shiftNextMinutes } from './live/private-shows/clock-shift';
import { reconcilePrivateShows } from './live/private-shows/reconcile';

/** The interval between reconciliations. */
export const reconcileEvery_ms = 1000;

/** The name of the query that every host sends every second. */
export const reconcilableQuery = 'live_reconcilable';

/** Which shows need work, in one query: nothing else runs while there are none. */
const reconcilable = prepared<object, { shows: boolean; requests: boolean }>(
  reconcilableQuery,
  sql`select exists (select from ${streamSessions} where is_open) as shows,
    exists (select from ${privateRequests} where status in ('pending', 'accepted')) as requests`,
);

type ReconcilePrivate = typeof reconcilePrivateShows;

/** One reconciliation. */
export async function reconcileLive(ctx: Context, reconcilePrivate: ReconcilePrivate = reconcilePrivateShows): Promise<void> {
  const [open] = await reconcilable(ctx.db, {});
  if (open?.shows) await reconcileShows(ctx);
  if (open?.requests) await reconcilePrivate(ctx);
}

/** Handles an event from an engine. */
async function handleEngineEvent(ctx: Context, event: EngineEvent, reconcilePrivate: ReconcilePrivate): Promise<void> {
  await applyEngineEvent(ctx, event);
  if (event.type !== 'restarted') await reconcilePrivate(ctx, event.room);
}

/** Smaller differences are normal drift, or an NTP adjustment in steps. */
const leap_ms = 5 * second_ms;

/** The system clock was changed during a reconciliation. */
class ClockMoved extends Error {}

/** Reconciles private shows and compensates for clock changes: the shows' times are moved first, also in the middle of a round. */
function reconcileDespiteClockChanges(clock: Clock): ReconcilePrivate {
  const clockOffset_ms = (): number => clock.now().getTime() - clock.steady_ms();
  let offset_ms = clockOffset_ms();
  const clockLeap_ms = (): number => {
    const leap = clockOffset_ms() - offset_ms;
    return Math.abs(leap) < leap_ms ? 0 : leap;
  };
  const now = (): Date => {
    const at = clock.now();
    if (clockLeap_ms() !== 0) throw new ClockMoved();
    return at;
  };
  const guardedClock: Clock = { now, steady_ms: () => clock.steady_ms() };
  return async function reconcile(ctx, room) {
    const leap = clockLeap_ms();
    if (leap !== 0) await shiftNextMinutes(ctx, leap);
    offset_ms += leap;
    try {
      await reconcilePrivateShows({ ...ctx, clock: guardedClock }, room);
    } catch (error) {
      // The current show's transaction is rolled back, so that no minute is billed that did not pass. Then the round restarts.
      if (!(error instanceof ClockMoved)) throw error;
      await reconcile(ctx, room);
    }
  };
}

/** Reconciles shows and handles engine events, one at a time. Returns a function that stops it. */
export function startLiveReconciliation(ctx: Context): () => Promise<void> {
  let queue = Promise.resolve();
  let isReconciling = false;
  const reconcilePrivate = reconcileDespiteClockChanges(ctx.clock);
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'live shows were not reconciled');
    });
    return queue;
  };
  const reconcile = (): void => {
    // Ticks during a slow round are skipped.
    if (isReconciling) return;
    isReconciling = true;
    void enqueue(() => reconcileLive(ctx, reconcilePrivate)).finally(() => (isReconciling = false));
  };
  const timer = setInterval(reconcile, reconcileEvery_ms);
  const unsubscribers = streamingEngines.flatMap((name) => {
    const engine = ctx.streaming.byName[name];
    return engine ? [engine.listen((event) => void enqueue(() => handleEngineEvent(ctx, event, reconcilePrivate)))] : [];
  });
  return async () => {
    clearInterval(timer);
    unsubscribers.forEach((stop) => {
      stop();
    });
    await queue;
  };
}
