/** Handlers of modules for client events. */
import type { z } from 'zod';
import type { clientEvents } from '@contract/kernel/client-events';
import type { ClientEventName, ClientEvents, ServerEventName, ServerEvents } from '@contract/kernel/events';
import type { Context } from '../context';
import type { Actor } from '../http/actor';
import type { SocketRoom } from '../outbox/publish';

/** The sender of a client event, and operations on its connection. */
export interface EventSender {
  actor: Actor;
  /** Emits a transient event to a room immediately, without the outbox. */
  emit<N extends ServerEventName>(room: SocketRoom, name: N, payload: ServerEvents[N]): void;
  /** The id of the connection. */
  socketId: string;
  /** Joins or leaves a show's room. */
  join(room: `stream:${string}`): Promise<void>;
  leave(room: `stream:${string}`): Promise<void>;
  /** The country of the client's IP address. */
  country: string | null;
  /** Subscribes the connection to these rooms, instead of the previous ones. */
  watch(rooms: readonly `about:${string}`[]): Promise<void>;
}

/** Handlers by event. Their result is sent to the client; they report errors by throwing. */
export type ClientEventHandlers = {
  [N in Exclude<ClientEventName, 'auth/login'>]: (
    ctx: Context,
    sender: EventSender,
    payload: z.output<(typeof clientEvents)[N]>,
  ) => Promise<ClientEvents[N]['response']>;
};
