/** A lock shared by the tabs of a browser. Without the Web Locks API, as on a site without TLS, every tab gets it. */
export interface TabLock {
  /** Resolves once this tab holds the lock. */
  acquire: () => Promise<void>;
  /** Releases the lock, or stops waiting for it. */
  release: () => void;
}

export function tabLock(name: string): TabLock {
  const waiting = new AbortController();
  let releaseLock = (): void => waiting.abort();
  return {
    acquire: () =>
      new Promise((resolve) => {
        // The type says always defined, which holds only in secure contexts.
        const locks = navigator.locks as LockManager | undefined;
        if (locks === undefined) {
          resolve();
          return;
        }
        locks
          .request(
            name,
            { signal: waiting.signal },
            () =>
              new Promise<void>((releaseHeld) => {
                releaseLock = releaseHeld;
                resolve();
              }),
          )
          // Without the lock the page still sends: the key of each message prevents duplicates.
          .catch(() => resolve());
      }),
    release: () => releaseLock(),
  };
}
