/** Gets the cookie that opens media again when the browser has lost it: with the own account, and at most once a minute. */
import { isMediaHeld, loadHeldMedia, mediaLost } from '@web/lib/media-recovery';
import { services } from '@web/services/services';
import { call, put, select, take } from 'typed-redux-saga';
import { windowEvents } from '@web/realtime/follow-channel.saga';
import type { SessionState } from './store/state';
import { userReplaced } from './store/user.slice';

/** A cookie that is lost again so soon is not kept by this browser. */
const pause_ms = 60_000;

/** The answer brings the cookie; a host that is away leaves the pictures as broken as they are. */
function* askAgain() {
  try {
    yield* put(userReplaced(yield* call(services.users['GET /users/me'])));
  } catch {
    // A refused session is told to the session by the client itself.
  }
}

export function* mediaSaga() {
  const lost = yield* call(windowEvents, mediaLost);
  let askedAt_ms = -pause_ms;
  for (;;) {
    if (!isMediaHeld()) yield* take(lost);
    const isSignedIn = yield* select((state: SessionState) => state.auth.loggedIn);
    if (isSignedIn && performance.now() - askedAt_ms >= pause_ms) {
      askedAt_ms = performance.now();
      yield* call(askAgain);
    }
    loadHeldMedia();
  }
}
