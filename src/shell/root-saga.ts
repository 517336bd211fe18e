/** All sagas of the product, and how they are put to a store. Loaded late, in browsers only. */
import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { accountSaga } from '@web/session/account.saga';
import { sessionSaga } from '@web/session/session.saga';
import { spawn } from 'typed-redux-saga';
import type { StartSagas } from './saga-gate';

/** Spawned, not forked: a saga that fails takes none of the others with it. */
function* rootSaga() {
  yield* spawn(sessionSaga);
  yield* spawn(accountSaga);
}

export const startSagas: StartSagas = (store, world) => {
  const channel = stdChannel<Action>();
  runSaga({ channel, dispatch: store.dispatch, getState: store.getState, context: { world } }, rootSaga);
  return (action) => channel.put(action);
};
