/** Loads code on demand with retries, so that a network failure does not require a page reload. */
import { reconnection } from '@contract/kernel/conventions';

export interface Loading {
  /** Retries immediately, unless an attempt is pending or the code has loaded. */
  retryNow: () => void;
  /** Ends the retries and ignores a pending result. */
  stop: () => void;
}

/** Retries with growing pauses until `load` succeeds, and then calls `onLoaded` once. */
export function loadWithRetry<T>(load: () => Promise<T>, onLoaded: (loaded: T) => void): Loading {
  let isOver = false;
  let isLoading = false;
  let pause_ms: number = reconnection.delay_ms;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retryLater = () => {
    if (isOver) return;
    timer = setTimeout(retryNow, pause_ms);
    pause_ms = Math.min(2 * pause_ms, reconnection.delayMax_ms);
  };
  const deliver = (loaded: T) => {
    if (isOver) return;
    isOver = true;
    onLoaded(loaded);
  };
  const retryNow = () => {
    clearTimeout(timer);
    if (isOver || isLoading) return;
    isLoading = true;
    const done = load().finally(() => (isLoading = false));
    // An error thrown by `onLoaded` is not a load failure.
    void done.then(deliver, retryLater);
  };
  retryNow();
  return {
    retryNow,
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
