/** All sagas, and the slices that only they change. Loaded on demand, in browsers only. */
import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from 'redux';
import { accountSaga } from '@web/session/account.saga';
import { offlineSaga } from '@web/session/offline-cache.saga';
import { mediaSaga } from '@web/session/media.saga';
import { messagingSaga } from '@web/features/talk/messages/store/chat.saga';
import { messagesReducers } from '@web/features/talk/messages/store/state';
import { showsSaga } from '@web/features/live/streaming/store/shows.saga';
import { streamingReducers } from '@web/features/live/streaming/store/state';
import { keepRunning } from '@web/session/store/keep-running.saga';
import { presenceSaga } from '@web/session/presence.saga';
import { sessionSaga } from '@web/session/session.saga';
import { spawn } from 'typed-redux-saga';
import type { StartSagas } from './saga-gate';

/** Added to the store before the sagas run. */
export const lateReducers = { ...messagesReducers, ...streamingReducers };

/** Spawned, not forked: a failing saga does not end the others. It starts again. */
function* rootSaga() {
  for (const saga of [sessionSaga, accountSaga, mediaSaga, presenceSaga, offlineSaga, messagingSaga, showsSaga]) {
    yield* spawn(keepRunning, saga);
  }
}

export const startSagas: StartSagas = (store, context) => {
  const channel = stdChannel<Action>();
  runSaga({ channel, dispatch: store.dispatch, getState: store.getState, context: { sagaContext: context } }, rootSaga);
  return (action) => channel.put(action);
};
