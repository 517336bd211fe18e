/** The slices that shows add to the store. They load lazily with the sagas: absent before, and always absent for guests. */
import type { SessionState } from '@web/session/store/state';
import { streamChatReducer } from './chat.slice';
import { streamingReducer } from './requests.slice';

export const streamingReducers = { streamChat: streamChatReducer, streaming: streamingReducer };

export type ShowsState = { [K in keyof typeof streamingReducers]: ReturnType<(typeof streamingReducers)[K]> };
/** The store as screens see it. */
export type EarlyState = SessionState & Partial<ShowsState>;
/** The store as sagas see it. */
export type LazyState = SessionState & ShowsState;
