/** All sagas of shows, running while one account is signed in. */
import { services } from '@web/services/services';
import * as limits from '@contract/kernel/limits';
import { socketAuthenticated } from '@web/session/store/intents';
import { perAccount } from '@web/session/store/per-account.saga';
import { call, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { streamChatSaga } from './chat.saga';
import { showEventsSaga } from './events.saga';
import { showPresenceSaga } from './presence.saga';
import { privateRequestsRemoved, privateRequestAdded, privateRequestsLoaded } from './requests.slice';
import type { LazyState } from './state';

/** Loads requests that a performer missed while offline. Repeats the load if a request event arrives during it. */
function* loadRequests() {
  const isPerformer = yield* select(({ user }: LazyState) => user.current?.isPerformer === true && user.current.helper === null);
  if (!isPerformer) return;
  try {
    for (;;) {
      const { page } = yield* race({
        page: call(services.streaming['GET /streaming/private-requests'], {
          query: { status: 'pending' as const, limit: limits.page.limitMax },
        }),
        invalidated: take([privateRequestAdded, privateRequestsRemoved]),
      });
      if (page === undefined) continue;
      // The API lists the newest first.
      yield* put(privateRequestsLoaded([...page.data].reverse()));
      return;
    }
  } catch {
    // The next connection tries again.
  }
}

function* runShows() {
  yield* fork(streamChatSaga);
  yield* fork(showPresenceSaga);
  yield* fork(showEventsSaga);
  yield* takeLatest(socketAuthenticated, loadRequests);
}

export const showsSaga = () => perAccount(runShows);
