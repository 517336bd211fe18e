/** Tells the host whose coming and going the screens show: all of them together, in place of those named before. */
import * as limits from '@contract/kernel/limits';
import { buffers, eventChannel } from 'redux-saga';
import { delay, put, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { presenceWatched, socketProven } from './intents';
import { say } from './line';
import { presenceChanged } from './store/presence.slice';
import { creatorOf } from './store/slice';

const watchedChanged = creatorOf('presence/watchedChanged');

const askFor = (accountIds: string[]) =>
  eventChannel<string[]>((tell) => {
    say('presence/watch', { accountIds }, ({ online }) => tell(online));
    return () => undefined;
  }, buffers.sliding(1));

export function* presenceSaga() {
  const shown = new Map<string, string[]>();
  let told = '';

  function* tell() {
    // A screen that takes another's place goes and comes in one turn.
    yield* delay(0);
    const accountIds = [...new Set([...shown.values()].flat())].slice(0, limits.watchedMax);
    if (told === accountIds.join(' ')) return;
    told = accountIds.join(' ');
    const online = yield* take(askFor(accountIds));
    for (const accountId of accountIds) yield* put(presenceChanged({ accountId, isOnline: online.includes(accountId) }));
  }

  yield* takeLatest(watchedChanged, tell);
  yield* takeEvery(presenceWatched, function* ({ payload: { screen, accountIds } }) {
    if (accountIds.length === 0) shown.delete(screen);
    else shown.set(screen, accountIds);
    yield* put(watchedChanged());
  });
  yield* takeEvery(socketProven, function* () {
    // A new line knows nothing of what the last one was told; and nobody to watch is what it knows already.
    told = '';
    yield* put(watchedChanged());
  });
}
