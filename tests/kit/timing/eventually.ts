/** Waits for a condition, with a time limit instead of a fixed delay. */
import { setTimeout as pause } from 'node:timers/promises';
import { maxWait_ms } from './max-wait';

const interval_ms = 25;

/** Repeats `check` until it passes; after `bound_ms` it throws the last error. */
export async function eventually<T>(check: () => Promise<T> | T, bound_ms = maxWait_ms): Promise<T> {
  const end = performance.now() + bound_ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(interval_ms);
    }
  }
}
