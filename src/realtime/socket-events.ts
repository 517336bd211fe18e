/**
 * Listens to server events. The shell owns the connection and provides it through this context, so that features do not depend on the
 * shell. The server delivers events at least once; listeners receive each event once.
 */
import type { ServerEventName, EventStamp, Stamped } from '@contract/kernel/events';
import { createContext, useContext, useEffect } from 'react';
import type { Socket } from 'socket.io-client';

/** The part of a socket that listeners need. */
export type EventSocket = Pick<Socket, 'on' | 'off'>;

/** Event ids that a listener remembers: more than the server redelivers after a failure. */
const rememberedMax = 200;

/** Returns a function that reports whether an event id is new. */
function deduplicator(): (eventId: string) => boolean {
  const seen = new Set<string>();
  return (eventId) => {
    if (seen.has(eventId)) return false;
    seen.add(eventId);
    const [oldest] = seen;
    if (seen.size > rememberedMax && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}

/** Calls `listener` once per event, even if it is delivered again. Returns the function that unsubscribes. */
export function onServerEvent<N extends ServerEventName>(
  source: EventSocket,
  event: N,
  listener: (payload: Stamped<N>) => void,
): () => void {
  const isNew = deduplicator();
  const handler = (payload: Stamped<N>): void => {
    if (isNew(payload.eventId)) listener(payload);
  };
  source.on<string>(event, handler);
  return () => {
    source.off<string>(event, handler);
  };
}

/** The socket of the signed-in person; null without a connection. */
export const SocketContext = createContext<EventSocket | null>(null);

/** Listens to `event` while the component is mounted. `listener` should be stable. */
export function useSocketEvent<N extends ServerEventName>(event: N, listener: (payload: Stamped<N>) => void): void {
  const source = useContext(SocketContext);
  useEffect(() => (source ? onServerEvent(source, event, listener) : undefined), [source, event, listener]);
}

/** The payload of an event without its stamp, as an endpoint would return it. */
export function unstamped<T extends EventStamp>(event: T): Omit<T, keyof EventStamp> {
  const payload: Omit<T, keyof EventStamp> & Partial<EventStamp> = { ...event };
  delete payload.eventId;
  delete payload.at;
  return payload;
}
