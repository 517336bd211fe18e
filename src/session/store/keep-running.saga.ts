/** Starts a saga again when an unexpected error ends it, so that one bug does not switch off a feature until the page is reloaded. */
import { call, delay } from 'typed-redux-saga';

/** A saga that fails sooner than this after its start waits as long before the next start: no endless loop. */
const restartPause_ms = 1000;

/** Runs `work` until it returns or is cancelled. An error is logged. */
export function* keepRunning(work: () => Generator) {
  for (;;) {
    const startedAt = Date.now();
    try {
      yield* call(work);
      return;
    } catch (error) {
      console.error(error);
      // Without a pause where possible: an action that is dispatched during it would be lost.
      if (Date.now() - startedAt < restartPause_ms) yield* delay(restartPause_ms);
    }
  }
}
