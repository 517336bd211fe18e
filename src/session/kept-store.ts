/**
 * What may be read on this device without a connection, in the browser's Cache Storage: one cache for each account, called by it,
 * and one with the page for nobody (`offline-shell.ts`). Everything goes when its account signs out, its session ends, or another
 * one takes its place. Browsers have such a storage on sites with TLS alone; elsewhere nothing is kept.
 */
import { sha256 } from '@web/lib/files/sha-256';
import type { CurrentUser } from './intents';
import type { SessionState } from './store/state';
import { readToken } from '@web/services/token';

const prefix = 'kept:';
const placeOf = (key: string): string => `/kept/${encodeURIComponent(key)}`;
const firstKey = 'first';
const daysMax = 14;
const day_ms = 86_400_000;
/** Of answers and pictures together; the oldest go first. */
const entriesMax = 400;

export const mayKeep = (): boolean => typeof caches !== 'undefined' && 'serviceWorker' in navigator;

/** Removes what is kept for others than `accountId`; for nobody, all there is. Never fails. */
export async function forgetKept(accountId: string | null): Promise<void> {
  if (!mayKeep()) return;
  try {
    const names = await caches.keys();
    const gone = names.filter((name) => accountId === null || (name.startsWith(prefix) && name !== prefix + accountId));
    await Promise.all(gone.map((name) => caches.delete(name)));
  } catch {
    // A storage that cannot be opened shows nothing to anybody either.
  }
}

/** What a page begins with when no server says it. */
export interface KeptFirst {
  user: CurrentUser;
  settings: SessionState['settings'];
  /** When the host was heard last. */
  heardAt: string;
}

/** One account's part of the storage. */
export interface Kept {
  keep: (key: string, answer: unknown) => Promise<void>;
  find: (key: string) => Promise<unknown>;
  keepFirst: (first: KeptFirst) => Promise<void>;
  /** Fetches a picture for keeping, unless it is there. */
  keepPicture: (address: string) => Promise<void>;
}

/** The part of `accountId`, for as long as its session is that of `token`: nothing is written after it, whichever tab has ended it. */
export function openKept(accountId: string, token: string): Kept {
  const isOver = (): boolean => readToken() !== token;

  async function writing(write: (cache: Cache) => Promise<void>): Promise<void> {
    if (isOver()) return;
    try {
      const cache = await caches.open(prefix + accountId);
      await write(cache);
      const surplus = (await cache.keys()).slice(0, -entriesMax);
      for (const request of surplus) await cache.delete(request);
    } catch {
      // Full, forbidden, or cut off: it is kept another time.
    }
    // It ended meanwhile, and this may have come after all was removed.
    if (isOver()) await forgetKept(null);
  }
  const put = (key: string, value: unknown): Promise<void> => writing((cache) => cache.put(placeOf(key), Response.json(value)));

  return {
    keep: put,
    find: async (key) => {
      if (isOver()) return undefined;
      const found = await (await caches.open(prefix + accountId)).match(placeOf(key));
      return found?.json() as Promise<unknown>;
    },
    keepFirst: (first) => put(firstKey, { ...first, session: sha256(token) }),
    keepPicture: (address) =>
      writing(async (cache) => {
        if ((await cache.match(address, { ignoreSearch: true, ignoreVary: true })) !== undefined) return;
        const answer = await fetch(address, { credentials: 'include', priority: 'low' });
        if (answer.ok) await cache.put(address, answer);
        // One that nobody reads stays open.
        else await answer.body?.cancel();
      }),
  };
}

/** What is kept for whom this browser's session belongs to; null for nobody. What is too old, or another session's, is removed. */
export async function readKept(now: Date): Promise<KeptFirst | null> {
  if (!mayKeep()) return null;
  const token = readToken();
  const name = (await caches.keys()).find((one) => one.startsWith(prefix));
  if (token === undefined || name === undefined) {
    await forgetKept(null);
    return null;
  }
  const found = await (await caches.open(name)).match(placeOf(firstKey));
  const first = (await found?.json()) as (KeptFirst & { session: string }) | undefined;
  const isYoung = first !== undefined && now.getTime() - Date.parse(first.heardAt) < daysMax * day_ms;
  if (isYoung && first.session === sha256(token)) return first;
  await forgetKept(null);
  return null;
}
