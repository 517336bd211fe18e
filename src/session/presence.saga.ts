/** Subscribes to the presence of the accounts on screen. Each subscription replaces the previous one. */
import * as limits from '@contract/kernel/limits';
import { buffers, eventChannel } from 'redux-saga';
import { delay, put, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { presenceWatched, socketAuthenticated } from './store/intents';
import { emitToServer } from '@web/realtime/socket';
import { presenceChanged } from './store/presence.slice';
import { createAction } from './store/slice';

const watchedChanged = createAction('presence/watchedChanged');

const requestPresence = (accountIds: string[]) =>
  eventChannel<string[]>((emit) => {
    emitToServer('presence/watch', { accountIds }, ({ online }) => emit(online));
    return () => undefined;
  }, buffers.sliding(1));

export function* presenceSaga() {
  const idsByScreen = new Map<string, string[]>();
  let subscribed = '';

  function* subscribe() {
    // When one screen replaces another, both changes come in the same tick.
    yield* delay(0);
    const accountIds = [...new Set([...idsByScreen.values()].flat())].slice(0, limits.watchedMax);
    if (subscribed === accountIds.join(' ')) return;
    subscribed = accountIds.join(' ');
    const online = yield* take(requestPresence(accountIds));
    for (const accountId of accountIds) yield* put(presenceChanged({ accountId, isOnline: online.includes(accountId) }));
  }

  yield* takeLatest(watchedChanged, subscribe);
  yield* takeEvery(presenceWatched, function* ({ payload: { screen, accountIds } }) {
    if (accountIds.length === 0) idsByScreen.delete(screen);
    else idsByScreen.set(screen, accountIds);
    yield* put(watchedChanged());
  });
  yield* takeEvery(socketAuthenticated, function* () {
    // A new connection has no subscriptions, which equals a subscription to no accounts.
    subscribed = '';
    yield* put(watchedChanged());
  });
}
