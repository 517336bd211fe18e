/** The job queue's database connections, which report the end of jobs reliably. */
import { setImmediate as nextMacrotask, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../kernel/config';
import { clientFor, handleLostConnections } from '../db/db';

export interface Connections {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** The first column of the result of `text`, which is prepared under `name`. */
  queryColumn(name: string, text: string): Promise<string[]>;
  /** From now on, the end of this job is reported with retries. */
  reportReliably(jobId: string): void;
  /** Keeps the pool open until `work` has ended. */
  keepOpenFor<T>(work: Promise<T>): Promise<T>;
  /** Closes the pool when no work needs it any more, or after `timeout_ms`. */
  end(timeout_ms: number): Promise<void>;
}

/** Longer than for requests, because no user is waiting. */
const connect_ms = 30_000;
/** Delays between attempts to report the end of a job, about five minutes in total. An unreported job expires and is repeated. */
const retryPauses_ms = [500, 1000, 2000, 4000, 8000, ...Array.from({ length: 10 }, () => 30_000)];
/** The result that the queue expects when it completes or fails a job. */
const nothingChanged = { rows: [{ count: 0 }] };

/** Opens the connections. Ending a pool drops queries that wait for a connection, so it is ended only when there are none. */
export function openConnections(
  { url, pooler, poolSize, name }: { url: string; pooler: Config['pooler']; poolSize: number; name: string },
  onError: (error: Error) => void,
): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: name,
    connectionTimeoutMillis: connect_ms,
    ...clientFor(pooler),
  });
  handleLostConnections(pool, onError);
  const holders = new Set<Promise<unknown>>();
  const keepOpenFor = async <T>(work: Promise<T>): Promise<T> => {
    holders.add(work);
    try {
      return await work;
    } finally {
      holders.delete(work);
    }
  };
  const waitUntilIdle = async (signal: AbortSignal): Promise<void> => {
    while (holders.size > 0 && !signal.aborted) {
      await Promise.allSettled(holders);
      // Finished work may cause another query: the end of a job is reported by a separate one.
      await nextMacrotask();
    }
  };

  const unreported = new Set<string>();
  const unreportedIn = (values: unknown[]): string[] =>
    values.flat().filter((value) => typeof value === 'string' && unreported.has(value)) as string[];
  /** Never rejects: the queue does not await `complete` and `fail`, so an error in them would end the process. */
  const reportEnd = async (text: string, values: unknown[], ids: string[]): Promise<{ rows: unknown[] }> => {
    try {
      for (const pause_ms of retryPauses_ms) {
        if (pool.ending) break;
        try {
          return await keepOpenFor(pool.query(text, values));
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)));
        }
        await delay(pause_ms, undefined, { ref: false });
      }
      return nothingChanged;
    } finally {
      for (const id of ids) unreported.delete(id);
    }
  };

  return {
    keepOpenFor,
    queryColumn: async (statement, text) =>
      (await keepOpenFor(pool.query<[string]>({ name: statement, text, rowMode: 'array' }))).rows.map(([first]) => first),
    reportReliably: (jobId) => void unreported.add(jobId),
    executeSql: async (text, values = []) => {
      const ids = unreportedIn(values);
      if (ids.length > 0) return reportEnd(text, values, ids);
      // After shutdown return an empty result. Statements that take job ids (values[1]) expect a number of rows.
      if (pool.ending) return Array.isArray(values[1]) ? nothingChanged : { rows: [] };
      return keepOpenFor(pool.query(text, values));
    },
    end: async (timeout_ms) => {
      const timeout = new AbortController();
      await Promise.race([waitUntilIdle(timeout.signal), delay(timeout_ms, undefined, { signal: timeout.signal }).catch(() => undefined)]);
      timeout.abort();
      await pool.end();
    },
  };
}
