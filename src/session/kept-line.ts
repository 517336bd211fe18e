/** Whether the host can be heard, for screens that show what was kept, and since when what they show is old. */
import { useSyncExternalStore } from 'react';

export interface KeptLine {
  /** The host could not be reached, and what is kept stands in for it. */
  isCutOff: boolean;
  /** When the host was heard last. */
  heardAt: string | null;
}

let line: KeptLine = { isCutOff: false, heardAt: null };
const watchers = new Set<() => void>();

function change(next: KeptLine): void {
  line = next;
  for (const watcher of watchers) watcher();
}

/** The host has answered. */
export const lineHeard = (at: Date): void => change({ isCutOff: false, heardAt: at.toISOString() });
/** The host cannot be reached, and what is kept is shown. `heardAt`: when it was heard last, for a page that begins so. */
export const lineCut = (heardAt: string | null = line.heardAt): void => {
  if (!line.isCutOff || line.heardAt !== heardAt) change({ isCutOff: true, heardAt });
};

export const watchKeptLine = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const readLine = (): KeptLine => line;
export const useKeptLine = (): KeptLine => useSyncExternalStore(watchKeptLine, readLine, readLine);
