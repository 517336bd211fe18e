/**
 * Updates an entity in all cached responses (SWR): on screen, in lists that people return to, and in the initial data of the page.
 * A like, a vote or an unlock shows everywhere without refetching.
 */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { unstable_serialize } from 'swr/infinite';

interface Entity {
  _id: string;
}

const isEntity = (value: object): value is Entity => '_id' in value && typeof value._id === 'string';

/** `value` with `change` applied to every nested object with that id; the same object if there is none. */
export function changedIn<T>(value: T, id: string, change: (entity: Entity) => object): T {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && isEntity(value) && value._id === id) return change(value) as T;
  const entries = Object.entries(value as Record<string, unknown>).map(([key, part]) => [key, part, changedIn(part, id, change)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  const parts = entries.map(([, , after]) => after);
  return (Array.isArray(value) ? parts : Object.fromEntries(entries.map(([key, , after]) => [key, after]))) as T;
}

/** Returns a stable function that updates an entity by id. `change` is called for each cached form of the entity. */
export function useUpdateCached(): (id: string, change: (entity: Entity) => object) => void {
  const { cache, fallback, mutate } = useSWRConfig();
  return useCallback(
    (id, change) => {
      const initialData = new Map<string, unknown>(
        Object.entries(fallback).flatMap(([key, response]) => [
          [key, response] as const,
          [unstable_serialize(() => key), [response]] as const,
        ]),
      );
      for (const key of new Set([...cache.keys(), ...initialData.keys()])) {
        const cached: unknown = cache.get(key)?.data ?? initialData.get(key);
        const changed = changedIn(cached, id, change);
        if (changed !== cached) void mutate(key, changed, { revalidate: false });
      }
    },
    [cache, fallback, mutate],
  );
}
