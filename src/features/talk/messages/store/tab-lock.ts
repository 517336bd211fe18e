/** One tab of a browser at a time. Where the browser has no locks, as on a site without TLS, everybody gets it. */
export interface TabLock {
  /** Resolves once the lock is this tab's. */
  taken: () => Promise<void>;
  /** Gives it to the next tab, or stops waiting for it. */
  release: () => void;
}

export function tabLock(name: string): TabLock {
  const waiting = new AbortController();
  let letGo = (): void => waiting.abort();
  return {
    taken: () =>
      new Promise((resolve) => {
        // Typed as always there, which holds for secure pages only.
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
              new Promise<void>((free) => {
                letGo = free;
                resolve();
              }),
          )
          // A page that gets none goes on without: the key of each message makes up for it.
          .catch(() => resolve());
      }),
    release: () => letGo(),
  };
}
