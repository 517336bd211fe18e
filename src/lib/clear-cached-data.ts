/**
 * Deletes the offline cache on the first page without a session, for sessions that ended while no page was open. It runs as an inline
 * script of guest pages, so that they load no module for it.
 */
import { cookies } from '@contract/kernel/conventions';

/** With a valid session, the page without an account is the offline page, which reads this cache. */
function clearCaches(name: string): void {
  if (!('caches' in window) || document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))) return;
  caches.keys().then(
    (names) => names.forEach((cacheName) => void caches.delete(cacheName)),
    () => undefined,
  );
}

/** The source of the inline script. */
export const clearOfflineCacheScript = `(${clearCaches.toString()})(${JSON.stringify(cookies.session)})`;
