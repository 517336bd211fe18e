/**
 * Caches the offline page with the code of the site's pages. It is rendered without an account, so it contains no private data. Each
 * build, language, theme and text size has its own cache, which replaces the previous one.
 */
import Router from 'next/router';

const prefix = 'shell:';
const shellPath = '/offline';
/** Pages that can be read offline. The last one is an example of a conversation. */
const readPaths = ['/home', '/messages', '/messages/0'];

const isCode = (address: string): boolean =>
  /^\/(_next\/static|images|assets\/words)\//.test(new URL(address, window.location.href).pathname);
/** URLs of code in a page's HTML. */
const codeIn = (html: string): string[] => html.match(/\/(?:_next\/static|images|assets\/words)\/[\w./~-]+/g) ?? [];

function shellName(): string {
  const { dataset, style, lang } = document.documentElement;
  return prefix + [window.__NEXT_DATA__.buildId, lang, dataset['theme'], style.getPropertyValue('--text-size')].join(':');
}

/** Deletes older caches. Called once the new one is complete; until then the old ones still work. */
async function forgetOthers(own: string): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * Caches the offline page and all code that this page has loaded or will load. `loadParts` loads the components for signed-in people;
 * `ownPath` is the performer's profile page. Returns the function that stops it. Never fails.
 */
export function cacheShell(ownPath: string | null, loadParts: () => Promise<void>): () => void {
  let stopped = false;
  // A function, since `stopped` may change during any await.
  const isOver = (): boolean => stopped;
  let observer: PerformanceObserver | undefined;
  const begin = async (): Promise<void> => {
    await navigator.serviceWorker.register('/sw.js');
    const own = shellName();
    if (isOver()) return;
    const cache = await caches.open(own);
    // The observer reports these fetches too, even failed ones: each URL is tried once.
    const tried = new Set<string>();
    const keep = async (address: string): Promise<void> => {
      if (isOver() || !isCode(address) || tried.has(address)) return;
      tried.add(address);
      if ((await cache.match(address)) !== undefined) return;
      await cache.add(address).catch(() => undefined);
    };
    if ((await cache.match(shellPath)) === undefined) {
      const shell = await fetch(shellPath);
      if (!shell.ok) {
        // An unread response keeps its connection busy, and a page has few.
        await shell.body?.cancel();
        return;
      }
      for (const address of codeIn(await shell.clone().text())) await keep(address);
      const paths = ownPath === null ? readPaths : [...readPaths, ownPath];
      await Promise.allSettled([import('@web/services/transport'), loadParts(), ...paths.map((path) => Router.prefetch(path))]);
      // Last, since it marks the cache as complete.
      await cache.put(shellPath, shell);
      await forgetOthers(own);
    }
    if (isOver()) return;
    observer = new PerformanceObserver((loaded) => {
      for (const { name } of loaded.getEntries()) void keep(name);
    });
    observer.observe({ type: 'resource', buffered: true });
  };
  // Then the site does not open offline.
  begin().catch(() => undefined);
  return () => {
    stopped = true;
    observer?.disconnect();
  };
}
