/** Work that belongs to one account: begun for whoever is signed in, and ended with the session. */
import { cancel, select, spawn, take } from 'typed-redux-saga';
import { loginSucceeded, sessionEnded, signedOut } from './auth.slice';
import type { SessionState } from './state';

/** After each of these somebody else is signed in, or nobody. */
export const whoChanged = [loginSucceeded, signedOut, sessionEnded];

/** Runs `work` for the account that is signed in, again for each that comes after it. Whoever comes finds nothing of it running. */
export function* perAccount(work: (accountId: string) => Generator) {
  for (;;) {
    const accountId = yield* select((state: SessionState) => state.user.current?._id);
    // Spawned: what fails in it must not end what starts it again for the next account.
    const running = accountId === undefined ? null : yield* spawn(work, accountId);
    yield* take(whoChanged);
    if (running) yield* cancel(running);
  }
}
