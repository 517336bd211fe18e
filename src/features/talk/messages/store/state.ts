/** The slices that conversations add to the store. They load lazily with the sagas: absent before, and always absent for guests. */
import type { SessionState } from '@web/session/store/state';
import { conversationsReducer } from './conversations.slice';
import { threadsReducer } from './threads.slice';
import { typingReducer } from './typing.slice';
import { queueReducer } from './queue.slice';

export const messagesReducers = {
  conversations: conversationsReducer,
  threads: threadsReducer,
  queue: queueReducer,
  typing: typingReducer,
};

export type MessagesState = { [K in keyof typeof messagesReducers]: ReturnType<(typeof messagesReducers)[K]> };
/** The state in screens, where the lazy slices may not have loaded. */
export type EarlyState = SessionState & Partial<MessagesState>;
/** The state in sagas, which start after the lazy slices have loaded. */
export type LazyState = SessionState & MessagesState;
