/** The connection to PostgreSQL: a pool, its typed face, and the channel by which hosts tell each other of changes. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../log';
import * as schema from './schema/schema';

/** The database, or a transaction on it: both are used alike. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** How alike a word must be to what was typed, from 0 to 1: two letters that changed places in a word of seven are still found. */
const typingErrorThreshold = 0.4;

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool on `url`; nothing is sent before the first query. */
export function connect(url: string, log: Logger): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    options: `-c pg_trgm.word_similarity_threshold=${String(typingErrorThreshold)}`,
    keepAlive: true,
  });
  pool.on('error', (error) => {
    log.warn({ reason: error.message }, 'an idle database connection was lost');
  });
  return { db: drizzle(pool, { schema, casing: 'snake_case' }), pool, close: () => pool.end() };
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
