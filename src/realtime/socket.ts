/**
 * The socket connection for code outside of components, such as sagas. The shell sets it while someone is signed in; a server render
 * has none.
 */
import type { Ack, ClientEventName, ClientEvents } from '@contract/kernel/events';
import type { Socket } from 'socket.io-client';

export type AppSocket = Pick<Socket, 'on' | 'off' | 'emit' | 'connected'>;

/** Called with the current socket now and at each change. Returns the cleanup for that socket. */
type Watcher = (socket: AppSocket | null) => () => void;

let current: AppSocket | null = null;
let isAuthenticated = false;
const cleanups = new Map<Watcher, () => void>();

/** Sets the socket, which is not authenticated yet; null when it was closed. */
export function setSocket(socket: AppSocket | null): void {
  current = socket;
  isAuthenticated = false;
  for (const [watcher, cleanup] of cleanups) {
    cleanup();
    cleanups.set(watcher, watcher(socket));
  }
}

/** Sets whether the server has authenticated the socket. Until then, the server ignores all other messages. */
export function setSocketAuthenticated(state: 'authenticated' | 'unauthenticated'): void {
  isAuthenticated = state === 'authenticated';
}

/** Watches the socket. Returns the function that unsubscribes. */
export function watchSocket(watcher: Watcher): () => void {
  cleanups.set(watcher, watcher(current));
  return () => {
    cleanups.get(watcher)?.();
    cleanups.delete(watcher);
  };
}

/** Emits to the server; `onResponse` is called with a successful acknowledgement. Returns false without an authenticated connection. */
export function emitToServer<N extends ClientEventName>(
  event: N,
  payload: ClientEvents[N]['payload'],
  onResponse?: (response: ClientEvents[N]['response']) => void,
): boolean {
  if (current === null || !current.connected || !isAuthenticated) return false;
  current.emit(event, payload, (ack: Ack<ClientEvents[N]['response']>) => {
    if (ack.ok) onResponse?.(ack.data);
  });
  return true;
}
