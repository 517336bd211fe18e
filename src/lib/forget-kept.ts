/**
 * What was kept for reading without a connection goes with the next page that nobody is signed in on: her session ended while no
 * page was open. A script of its own in pages of guests, so that they load no code for it.
 */
import { cookies } from '@contract/kernel/conventions';

/** Under a session that stands, the page for nobody is the one that shows what is kept. */
function forget(name: string): void {
  if (!('caches' in window) || document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))) return;
  caches.keys().then(
    (names) => names.forEach((one) => void caches.delete(one)),
    () => undefined,
  );
}

/** The text of the page's own script. */
export const forgetKeptScript = `(${forget.toString()})(${JSON.stringify(cookies.session)})`;
