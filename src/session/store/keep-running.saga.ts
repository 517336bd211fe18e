/** Starts a saga again when an unexpected error ends it, so that one bug does not switch off a feature until the page is reloaded. */
import { call, delay } from 'typed-redux-saga';

/** A saga that fails within this time after its start waits as long before the next start, so that it does not loop at full speed. */
const restartPause_ms = 1000;

/** Runs `work` until it returns or is canceled. Errors are logged. */
export function* keepRunning(work: () => Generator) {
  for (;;) {
    const startedAt = Date.now();
    try {
      yield* call(work);
      return;
    } catch (error) {
      console.error(error);
      // There is no pause after a longer run: actions dispatched during the pause would be lost.
      if (Date.now() - startedAt < restartPause_ms) yield* delay(restartPause_ms);
    }
  }
}
