/** How many statements the API server sends to its database during some work. */
import { reconcilableQuery } from '@server/live';
import type { TestHost } from './test-host';

type Query = (...args: unknown[]) => unknown;

/** The query that every API server sends every second: on a slow machine it would be counted in every measurement. */
const isPeriodic = (statement: unknown): boolean => (statement as { name?: string }).name === reconcilableQuery;

/** The number of measurements; on a busy machine, other periodic work may disturb each of them. */
const measurementCount = 3;
const measurementsUntilNone = 20;

async function countOnce<T>(testHost: TestHost, work: () => Promise<T>): Promise<{ queries: number; result: T }> {
  const { client } = (testHost.ctx.db as unknown as { session: { client: { query: Query } } }).session;
  const original = client.query;
  let queries = 0;
  client.query = (...args) => {
    if (!isPeriodic(args[0])) queries += 1;
    return original.apply(client, args);
  };
  try {
    return { result: await work(), queries };
  } finally {
    client.query = original;
  }
}

/**
 * Repeats `work`, which must be repeatable, and counts its statements outside of transactions. Other periodic work may
 * disturb a measurement: returns the smallest count.
 */
export async function countQueries<T>(testHost: TestHost, work: () => Promise<T>): Promise<{ queries: number; result: T }> {
  let fewest = await countOnce(testHost, work);
  for (let round = 1; round < measurementCount; round += 1) {
    const again = await countOnce(testHost, work);
    if (again.queries < fewest.queries) fewest = again;
  }
  return fewest;
}

/** Repeats `work` until it sends no statement, up to a limit; returns the last count. */
export async function countUntilNone(testHost: TestHost, work: () => Promise<unknown>): Promise<number> {
  for (let round = 1; round < measurementsUntilNone; round += 1) if ((await countOnce(testHost, work)).queries === 0) return 0;
  return (await countOnce(testHost, work)).queries;
}

/** As `countQueries`, without the result. */
export const fewestQueries = async (testHost: TestHost, work: () => Promise<unknown>): Promise<number> =>
  (await countQueries(testHost, work)).queries;

interface PooledClient {
  query: Query;
  release: Query;
}

async function countTransactionStatementsOnce(testHost: TestHost, work: () => Promise<unknown>): Promise<number> {
  const { client: pool } = (
    testHost.ctx.db as unknown as { session: { client: { connect: (...args: unknown[]) => Promise<PooledClient> } } }
  ).session;
  const original = pool.connect;
  let statements = 0;
  pool.connect = async (...args) => {
    // A single statement takes its connection with a callback; only transactions connect without one.
    if (args.length > 0) return original.apply(pool, args);
    const connection = await original.call(pool);
    const { query } = connection;
    connection.query = (...statement) => {
      statements += 1;
      return query.apply(connection, statement);
    };
    const { release } = connection;
    connection.release = (...releaseArgs) => {
      Object.assign(connection, { query, release });
      return release.apply(connection, releaseArgs);
    };
    return connection;
  };
  try {
    await work();
    return statements;
  } finally {
    pool.connect = original;
  }
}

/** The smallest number of statements inside of transactions, over a few repetitions of `work`. */
export async function fewestTransactionStatements(testHost: TestHost, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < measurementCount; round += 1) counts.push(await countTransactionStatementsOnce(testHost, work));
  return Math.min(...counts);
}
