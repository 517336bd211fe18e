/** Hearing what comes from outside of the store for as long as a saga runs. */
import { eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { fork, take } from 'typed-redux-saga';

/** Does `each` for everything that `channel` brings, and lets go of it when it is cancelled; to be forked. */
export function* follow<T>(channel: EventChannel<T & NonNullable<unknown>>, each: (heard: T) => Generator) {
  try {
    for (;;) yield* fork(each, yield* take(channel));
  } finally {
    channel.close();
  }
}

/** Each `name` that the window says and that counts. */
export const windowEvents = (name: string, counts: (event: Event) => boolean = () => true): EventChannel<true> =>
  eventChannel<true>((tell) => {
    const heard = (event: Event) => {
      if (counts(event)) tell(true);
    };
    window.addEventListener(name, heard);
    return () => window.removeEventListener(name, heard);
  });
