/** The connection to PostgreSQL: a pool and the typed query builder on it. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../../kernel/log';
import type { Config } from '../../kernel/config';
import { defaults } from '../../kernel/config-defaults';
import { dropHungConnections } from './connection-watchdog';
import { UnnamedStatementsClient } from './unnamed-statements';

/** The database or a transaction on it: both have the same interface. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/**
 * Settings of each session. `wordSimilarity` (0 to 1) is the threshold for a match in searches: at this value a word of seven
 * letters with two swapped letters is still found.
 */
export const sessionSettings = { statementTimeout_ms: 15_000, wordSimilarity: 0.4 } as const;

/** How long a caller waits for a free or a new connection. */
export const connect_ms = 5_000;

/** Queries on a lost connection have already been rejected by then, and the connection was released. */
const reclaim_ms = 5_000;

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Reports lost connections: idle ones, and those in use between two queries, whose error event would otherwise end the process.
 * Connections to a hung database are dropped and reported too.
 */
export function handleLostConnections(pool: pg.Pool, onLost: (error: Error) => void): void {
  dropHungConnections(pool);
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      onLost(error);
      // The driver never releases a client whose `begin` failed: it would be missing from the pool forever.
      setTimeout(() => releaseLost(client), reclaim_ms).unref();
    });
  });
}

function releaseLost(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was already released.
  }
}

/** The pool option that sets the client class, if the pooler needs a special one. */
export const clientFor = (pooler: Config['pooler']): Pick<pg.PoolConfig, 'Client'> =>
  pooler && !pooler.supportsPreparedStatements ? { Client: UnnamedStatementsClient } : {};

/** Session settings. A pooler rejects them as startup parameters and sets them from its own configuration. */
const sessionOptions = (pooler: Config['pooler']): pg.PoolConfig =>
  pooler
    ? {}
    : {
        statement_timeout: sessionSettings.statementTimeout_ms,
        options: `-c pg_trgm.word_similarity_threshold=${String(sessionSettings.wordSimilarity)}`,
      };

/** Opens a pool on `url`; nothing is sent before the first query. */
export function connect(
  url: string,
  log: Logger,
  { poolSize, pooler }: Pick<Config, 'poolSize' | 'pooler'> = { poolSize: defaults.poolSize, pooler: null },
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connect_ms,
    ...clientFor(pooler),
    ...sessionOptions(pooler),
    keepAlive: true,
  });
  handleLostConnections(pool, (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  return { db: drizzle(pool, { casing: 'snake_case' }), pool, close: () => pool.end() };
}

/** An error and its causes, outermost first. */
export function* causesOf(error: unknown): Generator<{ code?: unknown; constraint?: unknown; message?: unknown }> {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : null) yield cause;
}

/** Every SQLSTATE has a digit; system error codes such as EPIPE have none. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The SQLSTATE of an error or of one of its causes, or null. */
export function databaseCode(error: unknown): string | null {
  for (const { code } of causesOf(error)) if (typeof code === 'string' && sqlState.test(code)) return code;
  return null;
}

/** The name of the violated unique constraint (empty if unknown), or null if the query failed for another reason. */
export function violatedUnique(error: unknown): string | null {
  for (const { code, constraint } of causesOf(error)) if (code === '23505') return typeof constraint === 'string' ? constraint : '';
  return null;
}
