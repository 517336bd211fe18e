/** The browser's storage. Where it is full, forbidden or missing (on the server), reads return null and writes are ignored. */
type StorageName = 'localStorage' | 'sessionStorage';

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The text under `key`, or null. */
export const readStored = (key: string, storage: StorageName = 'localStorage'): string | null =>
  attempt(() => window[storage].getItem(key)) ?? null;

export const writeStored = (key: string, text: string, storage: StorageName = 'localStorage'): void =>
  attempt(() => window[storage].setItem(key, text));

export const removeStored = (key: string, storage: StorageName = 'localStorage'): void => attempt(() => window[storage].removeItem(key));

/** The keys in the local storage that start with `prefix`. */
export const storedKeys = (prefix: string): string[] =>
  attempt(() => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))) ?? [];
