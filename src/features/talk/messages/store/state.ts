/** What conversations add to the store. It comes late, with the sagas: until then, and for guests for ever, it is not there. */
import type { SessionState } from '@web/session/store/state';
import { conversationsReducer } from './conversations.slice';
import { threadsReducer } from './threads.slice';
import { typingReducer } from '../../../messages/typing.slice';
import { waitingReducer } from '../../../messages/waiting.slice';

export const messagesReducers = {
  conversations: conversationsReducer,
  threads: threadsReducer,
  waiting: waitingReducer,
  typing: typingReducer,
};

export type MessagesState = { [K in keyof typeof messagesReducers]: ReturnType<(typeof messagesReducers)[K]> };
/** The store as screens find it. */
export type EarlyState = SessionState & Partial<MessagesState>;
/** The store as sagas find it. */
export type LateState = SessionState & MessagesState;
