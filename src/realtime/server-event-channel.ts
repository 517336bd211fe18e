/** Server events of the current socket, for sagas. */
import type { ServerEventName, Stamped } from '@contract/kernel/events';
import { buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { watchSocket } from './socket';
import { onServerEvent } from './socket-events';

/** An event with its name and payload. */
export type ReceivedEvent<N extends ServerEventName> = { [K in N]: { name: K; payload: Stamped<K> } }[N];

/** A channel of the events with these names, across reconnections. Each event is emitted once, in order. */
export const serverEventChannel = <N extends ServerEventName>(names: readonly N[]): EventChannel<ReceivedEvent<N>> =>
  eventChannel<ReceivedEvent<N>>(
    (emit) =>
      watchSocket((socket) => {
        if (socket === null) return () => undefined;
        const unsubscribes = names.map((name) => onServerEvent(socket, name, (payload) => emit({ name, payload } as ReceivedEvent<N>)));
        return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
      }),
    buffers.expanding(),
  );
