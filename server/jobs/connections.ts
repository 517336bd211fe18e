/** The queue's own connections to the database, and how it tells there that a job has ended. */
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { outlive } from '../platform/db/db';

export interface Connections {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** From now on, the end of this job is told until the database has heard it. */
  taken(jobId: string): void;
  /** Keeps the connections open until `work` has ended. */
  held<T>(work: Promise<T>): Promise<T>;
  /** Ends when nothing holds them any more, or after `patience_ms`. */
  end(patience_ms: number): Promise<void>;
}

const connectionsMax = 4;
/** No user is waiting: longer than any request waits. */
const connect_ms = 30_000;
/** Pauses between the tries to tell that a job has ended: some five minutes. A job whose end is never told expires, and is done again. */
const tellAgain_ms = [500, 1000, 2000, 4000, 8000, ...Array.from({ length: 10 }, () => 30_000)];
/** What the queue reads of the answer when it completes or fails a job. */
const nothingChanged = { rows: [{ count: 0 }] };

/** Opens them. A pool that ends forgets the queries that wait for a connection, so it ends only when none does. */
export function openConnections(url: string, applicationName: string, stumbled: (error: Error) => void): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    connectionTimeoutMillis: connect_ms,
  });
  outlive(pool, stumbled);
  const holders = new Set<Promise<unknown>>();
  const held = async <T>(work: Promise<T>): Promise<T> => {
    holders.add(work);
    try {
      return await work;
    } finally {
      holders.delete(work);
    }
  };
  const released = async (signal: AbortSignal): Promise<void> => {
    while (holders.size > 0 && !signal.aborted) {
      await Promise.allSettled(holders);
      // Who has its answer may ask on: an end of a job is told by a query of its own.
      await turn();
    }
  };

  const untold = new Set<string>();
  const endsOf = (values: unknown[]): string[] =>
    values.flat().filter((value) => typeof value === 'string' && untold.has(value)) as string[];
  /** The queue awaits neither `complete` nor `fail`: an error of theirs would end the process, so there is none. */
  const tellEnd = async (text: string, values: unknown[], ids: string[]): Promise<{ rows: unknown[] }> => {
    try {
      for (const pause_ms of tellAgain_ms) {
        if (pool.ending) break;
        try {
          return await held(pool.query(text, values));
        } catch (error) {
          stumbled(error instanceof Error ? error : new Error(String(error)));
        }
        await delay(pause_ms, undefined, { ref: false });
      }
      return nothingChanged;
    } finally {
      for (const id of ids) untold.delete(id);
    }
  };

  return {
    held,
    taken: (jobId) => void untold.add(jobId),
    executeSql: async (text, values = []) => {
      const ids = endsOf(values);
      if (ids.length > 0) return tellEnd(text, values, ids);
      // The queue does not catch what comes after its end. What has a list of jobs changes their state, and reads how many it changed.
      if (pool.ending) return Array.isArray(values[1]) ? nothingChanged : { rows: [] };
      return held(pool.query(text, values));
    },
    end: async (patience_ms) => {
      const patience = new AbortController();
      await Promise.race([released(patience.signal), delay(patience_ms, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      await pool.end();
    },
  };
}
