/**
 * The page that opens when nothing answers, kept with the code that the site's pages need. It is rendered for nobody, so nothing
 * in it is private; each build, language, theme and text size has its own, and takes the place of the one before.
 */
import Router from 'next/router';

const prefix = 'shell:';
const shellPath = '/offline';
/** Pages that can be read without a connection; the last stands for each conversation. */
const readPaths = ['/home', '/messages', '/messages/0'];

const isCode = (address: string): boolean =>
  /^\/(_next\/static|images|assets\/words)\//.test(new URL(address, window.location.href).pathname);
/** What a page names in its own text. */
const codeIn = (html: string): string[] => html.match(/\/(?:_next\/static|images|assets\/words)\/[\w./~-]+/g) ?? [];

function shellName(): string {
  const { dataset, style, lang } = document.documentElement;
  return prefix + [window.__NEXT_DATA__.buildId, lang, dataset['theme'], style.getPropertyValue('--text-size')].join(':');
}

/** Those before are removed once there is a whole one: until then they still open. */
async function forgetOthers(own: string): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Keeps the page, and all code that is loaded from now on or was before, with `loadParts` and that of her own page where she has one. Returns how to stop. Never fails. */
export function keepShell(ownPath: string | null, loadParts: () => Promise<void>): () => void {
  let stopped = false;
  // Asked anew each time: it may come in any pause.
  const isOver = (): boolean => stopped;
  let observer: PerformanceObserver | undefined;
  const begin = async (): Promise<void> => {
    await navigator.serviceWorker.register('/sw.js');
    const own = shellName();
    if (isOver()) return;
    const cache = await caches.open(own);
    // Fetching is told to the observer too, also where it fails: each address is tried once.
    const tried = new Set<string>();
    const keep = async (address: string): Promise<void> => {
      if (isOver() || !isCode(address) || tried.has(address)) return;
      tried.add(address);
      if ((await cache.match(address)) !== undefined) return;
      await cache.add(address).catch(() => undefined);
    };
    if ((await cache.match(shellPath)) === undefined) {
      const shell = await fetch(shellPath);
      if (!shell.ok) return;
      for (const address of codeIn(await shell.clone().text())) await keep(address);
      const paths = ownPath === null ? readPaths : [...readPaths, ownPath];
      await Promise.allSettled([import('@web/services/transport'), loadParts(), ...paths.map((path) => Router.prefetch(path))]);
      // Last: from now on it counts as whole.
      await cache.put(shellPath, shell);
      await forgetOthers(own);
    }
    if (isOver()) return;
    observer = new PerformanceObserver((loaded) => {
      for (const { name } of loaded.getEntries()) void keep(name);
    });
    observer.observe({ type: 'resource', buffered: true });
  };
  // Without it the site opens with a connection alone.
  begin().catch(() => undefined);
  return () => {
    stopped = true;
    observer?.disconnect();
  };
}
