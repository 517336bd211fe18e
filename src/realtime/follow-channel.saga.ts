/** Event channels from outside the store, for the lifetime of a saga. */
import { eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { fork, take } from 'typed-redux-saga';

/** Forks `each` for every event of `channel`, and closes the channel when it is cancelled. Use with `fork`. */
export function* follow<T>(channel: EventChannel<T & NonNullable<unknown>>, each: (event: T) => Generator) {
  try {
    for (;;) yield* fork(each, yield* take(channel));
  } finally {
    channel.close();
  }
}

/** A channel of the window's events `name` that pass the filter `counts`. */
export const windowEvents = (name: string, counts: (event: Event) => boolean = () => true): EventChannel<true> =>
  eventChannel<true>((emit) => {
    const listener = (event: Event) => {
      if (counts(event)) emit(true);
    };
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  });
