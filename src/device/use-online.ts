/** Whether the browser reports a network connection (`navigator.onLine`). */
import { useSyncExternalStore } from 'react';

function watchConnection(watcher: () => void): () => void {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

/** True on the server, so that features are disabled only where a connection is known to be missing. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
