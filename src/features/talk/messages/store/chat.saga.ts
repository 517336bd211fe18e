/** Everything about conversations, for as long as one account is signed in. Whoever comes after it finds nothing of it. */
import { perAccount } from '@web/session/store/per-account.saga';
import { fork } from 'typed-redux-saga';
import { conversationsSaga } from './conversations.saga';
import { eventsSaga } from '../../../messages/events.saga';
import { keptSaga } from './cache.saga';
import { marksSaga } from '../../../messages/marks.saga';
import { messagesSaga } from './messages.saga';
import { sendingSaga } from './sending.saga';
import { typingSaga } from '../../../messages/typing.saga';

function* chatOf(accountId: string) {
  yield* fork(conversationsSaga);
  yield* fork(messagesSaga);
  yield* fork(marksSaga);
  yield* fork(typingSaga);
  yield* fork(eventsSaga, accountId);
  yield* fork(sendingSaga, accountId);
  yield* fork(keptSaga);
}

export const chatSaga = () => perAccount(chatOf);
