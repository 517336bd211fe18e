/** The slices that conversations add to the store. They load lazily with the sagas: absent before, and always absent for guests. */
import type { SessionState } from '@web/session/store/state';
import { conversationsReducer } from './conversations.slice';
import { threadsReducer } from './threads.slice';
import { typingReducer } from './typing.slice';
import { queueReducer } from './queue.slice';

export const messagesReducers = {
  conversations: conversationsReducer,
  threads: threadsReducer,
  waiting: queueReducer,
  typing: typingReducer,
};

export type MessagesState = { [K in keyof typeof messagesReducers]: ReturnType<(typeof messagesReducers)[K]> };
/** The store as screens see it. */
export type EarlyState = SessionState & Partial<MessagesState>;
/** The store as sagas see it. */
export type LazyState = SessionState & MessagesState;
