/** A socket of a test account that records every received event, in order. */
import { io, type Socket } from 'socket.io-client';
import type { Ack, ClientEventName, ClientEvents, ServerEventName, Stamped } from '@contract/kernel/events';
import type { TestHost } from './test-host';
import { maxWait_ms } from '../timing/max-wait';

export interface TestSocket {
  /** The received events with this name; a repeated event counts once, as receivers deduplicate it. */
  received<N extends ServerEventName>(name: N): Stamped<N>[];
  /** Emits an event to the server, and returns its acknowledgment. */
  emit<N extends ClientEventName>(name: N, payload: ClientEvents[N]['payload']): Promise<Ack<ClientEvents[N]['response']>>;
  /** Whether the connection is open. */
  isOpen(): boolean;
  close(): void;
}

/** Connects a socket, authenticates it, and records events from then on. */
export async function openSocket(
  testHost: Pick<TestHost, 'url'>,
  token: string,
  extraHeaders: Record<string, string> = {},
): Promise<TestSocket> {
  const socket: Socket = io(testHost.url, {
    transports: ['websocket'],
    reconnection: false,
    query: { token },
    forceNew: true,
    extraHeaders,
  });
  const events: { name: string; payload: { eventId: string } }[] = [];
  socket.onAny((name: string, payload: { eventId: string }) => {
    if (events.every((recorded) => recorded.payload.eventId !== payload.eventId)) events.push({ name, payload });
  });
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
  return {
    received: <N extends ServerEventName>(name: N) =>
      events.filter((event) => event.name === name).map(({ payload }) => payload as unknown as Stamped<N>),
    emit: async (name, payload) => (await socket.timeout(maxWait_ms).emitWithAck(name, payload)) as never,
    isOpen: () => socket.connected,
    close: () => {
      socket.close();
    },
  };
}
