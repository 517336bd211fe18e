/** What the host says on whatever line there is, for sagas. */
import type { HostEventName, Stamped } from '@contract/kernel/events';
import { buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { watchLine } from './line';
import { hear } from '@web/realtime/socket-events';

/** An event by its name. */
export type HeardEvent<N extends HostEventName> = { [K in N]: { name: K; payload: Stamped<K> } }[N];

/** Everything of these names that is said on whatever line there is, each event once and in its order. */
export const lineEvents = <N extends HostEventName>(names: readonly N[]): EventChannel<HeardEvent<N>> =>
  eventChannel<HeardEvent<N>>(
    (tell) =>
      watchLine((line) => {
        if (line === null) return () => undefined;
        const stops = names.map((name) => hear(line, name, (payload) => tell({ name, payload } as HeardEvent<N>)));
        return () => stops.forEach((stop) => stop());
      }),
    buffers.expanding(),
  );
