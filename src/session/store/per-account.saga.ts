/** Runs sagas per signed-in account, and cancels them at the end of the session. */
import { cancel, select, spawn, take } from 'typed-redux-saga';
import { keepRunning } from './keep-running.saga';
import { loginSucceeded, sessionEnded, signedOut } from './auth.slice';
import type { SessionState } from './state';

/** The actions that change the signed-in account. */
export const accountChanged = [loginSucceeded, signedOut, sessionEnded];

/** Runs `work` for each signed-in account, and again when it fails. It is canceled before the next account's run starts. */
export function* perAccount(work: (accountId: string) => Generator) {
  for (;;) {
    const accountId = yield* select((state: SessionState) => state.user.current?._id);
    // Spawned, not forked: a failure in `work` must not end this loop.
    const running = accountId === undefined ? null : yield* spawn(keepRunning, () => work(accountId));
    yield* take(accountChanged);
    if (running) yield* cancel(running);
  }
}
