/** What modules do when a device says something over its socket. */
import type { z } from 'zod';
import type { clientEvents } from '@contract/kernel/client-events';
import type { ClientEventName, ClientEvents, HostEventName, HostEvents } from '@contract/kernel/events';
import type { Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import type { Room } from '../platform/outbox/publish';

/** Who spoke, and what may be done with her connection. */
export interface Speaker {
  actor: Actor;
  /** Tells a room something at once that is not worth keeping. */
  tell<N extends HostEventName>(room: Room, name: N, payload: HostEvents[N]): void;
  /** The connection that she speaks on. */
  socketId: string;
  /** Lets the connection hear what is told in a show's room, or no more. */
  enter(room: `stream:${string}`): Promise<void>;
  leave(room: `stream:${string}`): Promise<void>;
  /** Where she is, as far as her address tells. */
  country: string | null;
  /** Lets the connection hear of these people, and of no others. */
  watch(rooms: readonly `about:${string}`[]): Promise<void>;
}

/** By event: refusals are thrown; the answer goes back to the device. */
export type Heard = {
  [N in Exclude<ClientEventName, 'auth/login'>]: (
    ctx: Context,
    speaker: Speaker,
    payload: z.output<(typeof clientEvents)[N]>,
  ) => Promise<ClientEvents[N]['answer']>;
};
