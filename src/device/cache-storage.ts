/**
 * The offline cache in the browser's Cache Storage: one cache per account, named by its id and the build, whose screens know the responses
 * in it, and one with the offline page (`offline-shell.ts`). All caches are deleted when the account signs out, its session ends, or another account signs in. Cache Storage
 * requires TLS; elsewhere nothing is cached.
 */
import type { PublicSettings } from '@contract/kernel/entities';
import { sha256 } from '@web/lib/files/sha-256';
import type { CurrentUser } from '@web/services/current-user';
import { readToken } from '@web/services/token';

const prefix = 'kept:';
const ownBuild = (): string => `:${window.__NEXT_DATA__.buildId}`;
const cacheNameOf = (accountId: string): string => prefix + accountId + ownBuild();
const cachePath = (key: string): string => `/kept/${encodeURIComponent(key)}`;
const stateKey = 'first';
const maxAge_days = 14;
const day_ms = 86_400_000;
/** Responses and images together. The oldest are deleted first. */
const entriesMax = 400;

export const canCache = (): boolean => typeof caches !== 'undefined' && 'serviceWorker' in navigator;

/** Deletes the caches of all other accounts and builds; with null, all caches. Never fails. */
export async function deleteCaches(accountId: string | null): Promise<void> {
  if (!canCache()) return;
  try {
    const names = await caches.keys();
    const obsolete = names.filter((name) => accountId === null || (name.startsWith(prefix) && name !== cacheNameOf(accountId)));
    await Promise.all(obsolete.map((name) => caches.delete(name)));
  } catch {
    // A storage that cannot be opened cannot be read either.
  }
}

/** The initial state of a page that is opened offline. */
export interface CachedState {
  user: CurrentUser;
  settings: PublicSettings;
  /** The time of the server's last response. */
  lastResponseAt: string;
}

/** One account's cache. */
export interface CacheStore {
  put: (key: string, response: unknown) => Promise<void>;
  /** Resolves to undefined if nothing is cached. */
  find: (key: string) => Promise<unknown>;
  putState: (state: CachedState) => Promise<void>;
  /** Fetches and caches an image, unless it is cached. */
  putImage: (url: string) => Promise<void>;
}

/** The cache of `accountId`. Nothing is written after the session of `token` has ended in any tab. */
export function openCache(accountId: string, token: string): CacheStore {
  const hasSessionEnded = (): boolean => readToken() !== token;

  async function writeToCache(write: (cache: Cache) => Promise<void>): Promise<void> {
    if (hasSessionEnded()) return;
    try {
      const cache = await caches.open(cacheNameOf(accountId));
      await write(cache);
      const surplus = (await cache.keys()).slice(0, -entriesMax);
      for (const request of surplus) await cache.delete(request);
    } catch {
      // The storage is full or forbidden, or the connection was lost: the next read retries.
    }
    // The session may have ended during the write, after its cache was deleted.
    if (hasSessionEnded()) await deleteCaches(null);
  }
  const put = (key: string, value: unknown): Promise<void> => writeToCache((cache) => cache.put(cachePath(key), Response.json(value)));

  return {
    put,
    find: async (key) => {
      if (hasSessionEnded()) return undefined;
      const found = await (await caches.open(cacheNameOf(accountId))).match(cachePath(key));
      return found?.json() as Promise<unknown>;
    },
    putState: (state) => put(stateKey, { ...state, session: sha256(token) }),
    putImage: (url) =>
      writeToCache(async (cache) => {
        if ((await cache.match(url, { ignoreSearch: true, ignoreVary: true })) !== undefined) return;
        const response = await fetch(url, { credentials: 'include', priority: 'low' });
        if (response.ok) await cache.put(url, response);
        // An unread body would keep the connection open.
        else await response.body?.cancel();
      }),
  };
}

/** The cached state of this browser's session, or null. A cache that is too old, or of another session, is deleted. */
export async function readCachedState(now: Date): Promise<CachedState | null> {
  if (!canCache()) return null;
  const token = readToken();
  const name = (await caches.keys()).find((cacheName) => cacheName.startsWith(prefix) && cacheName.endsWith(ownBuild()));
  if (token === undefined || name === undefined) {
    await deleteCaches(null);
    return null;
  }
  const found = await (await caches.open(name)).match(cachePath(stateKey));
  const state = (await found?.json()) as (CachedState & { session: string }) | undefined;
  const isFresh = state !== undefined && now.getTime() - Date.parse(state.lastResponseAt) < maxAge_days * day_ms;
  if (isFresh && state.session === sha256(token)) return state;
  await deleteCaches(null);
  return null;
}
