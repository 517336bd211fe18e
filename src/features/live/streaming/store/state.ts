/** What shows add to the store. It comes late, with the sagas: until then, and for guests for ever, it is not there. */
import type { SessionState } from '@web/session/store/state';
import { streamChatReducer } from './chat.slice';
import { streamingReducer } from './requests.slice';

export const streamingReducers = { streamChat: streamChatReducer, streaming: streamingReducer };

export type ShowsState = { [K in keyof typeof streamingReducers]: ReturnType<(typeof streamingReducers)[K]> };
/** The store as screens find it. */
export type EarlyState = SessionState & Partial<ShowsState>;
/** The store as sagas find it. */
export type LateState = SessionState & ShowsState;
