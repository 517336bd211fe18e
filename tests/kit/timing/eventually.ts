/** Waiting for something that becomes true, with a bound instead of a guess. */
import { setTimeout as pause } from 'node:timers/promises';

const interval_ms = 25;

/** Repeats `check` until it passes; after `bound_ms` its last failure stands. */
export async function eventually<T>(check: () => Promise<T> | T, bound_ms = 5000): Promise<T> {
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
