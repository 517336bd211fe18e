/**
 * Caches the offline page with the assets of the site's pages. The page is rendered without an account, so it contains no private data.
 * Each build, language, theme and text size has its own cache, which replaces the previous one.
 */
import Router from 'next/router';

const prefix = 'shell:';
const shellPath = '/offline';
/** Pages that can be read offline. The last one is an example of a conversation. */
const offlinePaths = ['/home', '/messages', '/messages/0'];

const isAsset = (url: string): boolean => /^\/(_next\/static|images|assets\/words)\//.test(new URL(url, window.location.href).pathname);
/** The asset URLs in a page's HTML. */
const assetUrlsIn = (html: string): string[] => html.match(/\/(?:_next\/static|images|assets\/words)\/[\w./~-]+/g) ?? [];

function shellCacheName(): string {
  const { dataset, style, lang } = document.documentElement;
  return prefix + [window.__NEXT_DATA__.buildId, lang, dataset['theme'], style.getPropertyValue('--text-size')].join(':');
}

/** Deletes older caches. Called once the new one is complete; until then the old ones still work. */
async function deleteOtherShells(currentName: string): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== currentName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * Caches the offline page and all assets that this page has loaded or will load. `loadParts` loads the components for signed-in people;
 * `ownPath` is the performer's profile page. Returns a function that stops the caching. Never fails.
 */
export function cacheShell(ownPath: string | null, loadParts: () => Promise<void>): () => void {
  let stopped = false;
  // A function, since `stopped` may change during any await.
  const isStopped = (): boolean => stopped;
  let observer: PerformanceObserver | undefined;
  const start = async (): Promise<void> => {
    await navigator.serviceWorker.register('/sw.js');
    const currentName = shellCacheName();
    if (isStopped()) return;
    const cache = await caches.open(currentName);
    // The observer reports these fetches too, even failed ones: each URL is fetched once.
    const attempted = new Set<string>();
    const cacheAsset = async (url: string): Promise<void> => {
      if (isStopped() || !isAsset(url) || attempted.has(url)) return;
      attempted.add(url);
      if ((await cache.match(url)) !== undefined) return;
      await cache.add(url).catch(() => undefined);
    };
    if ((await cache.match(shellPath)) === undefined) {
      const shell = await fetch(shellPath);
      if (!shell.ok) {
        // An unread response keeps its connection busy, and a page has few.
        await shell.body?.cancel();
        return;
      }
      for (const url of assetUrlsIn(await shell.clone().text())) await cacheAsset(url);
      const paths = ownPath === null ? offlinePaths : [...offlinePaths, ownPath];
      await Promise.allSettled([import('@web/services/transport'), loadParts(), ...paths.map((path) => Router.prefetch(path))]);
      // Last, since it marks the cache as complete.
      await cache.put(shellPath, shell);
      await deleteOtherShells(currentName);
    }
    if (isStopped()) return;
    observer = new PerformanceObserver((loaded) => {
      for (const { name } of loaded.getEntries()) void cacheAsset(name);
    });
    observer.observe({ type: 'resource', buffered: true });
  };
  // On failure the site does not open offline.
  start().catch(() => undefined);
  return () => {
    stopped = true;
    observer?.disconnect();
  };
}
