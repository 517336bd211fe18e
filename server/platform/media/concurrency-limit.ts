/** A concurrency limit with a bounded queue, for expensive work. */
import { fail } from '../../kernel/api-error';

const retry_s = 5;

export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that runs up to `concurrency` tasks and queues up to `waitingMax`; it rejects others with service_unavailable. */
export function concurrencyLimit(concurrency: number, waitingMax: number): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= waitingMax) fail('service_unavailable', { retryAfter_s: retry_s });
      // A finished task hands its slot over, so `running` does not change here.
      await new Promise<void>((start) => waiting.push(start));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
