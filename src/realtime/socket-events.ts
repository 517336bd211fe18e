/**
 * Hearing what the host says. The shell holds the connection and provides it here, so that every feature may listen
 * without knowing the shell. Events are delivered at least once; a listener hears each of them once.
 */
import type { HostEventName, Stamp, Stamped } from '@contract/kernel/events';
import { createContext, useContext, useEffect } from 'react';
import type { Socket } from 'socket.io-client';

/** The part of a connection that listeners need. */
export type EventSource = Pick<Socket, 'on' | 'off'>;

/** How many events a listener remembers: more than a host sends again after a fault. */
const remembered = 200;

/** Whether an event is new to its listener. */
function memory(): (eventId: string) => boolean {
  const known = new Set<string>();
  return (eventId) => {
    if (known.has(eventId)) return false;
    known.add(eventId);
    const [oldest] = known;
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return true;
  };
}

/** Hears of each `event` once, however often it is delivered; answers how to stop. */
export function hear<N extends HostEventName>(source: EventSource, event: N, listener: (payload: Stamped<N>) => void): () => void {
  const isNew = memory();
  const heard = (payload: Stamped<N>): void => {
    if (isNew(payload.eventId)) listener(payload);
  };
  source.on<string>(event, heard);
  return () => {
    source.off<string>(event, heard);
  };
}

/** The connection of the signed-in person, or null while there is none. */
export const SocketContext = createContext<EventSource | null>(null);

/** Hears of `event` while the component is on screen. `listener` should be stable. */
export function useSocketEvent<N extends HostEventName>(event: N, listener: (payload: Stamped<N>) => void): void {
  const source = useContext(SocketContext);
  useEffect(() => (source ? hear(source, event, listener) : undefined), [source, event, listener]);
}

/** What an event carries, as an endpoint would answer it. */
export function unstamped<T extends Stamp>(event: T): Omit<T, keyof Stamp> {
  const payload: Omit<T, keyof Stamp> & Partial<Stamp> = { ...event };
  delete payload.eventId;
  delete payload.at;
  return payload;
}
