/** All sagas of conversations, running while one account is signed in; the next account starts with an empty state. */
import { perAccount } from '@web/session/store/per-account.saga';
import { fork } from 'typed-redux-saga';
import { conversationsSaga } from './conversations.saga';
import { eventsSaga } from './events.saga';
import { cacheSaga } from './cache.saga';
import { marksSaga } from './marks.saga';
import { messagesSaga } from './messages.saga';
import { reactionsSaga } from './reactions.saga';
import { sendingSaga } from './sending.saga';
import { typingSaga } from './typing.saga';

function* runChat(accountId: string) {
  yield* fork(conversationsSaga);
  yield* fork(messagesSaga);
  yield* fork(reactionsSaga);
  yield* fork(marksSaga);
  yield* fork(typingSaga);
  yield* fork(eventsSaga, accountId);
  yield* fork(sendingSaga, accountId);
  yield* fork(cacheSaga);
}

export const messagingSaga = () => perAccount(runChat);
