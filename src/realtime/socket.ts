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

/** Sets the socket, which is not yet authenticated; null: there is none. */
export function setSocket(socket: AppSocket | null): void {
  current = socket;
  isAuthenticated = false;
  for (const [watcher, cleanup] of cleanups) {
    cleanup();
    cleanups.set(watcher, watcher(socket));
  }
}

/** Whether the server has authenticated the socket. Before that it ignores all other messages. */
export function setSocketAuthenticated(isNowAuthenticated: 'proven' | 'unproven'): void {
  isAuthenticated = isNowAuthenticated === 'proven';
}

/** Watches the socket. Returns the function that unsubscribes. */
export function watchSocket(watcher: Watcher): () => void {
  cleanups.set(watcher, watcher(current));
  return () => {
    cleanups.get(watcher)?.();
    cleanups.delete(watcher);
  };
}

/** Emits to the server; `answered` is called with a successful acknowledgement. Returns false without an authenticated connection. */
export function emitToServer<N extends ClientEventName>(
  event: N,
  payload: ClientEvents[N]['payload'],
  answered?: (answer: ClientEvents[N]['answer']) => void,
): boolean {
  if (current === null || !current.connected || !isAuthenticated) return false;
  current.emit(event, payload, (ack: Ack<ClientEvents[N]['answer']>) => {
    if (ack.ok) answered?.(ack.data);
  });
  return true;
}
