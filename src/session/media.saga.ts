/** Restores a lost media cookie by refetching the account, which sets it. At most once a minute. */
import { hasHeldMedia, loadHeldMedia, mediaLostEvent } from '@web/lib/media-recovery';
import { services } from '@web/services/services';
import { call, put, select, take } from 'typed-redux-saga';
import { windowEvents } from '@web/realtime/event-channels.saga';
import type { SessionState } from './store/state';
import { userReplaced } from './store/user.slice';

/** A browser that loses the cookie sooner does not store it, so retrying would not help. */
const pause_ms = 60_000;

/** The response sets the cookie. If the request fails, the images stay broken. */
function* refetchAccount() {
  try {
    yield* put(userReplaced(yield* call(services.users['GET /users/me'])));
  } catch {
    // The API client reports a rejected session by itself.
  }
}

export function* mediaSaga() {
  const lost = yield* call(windowEvents, mediaLostEvent);
  let refetchedAt_ms = -pause_ms;
  for (;;) {
    if (!hasHeldMedia()) yield* take(lost);
    const isSignedIn = yield* select((state: SessionState) => state.auth.loggedIn);
    if (isSignedIn && performance.now() - refetchedAt_ms >= pause_ms) {
      refetchedAt_ms = performance.now();
      yield* call(refetchAccount);
    }
    loadHeldMedia();
  }
}
