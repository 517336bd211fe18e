/** Keeps somebody connected: comes in again with growing pauses after a loss, with fresh credentials where the old are worth nothing. */
import { NoPath, NotLetIn, type Ears, type Line, type LineEnd, type LiveCredentials, type Renew } from '@web/lib/live/engine-client';

/**
 * `no_path`: it takes long, and the network lets no pictures through · `away`: it takes long, and the engine does not answer. Both
 * are tried on. `refused`: the host gives no credentials any more, or the engine takes none · `replaced`: another page publishes
 * instead · `closed`: by us. Nothing follows these three.
 */
export type LiveState = 'connecting' | 'connected' | 'reconnecting' | 'no_path' | 'away' | 'refused' | 'replaced' | 'closed';

export const isOver = (state: LiveState): boolean => state === 'closed' || state === 'refused' || state === 'replaced';

export interface Connection<L extends Line> {
  state(): LiveState;
  /** Calls `hear` now and at each change, until the answer is called. */
  onState(hear: (state: LiveState) => void): () => void;
  /** The line in use; null while there is none. */
  line(): L | null;
  close(): Promise<void>;
  /** Leaves the place to another page. */
  giveWay(): void;
}

export interface Pace {
  /** Before the next try; the last holds on. */
  pauses_ms: readonly number[];
  /** A line that broke sooner is counted as shaky. */
  shaky_ms: number;
  /** Whoever waits that long is told why, while it is tried on. */
  told_ms: number;
}

/** Back within two seconds after the network is, and no burden on it while it is away. */
export const pace: Pace = {
  pauses_ms: [0, 250, 500, 1_000, 1_500, 1_500, 1_500, 1_500, 2_000, 2_000, 2_000, 5_000],
  shaky_ms: 20_000,
  told_ms: 8_500,
};

/** Fresh credentials that are refused too often in a row will not be taken later. */
const refusals_max = 2;
/**
 * Two pages that publish the same take each other's place in turns, and engines without a word for it only cut the line: one
 * whose lines broke so often right after coming in at the first try gives way.
 */
const shaky_max = 3;

interface Attempt<L extends Line> {
  open: (credentials: LiveCredentials, ears: Ears) => Promise<L>;
  credentials: LiveCredentials;
  renew: Renew;
  givesWay: 'gives way' | 'comes again';
}

const isOld = ({ expiresAt }: LiveCredentials): boolean => new Date(expiresAt).getTime() <= Date.now();

/** Begins at once. */
export function keepConnected<L extends Line>(
  { open, credentials, renew, givesWay }: Attempt<L>,
  { pauses_ms, shaky_ms, told_ms }: Pace,
): Connection<L> {
  const hearing = new Set<(state: LiveState) => void>();
  let state: LiveState = 'connecting';
  let line: L | null = null;
  let held: LiveCredentials | null = credentials;
  let wake = (): void => undefined;

  const become = (next: LiveState): void => {
    if (isOver(state) || state === next) return;
    state = next;
    hearing.forEach((hear) => hear(next));
  };
  let hindrance: 'no_path' | 'away' = 'away';
  let telling: ReturnType<typeof setTimeout> | undefined;
  /** From now on somebody waits. */
  const wait = (): void => {
    clearTimeout(telling);
    telling = setTimeout(() => become(hindrance), told_ms);
  };
  const pause = (tries: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pauses_ms[Math.min(tries, pauses_ms.length - 1)]);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const ears: Ears = {
    onMending: (isMending) => become(isMending ? 'reconnecting' : 'connected'),
    renew: async () => {
      const fresh = await renew();
      if (fresh) held = fresh;
      return fresh;
    },
  };

  /** One line from coming in to its end; null when there is no right to come in. */
  const oneLine = async (): Promise<LineEnd | null> => {
    const good = held && !isOld(held) ? held : await ears.renew();
    if (good === null) return null;
    const opened = await open(good, ears);
    if (isOver(state)) {
      await opened.close();
      return 'lost';
    }
    line = opened;
    clearTimeout(telling);
    become('connected');
    const how = await opened.ended;
    line = null;
    hindrance = 'away';
    wait();
    // What is lost is not waited for: the next one is more urgent.
    void opened.close().catch(() => undefined);
    return how;
  };

  const run = async (): Promise<void> => {
    let [tries, refusals, shaky] = [0, 0, 0];
    wait();
    while (!isOver(state)) {
      const begun = performance.now();
      try {
        const how = await oneLine();
        if (how === null) become('refused');
        if (how === 'replaced') become('replaced');
        if (how === 'put_out') held = null;
        const isShaky = tries === 0 && performance.now() - begun < shaky_ms;
        shaky = isShaky ? shaky + 1 : 0;
        if (givesWay === 'gives way' && shaky >= shaky_max) become('replaced');
        [tries, refusals] = [0, 0];
      } catch (error) {
        tries += 1;
        hindrance = error instanceof NoPath ? 'no_path' : 'away';
        // Said already, for another reason.
        if (state === 'no_path' || state === 'away') become(hindrance);
        if (error instanceof NotLetIn) {
          refusals += 1;
          held = null;
        }
        if (refusals > refusals_max) become('refused');
      }
      if (state === 'connected') become('reconnecting');
      if (!isOver(state)) await pause(tries);
    }
  };

  const leave = async (as: 'closed' | 'replaced'): Promise<void> => {
    become(as);
    wake();
    // A try that is under way closes what it opens.
    await line?.close();
  };

  const atOnce = (): void => wake();
  const atTheEnd = (): void => void leave('closed');
  window.addEventListener('online', atOnce);
  // Whoever merely goes is counted for half a minute more.
  window.addEventListener('pagehide', atTheEnd);
  void run().finally(() => {
    clearTimeout(telling);
    window.removeEventListener('online', atOnce);
    window.removeEventListener('pagehide', atTheEnd);
  });

  return {
    state: () => state,
    onState: (hear) => {
      hearing.add(hear);
      hear(state);
      return () => void hearing.delete(hear);
    },
    line: () => line,
    close: () => leave('closed'),
    giveWay: () => void leave('replaced'),
  };
}
