/** Code that comes late, and may not come: the network fails for a moment, and nobody should have to reload the page for it. */
import { reconnection } from '@contract/kernel/conventions';

export interface Bringing {
  /** Tries at once, unless a try is under way or it has come. */
  hurry: () => void;
  /** What comes from now on is not taken. */
  stop: () => void;
}

/** Loads until it has come, with longer pauses between failures, and gives it to `take` once. */
export function bring<T>(load: () => Promise<T>, take: (loaded: T) => void): Bringing {
  let isOver = false;
  let isLoading = false;
  let pause_ms: number = reconnection.delay_ms;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tryAgainLater = () => {
    if (isOver) return;
    timer = setTimeout(hurry, pause_ms);
    pause_ms = Math.min(2 * pause_ms, reconnection.delayMax_ms);
  };
  const arrive = (loaded: T) => {
    if (isOver) return;
    isOver = true;
    take(loaded);
  };
  const hurry = () => {
    clearTimeout(timer);
    if (isOver || isLoading) return;
    isLoading = true;
    const done = load().finally(() => (isLoading = false));
    // What fails while it is taken is no failure to load.
    void done.then(arrive, tryAgainLater);
  };
  hurry();
  return {
    hurry,
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
