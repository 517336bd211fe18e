/** Everything about shows, for as long as one account is signed in. */
import { services } from '@web/services/services';
import * as limits from '@contract/kernel/limits';
import { socketProven } from '@web/session/intents';
import { perAccount } from '@web/session/store/per-account.saga';
import { call, fork, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { streamChatSaga } from './chat.saga';
import { showEventsSaga } from './events.saga';
import { privateRequestAccessed, privateRequestAdded, privateRequestsRead } from './requests.slice';
import type { LateState } from './state';

/** What a performer missed while no connection told her of it. Asked for anew when she is told of a request meanwhile. */
function* readRequests() {
  const isPerformer = yield* select(({ user }: LateState) => user.current?.isPerformer === true && user.current.helper === null);
  if (!isPerformer) return;
  try {
    for (;;) {
      const { page } = yield* race({
        page: call(services.streaming['GET /streaming/private-requests'], {
          query: { status: 'pending' as const, limit: limits.page.limitMax },
        }),
        overtaken: take([privateRequestAdded, privateRequestAccessed]),
      });
      if (page === undefined) continue;
      // The host lists the newest first.
      yield* put(privateRequestsRead([...page.data].reverse()));
      return;
    }
  } catch {
    // The next connection asks again.
  }
}

function* showsOf() {
  yield* fork(streamChatSaga);
  yield* fork(showEventsSaga);
  yield* takeLatest(socketProven, readRequests);
}

export const showsSaga = () => perAccount(showsOf);
