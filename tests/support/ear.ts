/** Somebody who listens at the socket: every event that reached her, in order. */
import { io, type Socket } from 'socket.io-client';
import type { Ack, ClientEventName, ClientEvents, HostEventName, Stamped } from '@contract/kernel/events';
import type { World } from '../kit/host/test-host';

export interface Ear {
  /** What was heard under this name so far; a repetition counts once, as receivers count it. */
  heard<N extends HostEventName>(name: N): Stamped<N>[];
  /** Says something to the host, and gives its answer. */
  say<N extends ClientEventName>(name: N, payload: ClientEvents[N]['payload']): Promise<Ack<ClientEvents[N]['answer']>>;
  /** Whether the host still lets her be there. */
  isOpen(): boolean;
  close(): void;
}

/** Signs a socket in and listens from then on. */
export async function listenAs(world: Pick<World, 'url'>, token: string, extraHeaders: Record<string, string> = {}): Promise<Ear> {
  const socket: Socket = io(world.url, { transports: ['websocket'], reconnection: false, query: { token }, forceNew: true, extraHeaders });
  const events: { name: string; payload: { eventId: string } }[] = [];
  socket.onAny((name: string, payload: { eventId: string }) => {
    if (events.every((known) => known.payload.eventId !== payload.eventId)) events.push({ name, payload });
  });
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  await socket.timeout(5000).emitWithAck('auth/login', { token });
  return {
    heard: <N extends HostEventName>(name: N) =>
      events.filter((event) => event.name === name).map(({ payload }) => payload as unknown as Stamped<N>),
    say: async (name, payload) => (await socket.timeout(5000).emitWithAck(name, payload)) as never,
    isOpen: () => socket.connected,
    close: () => {
      socket.close();
    },
  };
}
