/** All sagas of the product with the slices that only they change, and how they are put to a store. Loaded late, in browsers only. */
import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from 'redux';
import { accountSaga } from '@web/session/account.saga';
import { keptSaga } from '@web/session/kept.saga';
import { mediaSaga } from '@web/session/media.saga';
import { chatSaga } from '@web/features/talk/messages/store/chat.saga';
import { messagesReducers } from '@web/features/talk/messages/store/state';
import { showsSaga } from '@web/features/live/streaming/store/shows.saga';
import { streamingReducers } from '@web/features/live/streaming/store/state';
import { presenceSaga } from '@web/session/presence.saga';
import { sessionSaga } from '@web/session/session.saga';
import { spawn } from 'typed-redux-saga';
import type { StartSagas } from './saga-gate';

/** Put into the store before the sagas run. */
export const lateReducers = { ...messagesReducers, ...streamingReducers };

/** Spawned, not forked: a saga that fails takes none of the others with it. */
function* rootSaga() {
  yield* spawn(sessionSaga);
  yield* spawn(accountSaga);
  yield* spawn(mediaSaga);
  yield* spawn(presenceSaga);
  yield* spawn(keptSaga);
  yield* spawn(chatSaga);
  yield* spawn(showsSaga);
}

export const startSagas: StartSagas = (store, world) => {
  const channel = stdChannel<Action>();
  runSaga({ channel, dispatch: store.dispatch, getState: store.getState, context: { world } }, rootSaga);
  return (action) => channel.put(action);
};
