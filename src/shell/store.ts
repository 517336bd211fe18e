/** The store: one per server render, one per browser. Hydrated once, from what the server found out about the visitor. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { CurrentUser } from '@web/session/intents';
import { noAuth } from '@web/session/auth.slice';
import { sessionReducers } from '@web/session/state';
import { keepUi, uiOf } from '@web/session/ui.slice';
import { noUser } from '@web/session/user.slice';
import type { PublicSettings } from '@contract/entities';
import { sagaGate } from './saga-gate';

const reducer = combineReducers(sessionReducers);
export type RootState = ReturnType<typeof reducer>;

/** What the server knows of the visitor when it renders. */
export interface FirstFacts {
  user: CurrentUser | null;
  settings: PublicSettings;
}

/** Development only: how long the store's own checks may take before they speak up. */
const checks = { immutableCheck: { warnAfter: 250 }, serializableCheck: { warnAfter: 250 } };
const isBrowser = typeof window !== 'undefined';

/** A store that knows `facts`, and the gate behind which its sagas wait. */
export function makeStore({ user, settings }: FirstFacts) {
  const gate = sagaGate(() => import('./root-saga').then(({ startSagas }) => startSagas));
  const store = configureStore({
    reducer,
    preloadedState: {
      auth: { ...noAuth, loggedIn: user !== null, authUser: user },
      user: { ...noUser, current: user },
      settings,
      ui: uiOf(settings),
    },
    middleware: (standard) => (isBrowser ? standard(checks).concat(keepUi, gate.middleware) : standard(checks)),
  });
  return { store, gate };
}

export type Store = ReturnType<typeof makeStore>['store'];
