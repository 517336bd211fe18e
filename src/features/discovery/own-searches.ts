/** The last words that somebody has searched for, kept in the browser per account, the newest first. */
import { traceKey } from '@web/session/own-traces';

const kept = 5;

const watchers = new Set<() => void>();

function stored(accountId: string | null): string {
  try {
    return localStorage.getItem(traceKey('searched', accountId)) ?? '[]';
  } catch {
    return '[]';
  }
}

function wordsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}

function replace(accountId: string | null, words: readonly string[]): void {
  try {
    localStorage.setItem(traceKey('searched', accountId), JSON.stringify(words));
  } catch {
    // A full or forbidden storage: nothing is remembered.
  }
  for (const watcher of watchers) watcher();
}

/** An outside store of React's: its value is a text, for `wordsOf` to read, so that it is the same while nothing changed. */
export const ownSearches = {
  watch: (watcher: () => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
  read: stored,
  wordsOf: wordsIn,
  /** Puts `word` first. */
  note: (accountId: string | null, word: string): void => {
    const others = wordsIn(stored(accountId)).filter((other) => other.toLowerCase() !== word.toLowerCase());
    replace(accountId, [word, ...others].slice(0, kept));
  },
  forget: (accountId: string | null): void => replace(accountId, []),
};
