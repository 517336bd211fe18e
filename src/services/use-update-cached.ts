/**
 * Changing one thing wherever an answer that is kept speaks of it: on the screen, in lists that people come back to, and in
 * what came with the page. So a like, a vote or an unlock is seen everywhere without asking for all of it again.
 */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { unstable_serialize } from 'swr/infinite';

interface Thing {
  _id: string;
}

const isThing = (value: object): value is Thing => '_id' in value && typeof value._id === 'string';

/** `value` with `change` applied to every object of that id in it; the same object when there is none. */
export function changedIn<T>(value: T, id: string, change: (thing: Thing) => object): T {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && isThing(value) && value._id === id) return change(value) as T;
  const entries = Object.entries(value as Record<string, unknown>).map(([key, part]) => [key, part, changedIn(part, id, change)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  const parts = entries.map(([, , after]) => after);
  return (Array.isArray(value) ? parts : Object.fromEntries(entries.map(([key, , after]) => [key, after]))) as T;
}

/** Answers how to change the thing of an id; `change` gets each form of it that is kept. A stable function. */
export function useChangeKept(): (id: string, change: (thing: Thing) => object) => void {
  const { cache, fallback, mutate } = useSWRConfig();
  return useCallback(
    (id, change) => {
      const given = Object.entries(fallback);
      const first = new Map<string, unknown>(
        given.flatMap(([key, answer]) => [[key, answer] as const, [unstable_serialize(() => key), [answer]] as const]),
      );
      for (const key of new Set([...cache.keys(), ...first.keys()])) {
        const kept: unknown = cache.get(key)?.data ?? first.get(key);
        const changed = changedIn(kept, id, change);
        if (changed !== kept) void mutate(key, changed, { revalidate: false });
      }
    },
    [cache, fallback, mutate],
  );
}
