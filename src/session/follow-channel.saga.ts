/** Hearing what comes from outside of the store for as long as a saga runs. */
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
