/**
 * The browser's storage, which may be full, forbidden, or not there at all as on the server: then nothing is found in it, and what
 * was to be kept lives as long as the page.
 */
type Place = 'localStorage' | 'sessionStorage';

function trying<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What is kept under `key`, or null. */
export const readStored = (key: string, place: Place = 'localStorage'): string | null => trying(() => window[place].getItem(key)) ?? null;

export const keepStored = (key: string, text: string, place: Place = 'localStorage'): void =>
  trying(() => window[place].setItem(key, text));

export const forgetStored = (key: string, place: Place = 'localStorage'): void => trying(() => window[place].removeItem(key));

/** The keys of what outlives the tab, those that begin with `prefix`. */
export const storedKeys = (prefix: string): string[] =>
  trying(() => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))) ?? [];
