/** Waits for a condition, with a time limit instead of a fixed delay. */
import { setTimeout as pause } from 'node:timers/promises';
import { maxWait_ms } from './max-wait';

const interval_ms = 25;

/** Repeats `check` until it passes; after `timeout_ms` it throws the last error. */
export async function eventually<T>(check: () => Promise<T> | T, timeout_ms = maxWait_ms): Promise<T> {
  const end = performance.now() + timeout_ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(interval_ms);
    }
  }
}
