/** Everything about shows, for as long as one account is signed in. */
import { privateShowService } from '@web/services/streaming.service';
import * as limits from '@contract/limits';
import { socketProven } from '@web/session/intents';
import { perAccount } from '@web/session/per-account.saga';
import { call, fork, put, select, takeLatest } from 'typed-redux-saga';
import { streamChatSaga } from './chat.saga';
import { showEventsSaga } from './events.saga';
import { privateRequestsRead } from './requests.slice';
import type { LateState } from './state';

/** What a performer missed while no connection told her of it. */
function* readRequests() {
  const isPerformer = yield* select(({ user }: LateState) => user.current?.isPerformer === true && user.current.helper === null);
  if (!isPerformer) return;
  try {
    const { data } = yield* call(privateShowService.list, { status: 'pending' as const, limit: limits.page.limitMax });
    // The host lists the newest first.
    yield* put(privateRequestsRead([...data].reverse()));
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
