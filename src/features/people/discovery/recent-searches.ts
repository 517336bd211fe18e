/** The last search texts, stored in the browser per account, newest first. */
import { historyKey } from '@web/device/history-keys';

const searches_max = 5;

const listeners = new Set<() => void>();

function stored(accountId: string | null): string {
  try {
    return localStorage.getItem(historyKey('searched', accountId)) ?? '[]';
  } catch {
    return '[]';
  }
}

function parseList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((searchText) => typeof searchText === 'string') : [];
  } catch {
    return [];
  }
}

function store(accountId: string | null, searches: readonly string[]): void {
  try {
    localStorage.setItem(historyKey('searched', accountId), JSON.stringify(searches));
  } catch {
    // The storage is full or forbidden: nothing is remembered.
  }
  for (const listener of listeners) listener();
}

/** An external store for React: its snapshot is a string to be parsed by `parse`, so that it is stable while nothing changes. */
export const recentSearches = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  getSnapshot: stored,
  parse: parseList,
  /** Moves `searchText` to the front. */
  add: (accountId: string | null, searchText: string): void => {
    const others = parseList(stored(accountId)).filter((other) => other.toLowerCase() !== searchText.toLowerCase());
    store(accountId, [searchText, ...others].slice(0, searches_max));
  },
  clear: (accountId: string | null): void => store(accountId, []),
};
