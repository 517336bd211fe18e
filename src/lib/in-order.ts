/** Runs dependent requests one after another, so that taps faster than the responses take effect in order. */
const lastOf = new Map<string, Promise<unknown>>();

/** Calls `send` after all earlier requests under `key` have settled. */
export async function runInOrder<A>(key: string, send: () => Promise<A>): Promise<A> {
  const previous = lastOf.get(key) ?? Promise.resolve();
  const current = previous.then(send, send);
  lastOf.set(key, current);
  try {
    return await current;
  } finally {
    if (lastOf.get(key) === current) lastOf.delete(key);
  }
}

/** Whether a request under `key` is pending. After a request has settled: whether another was sent since. */
export const isPending = (key: string): boolean => lastOf.has(key);
