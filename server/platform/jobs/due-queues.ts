/**
 * Polls for due jobs. If each of some forty queues polled twice a second, an idle worker would use a tenth of a core. Instead one
 * statement checks all queues, and only workers of queues with due jobs are woken.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** The polling interval: a mail that a person waits for is sent within this time. */
const poll_ms = 500;

/**
 * Returns the SQL that selects the queues with a due job. It takes one index probe per queue, however many jobs wait. Prepare it:
 * planning for a table with this many partitions costs ten times as much as execution.
 */
export const dueQueues = (schema: string): string => `
  select queue.name from ${schema}.queue
  cross join lateral (
    select from ${schema}.job where job.name = queue.name and job.state < 'active' and job.start_after < now() limit 1
  ) due`;

/**
 * Polls for queues with due jobs and wakes their workers. Returns a function that stops it without waiting for a running query.
 * Errors are passed to `onError`, and polling continues.
 */
export function pollDueQueues(
  findDue: () => Promise<string[]>,
  wake: (queue: string) => void,
  onError: (error: Error) => void,
): () => void {
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for (const queue of await findDue()) wake(queue);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
      }
      await delay(poll_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  void poll();
  return () => stopping.abort();
}
