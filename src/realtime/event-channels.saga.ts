/** Channels of events from outside the store, such as those of the socket or the window. */
import { eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { fork, take } from 'typed-redux-saga';

/** Forks `worker` for each event of `channel`, and closes the channel when canceled. Use it with `fork`, since it runs until then. */
export function* forEachEvent<T>(channel: EventChannel<T & NonNullable<unknown>>, worker: (event: T) => Generator) {
  try {
    for (;;) yield* fork(worker, yield* take(channel));
  } finally {
    channel.close();
  }
}

/** A channel of the window's events `name` for which `accepts` returns true. */
export const windowEvents = (name: string, accepts: (event: Event) => boolean = () => true): EventChannel<true> =>
  eventChannel<true>((emit) => {
    const listener = (event: Event) => {
      if (accepts(event)) emit(true);
    };
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  });
