/** The slices that shows add to the store. They load lazily with the sagas: absent before, and always absent for guests. */
import type { SessionState } from '@web/session/store/state';
import { streamChatReducer } from './chat.slice';
import { streamingReducer } from './requests.slice';

export const streamingReducers = { streamChat: streamChatReducer, streaming: streamingReducer };

export type ShowsState = { [K in keyof typeof streamingReducers]: ReturnType<(typeof streamingReducers)[K]> };
/** The state in screens, where the lazy slices may not have loaded. */
export type EarlyState = SessionState & Partial<ShowsState>;
/** The state in sagas, which start after the lazy slices have loaded. */
export type LazyState = SessionState & ShowsState;
