/** Whether the server can be reached, and the age of cached data, for screens that show it. */
import { useSyncExternalStore } from 'react';

export interface Reachability {
  /** The server could not be reached, and cached data is shown. */
  isCutOff: boolean;
  /** The time of the server's last response. */
  lastResponseAt: string | null;
}

let line: Reachability = { isCutOff: false, lastResponseAt: null };
const watchers = new Set<() => void>();

function change(next: Reachability): void {
  line = next;
  for (const watcher of watchers) watcher();
}

/** The server has responded. */
export const serverReached = (at: Date): void => change({ isCutOff: false, lastResponseAt: at.toISOString() });
/** The server cannot be reached, and cached data is shown. `lastResponseAt`: for a page that starts from the cache. */
export const serverUnreachable = (lastResponseAt: string | null = line.lastResponseAt): void => {
  if (!line.isCutOff || line.lastResponseAt !== lastResponseAt) change({ isCutOff: true, lastResponseAt });
};

export const watchReachability = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const readReachability = (): Reachability => line;
export const useReachability = (): Reachability => useSyncExternalStore(watchReachability, readReachability, readReachability);
