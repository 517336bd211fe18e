/** Whether the API server can be reached, and the age of cached data, for screens that show it. */
import { useSyncExternalStore } from 'react';

export interface Reachability {
  /** The server could not be reached, and cached data is shown. */
  isUnreachable: boolean;
  /** The time of the server's last response. */
  lastResponseAt: string | null;
}

let reachability: Reachability = { isUnreachable: false, lastResponseAt: null };
const watchers = new Set<() => void>();

function change(next: Reachability): void {
  reachability = next;
  for (const watcher of watchers) watcher();
}

/** The server has responded. */
export const serverReached = (at: Date): void => change({ isUnreachable: false, lastResponseAt: at.toISOString() });
/** The server cannot be reached, and cached data is shown. `lastResponseAt`: for a page that starts from the cache. */
export const serverUnreachable = (lastResponseAt: string | null = reachability.lastResponseAt): void => {
  if (!reachability.isUnreachable || reachability.lastResponseAt !== lastResponseAt) change({ isUnreachable: true, lastResponseAt });
};

export const watchReachability = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const readReachability = (): Reachability => reachability;
export const useReachability = (): Reachability => useSyncExternalStore(watchReachability, readReachability, readReachability);
