/** A gate for costly work: some pieces at once, some waiting in order, the rest refused. */
import { fail } from '../../kernel/api-error';

const retry_s = 5;

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` pieces of work run and `waitingMax` wait; more are refused with service_unavailable. */
export function gate(atOnce: number, waitingMax: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) fail('service_unavailable', { retryAfter_s: retry_s });
      // Whoever leaves hands its place over, so `running` does not change here.
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
