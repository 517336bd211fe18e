/** Everything about conversations, for as long as one account is signed in. Whoever comes after it finds nothing of it. */
import { loginSucceeded, sessionEnded, signedOut } from '@web/session/auth.slice';
import type { SessionState } from '@web/session/state';
import { cancel, fork, select, spawn, take } from 'typed-redux-saga';
import { conversationsSaga } from './conversations.saga';
import { eventsSaga } from './events.saga';
import { marksSaga } from './marks.saga';
import { messagesSaga } from './messages.saga';
import { sendingSaga } from './sending.saga';
import { typingSaga } from './typing.saga';

function* chatOf(accountId: string) {
  yield* fork(conversationsSaga);
  yield* fork(messagesSaga);
  yield* fork(marksSaga);
  yield* fork(typingSaga);
  yield* fork(eventsSaga, accountId);
  yield* fork(sendingSaga, accountId);
}

export function* chatSaga() {
  for (;;) {
    const accountId = yield* select((state: SessionState) => state.user.current?._id);
    // Spawned: what fails in it must not end what starts it again for the next account.
    const chat = accountId === undefined ? null : yield* spawn(chatOf, accountId);
    yield* take([loginSucceeded, signedOut, sessionEnded]);
    if (chat) yield* cancel(chat);
  }
}
