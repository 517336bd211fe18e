/** How many statements the host sends to its database while it does something. */
import type { World } from '../kit/host/test-host';

type Query = (...args: unknown[]) => unknown;

const rounds = 3;

async function countedOnce<T>(world: World, work: () => Promise<T>): Promise<{ queries: number; result: T }> {
  const { client } = (world.ctx.db as unknown as { session: { client: { query: Query } } }).session;
  const original = client.query;
  let queries = 0;
  client.query = (...args) => {
    queries += 1;
    return original.apply(client, args);
  };
  try {
    return { result: await work(), queries };
  } finally {
    client.query = original;
  }
}

/**
 * Does `work`, which may be done again, and counts its statements outside of transactions. What the host does by the clock may
 * fall into one round: the least of a few counts.
 */
export async function countingQueries<T>(world: World, work: () => Promise<T>): Promise<{ queries: number; result: T }> {
  let least = await countedOnce(world, work);
  for (let round = 1; round < rounds; round += 1) {
    const again = await countedOnce(world, work);
    if (again.queries < least.queries) least = again;
  }
  return least;
}

/** The number alone. */
export const fewestQueries = async (world: World, work: () => Promise<unknown>): Promise<number> =>
  (await countingQueries(world, work)).queries;

interface Lent {
  query: Query;
  release: Query;
}

async function statementsOnce(world: World, work: () => Promise<unknown>): Promise<number> {
  const { client: pool } = (world.ctx.db as unknown as { session: { client: { connect: (...args: unknown[]) => Promise<Lent> } } }).session;
  const original = pool.connect;
  let statements = 0;
  pool.connect = async (...args) => {
    // A statement by itself takes its connection with a callback.
    if (args.length > 0) return original.apply(pool, args);
    const lent = await original.call(pool);
    const { query } = lent;
    lent.query = (...statement) => {
      statements += 1;
      return query.apply(lent, statement);
    };
    const { release } = lent;
    lent.release = (...how) => {
      Object.assign(lent, { query, release });
      return release.apply(lent, how);
    };
    return lent;
  };
  try {
    await work();
    return statements;
  } finally {
    pool.connect = original;
  }
}

/** The least number of statements that doing `work` a few times costs inside of transactions. */
export async function fewestStatements(world: World, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < rounds; round += 1) counts.push(await statementsOnce(world, work));
  return Math.min(...counts);
}
