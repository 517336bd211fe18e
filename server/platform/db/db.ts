/** The connection to PostgreSQL: a pool, its typed face, and the channel by which hosts tell each other of changes. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../../kernel/log';
import { leaveHung } from '../../db/hung';

/** The database, or a transaction on it: both are used alike. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** How alike a word must be to what was typed, from 0 to 1: two letters that changed places in a word of seven are still found. */
const typingErrorThreshold = 0.4;

/** How long anybody waits for a connection, a free one or a new one. */
export const connect_ms = 5_000;

/** Whoever had a connection that was lost has her answer by then, and has given it back. */
const forgotten_ms = 5_000;

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Hears of connections that are lost: one that lies idle, and one that is in hand between two queries, which nobody else hears; it
 * would end the process. Those on which a database hangs are lost with it.
 */
export function outlive(pool: pg.Pool, lost: (error: Error) => void): void {
  leaveHung(pool);
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      lost(error);
      // One on which a transaction could not even begin is never given back, and would be missing for good.
      setTimeout(() => takeBack(client), forgotten_ms).unref();
    });
  });
}

function takeBack(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was given back.
  }
}

/** Opens a pool on `url`; nothing is sent before the first query. */
export function connect(url: string, log: Logger): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connect_ms,
    statement_timeout: 15_000,
    options: `-c pg_trgm.word_similarity_threshold=${String(typingErrorThreshold)}`,
    keepAlive: true,
  });
  outlive(pool, (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, close: () => pool.end() };
}

/** An error and all that caused it, outermost first. */
export function* causesOf(error: unknown): Generator<{ code?: unknown; constraint?: unknown; message?: unknown }> {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : null) yield cause;
}

/** Every code of the database has a digit; the system's own, such as EPIPE, have none. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The database's own code of an error, however deep the driver put it, or null. */
export function databaseCode(error: unknown): string | null {
  for (const { code } of causesOf(error)) if (typeof code === 'string' && sqlState.test(code)) return code;
  return null;
}

/** The name of the unique constraint that an insert ran into, or null when it failed for another reason. */
export function violatedUnique(error: unknown): string | null {
  for (const { code, constraint } of causesOf(error)) if (code === '23505') return typeof constraint === 'string' ? constraint : '';
  return null;
}
