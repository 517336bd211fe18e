/** Sending what follows from each other one after the other: taps that come faster than answers take effect in their order. */
const lastOf = new Map<string, Promise<unknown>>();

/** Sends once everything that was sent under `key` before has been answered, well or not. */
export async function inOrder<A>(key: string, send: () => Promise<A>): Promise<A> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const mine = before.then(send, send);
  lastOf.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key);
  }
}

/** Whether something under `key` waits for its answer; asked after one's own, whether anything was sent since. */
export const isUnderWay = (key: string): boolean => lastOf.has(key);
