/** The Redux store: one per server render, one per browser. Initialized from the server's props. */
import { applyMiddleware, combineReducers, legacy_createStore as createStore } from 'redux';
import type { Reducer, UnknownAction } from 'redux';
import type { MessagesState } from '@web/features/talk/messages/store/state';
import type { ShowsState } from '@web/features/live/streaming/store/state';
import type { CurrentUser } from '@web/services/current-user';
import { noAuth } from '@web/session/store/auth.slice';
import { sessionReducers } from '@web/session/store/state';
import type { SessionState } from '@web/session/store/state';
import { storeUi, uiOf } from '@web/session/store/ui.slice';
import { noUser } from '@web/session/store/user.slice';
import type { PublicSettings } from '@contract/kernel/entities';
import { sagaGate } from './saga-gate';

/** The slices of the sagas are absent until the sagas are loaded. */
export type RootState = SessionState & Partial<MessagesState> & Partial<ShowsState>;
const reducer: Reducer<RootState, UnknownAction, Partial<SessionState>> = combineReducers(sessionReducers);

/** The part of the server's props that the store starts with. */
export interface InitialState {
  user: CurrentUser | null;
  settings: PublicSettings;
}

const isBrowser = typeof window !== 'undefined';

/** Creates a store with its saga gate. */
export function makeStore({ user, settings }: InitialState) {
  const gate = sagaGate(async () => {
    const { lateReducers, startSagas } = await import('./root-saga');
    const fullReducer = combineReducers({ ...sessionReducers, ...lateReducers });
    store.replaceReducer((state, action) => fullReducer(state, action));
    return startSagas;
  });
  const initialState = {
    auth: { ...noAuth, loggedIn: user !== null, authUser: user },
    user: { ...noUser, current: user },
    settings,
    ui: uiOf(settings),
  };
  const store = createStore(reducer, initialState, isBrowser ? applyMiddleware(storeUi, gate.middleware) : undefined);
  return { store, gate };
}

export type Store = ReturnType<typeof makeStore>['store'];
