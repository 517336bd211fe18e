/** A concurrency limit for expensive work with a bounded queue. */
import { fail } from '../../kernel/api-error';

const retry_s = 5;

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs up to `concurrency` tasks and queues up to `waitingMax`; further ones are rejected with service_unavailable. */
export function concurrencyLimit(atOnce: number, waitingMax: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) fail('service_unavailable', { retryAfter_s: retry_s });
      // A finished task passes its slot on, so `running` does not change here.
      await new Promise<void>((enter) => waiting.push(enter));
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
