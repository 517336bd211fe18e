/** Reconnects with growing pauses after a loss, with fresh credentials where the old ones are expired or rejected. */
import { serverNow } from '@web/lib/server-clock';
import {
  NoPath,
  CredentialsRejected,
  type SessionCallbacks,
  type EngineSession,
  type SessionEnd,
  type LiveCredentials,
  type Renew,
} from './engine-client';

/**
 * `no_path`: retrying for long, the network lets no media through · `away`: retrying for long, the engine does not respond.
 * Final states: `refused`: the server issues no more credentials, or the engine rejects them · `replaced`: another page publishes
 * instead · `closed`: by the caller.
 */
export type LiveState = 'connecting' | 'connected' | 'reconnecting' | 'no_path' | 'away' | 'refused' | 'replaced' | 'closed';

export const isOver = (state: LiveState): boolean => state === 'closed' || state === 'refused' || state === 'replaced';

export interface Connection<L extends EngineSession> {
  state(): LiveState;
  /** Calls `listener` now and at each change. Returns the function that unsubscribes. */
  onState(listener: (state: LiveState) => void): () => void;
  /** The current session with the engine; null while there is none. */
  session(): L | null;
  close(): Promise<void>;
  /** Ends as `replaced`, since another page publishes. */
  stopAsReplaced(): void;
}

export interface RetryPolicy {
  /** Pauses before each retry; the last value repeats. */
  retryDelays_ms: readonly number[];
  /** A session that broke sooner counts as unstable. */
  stableAfter_ms: number;
  /** The reason is reported after this time, while retries continue. Together with the page load, it takes at most ten seconds. */
  reportAfter_ms: number;
}

/** Reconnects within two seconds of the network's return, with rare retries during a long outage. */
export const retryPolicy: RetryPolicy = {
  retryDelays_ms: [0, 250, 500, 1_000, 1_500, 1_500, 1_500, 1_500, 2_000, 2_000, 2_000, 5_000],
  stableAfter_ms: 20_000,
  reportAfter_ms: 6_000,
};

/** Gives up after this many rejections in a row, each with fresh credentials. */
const rejections_max = 2;
/**
 * Two devices that publish in the same room evict each other in turn, and some engines only close the connection without a reason.
 * A publisher whose sessions broke this often, each soon after joining at the first try, stops as `replaced`.
 */
const unstableSessions_max = 3;

interface ConnectOptions<L extends EngineSession> {
  open: (credentials: LiveCredentials, callbacks: SessionCallbacks) => Promise<L>;
  credentials: LiveCredentials;
  renew: Renew;
  onConflict: 'stop' | 'rejoin';
}

const isExpired = ({ expiresAt }: LiveCredentials): boolean => new Date(expiresAt).getTime() <= serverNow();

/** Connects immediately, and again after each loss until a final state. */
export function keepConnected<L extends EngineSession>(
  { open, credentials, renew, onConflict }: ConnectOptions<L>,
  { retryDelays_ms, stableAfter_ms, reportAfter_ms }: RetryPolicy,
): Connection<L> {
  const listeners = new Set<(state: LiveState) => void>();
  let state: LiveState = 'connecting';
  let session: L | null = null;
  let current: LiveCredentials | null = credentials;
  let wake = (): void => undefined;

  const setState = (next: LiveState): void => {
    if (isOver(state) || state === next) return;
    state = next;
    listeners.forEach((listener) => listener(next));
  };
  let obstacle: 'no_path' | 'away' = 'away';
  let reportTimer: ReturnType<typeof setTimeout> | undefined;
  /** Reports the obstacle unless a connection is made in time. */
  const startReportTimer = (): void => {
    clearTimeout(reportTimer);
    reportTimer = setTimeout(() => setState(obstacle), reportAfter_ms);
  };
  const pause = (tries: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, retryDelays_ms[Math.min(tries, retryDelays_ms.length - 1)]);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const callbacks: SessionCallbacks = {
    onReconnecting: (isReconnecting) => setState(isReconnecting ? 'reconnecting' : 'connected'),
    renew: async () => {
      const fresh = await renew();
      if (fresh) current = fresh;
      return fresh;
    },
  };

  /** Runs one session from joining to its end; null when access has ended. */
  const runSession = async (): Promise<SessionEnd | null> => {
    const valid = current && !isExpired(current) ? current : await callbacks.renew();
    if (valid === null) return null;
    const opened = await open(valid, callbacks);
    if (isOver(state)) {
      await opened.close();
      return 'lost';
    }
    session = opened;
    clearTimeout(reportTimer);
    setState('connected');
    const end = await opened.ended;
    session = null;
    obstacle = 'away';
    startReportTimer();
    // Does not wait for the old session to close, so that the next one starts sooner.
    void opened.close().catch(() => undefined);
    return end;
  };

  const run = async (): Promise<void> => {
    let [tries, rejections, unstableSessions] = [0, 0, 0];
    startReportTimer();
    while (!isOver(state)) {
      const startedAt = performance.now();
      try {
        const end = await runSession();
        if (end === null) setState('refused');
        if (end === 'replaced') setState('replaced');
        if (end === 'evicted') current = null;
        const isUnstable = tries === 0 && performance.now() - startedAt < stableAfter_ms;
        unstableSessions = isUnstable ? unstableSessions + 1 : 0;
        if (onConflict === 'stop' && unstableSessions >= unstableSessions_max) setState('replaced');
        [tries, rejections] = [0, 0];
      } catch (error) {
        tries += 1;
        obstacle = error instanceof NoPath ? 'no_path' : 'away';
        // Already reported: the reason may have changed.
        if (state === 'no_path' || state === 'away') setState(obstacle);
        if (error instanceof CredentialsRejected) {
          rejections += 1;
          current = null;
        }
        if (rejections > rejections_max) setState('refused');
      }
      if (state === 'connected') setState('reconnecting');
      if (!isOver(state)) await pause(tries);
    }
  };

  const leave = async (finalState: 'closed' | 'replaced'): Promise<void> => {
    setState(finalState);
    wake();
    // A pending attempt closes the session that it opens.
    await session?.close();
  };

  const retryNow = (): void => wake();
  const onPageHide = (): void => void leave('closed');
  window.addEventListener('online', retryNow);
  // Without leaving, the viewer would be counted for half a minute more.
  window.addEventListener('pagehide', onPageHide);
  void run().finally(() => {
    clearTimeout(reportTimer);
    window.removeEventListener('online', retryNow);
    window.removeEventListener('pagehide', onPageHide);
  });

  return {
    state: () => state,
    onState: (listener) => {
      listeners.add(listener);
      listener(state);
      return () => void listeners.delete(listener);
    },
    session: () => session,
    close: () => leave('closed'),
    stopAsReplaced: () => void leave('replaced'),
  };
}
