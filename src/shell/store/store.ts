/** The store: one per server render, one per browser. Hydrated once, from what the server found out about the visitor. */
import { applyMiddleware, combineReducers, legacy_createStore as createStore } from 'redux';
import type { Reducer, UnknownAction } from 'redux';
import type { MessagesState } from '@web/features/talk/messages/store/state';
import type { ShowsState } from '@web/features/live/streaming/store/state';
import type { CurrentUser } from '@web/session/intents';
import { noAuth } from '@web/session/store/auth.slice';
import { sessionReducers } from '@web/session/store/state';
import type { SessionState } from '@web/session/store/state';
import { keepUi, uiOf } from '@web/session/store/ui.slice';
import { noUser } from '@web/session/store/user.slice';
import type { PublicSettings } from '@contract/kernel/entities';
import { sagaGate } from './saga-gate';

/** What the sagas bring is not there before they are. */
export type RootState = SessionState & Partial<MessagesState> & Partial<ShowsState>;
const reducer: Reducer<RootState, UnknownAction, Partial<SessionState>> = combineReducers(sessionReducers);

/** What the server knows of the visitor when it renders. */
export interface FirstFacts {
  user: CurrentUser | null;
  settings: PublicSettings;
}

const isBrowser = typeof window !== 'undefined';

/** A store that knows `facts`, and the gate behind which its sagas wait. */
export function makeStore({ user, settings }: FirstFacts) {
  const gate = sagaGate(async () => {
    const { lateReducers, startSagas } = await import('./root-saga');
    const whole = combineReducers({ ...sessionReducers, ...lateReducers });
    store.replaceReducer((state, action) => whole(state, action));
    return startSagas;
  });
  const known = {
    auth: { ...noAuth, loggedIn: user !== null, authUser: user },
    user: { ...noUser, current: user },
    settings,
    ui: uiOf(settings),
  };
  const store = createStore(reducer, known, isBrowser ? applyMiddleware(keepUi, gate.middleware) : undefined);
  return { store, gate };
}

export type Store = ReturnType<typeof makeStore>['store'];
