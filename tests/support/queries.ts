/** How many statements the host sends to its database while it does something. */
import type { World } from './world';

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
