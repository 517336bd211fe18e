/**
 * Loads the sagas on demand: at sign-in or at the first intent, so that a guest's first page does not need them. From then on actions are
 * queued until the sagas run, and replayed in order, including those dispatched before `open`. A failed load is retried.
 */
import type { Action, Middleware, MiddlewareAPI } from 'redux';
import { loadWithRetry } from '@web/lib/load-with-retry';
import type { Loading } from '@web/lib/load-with-retry';
import { isIntent } from '@web/session/store/intent';
import type { SagaContext } from '@web/session/store/saga-context';

/** Starts the sagas on a store, and returns the function that passes actions to them. */
export type StartSagas = (store: MiddlewareAPI, sagaContext: SagaContext) => (action: Action) => void;

export interface SagaGate {
  middleware: Middleware;
  /** Sets the dependencies of the sagas. Before this nothing is loaded. */
  open: (sagaContext: SagaContext) => void;
  /** Loads the sagas now. */
  wake: () => void;
}

/** A gate for the sagas of `load`. Without `open` (a server render) nothing is loaded. */
export function sagaGate(load: () => Promise<StartSagas>): SagaGate {
  let store: MiddlewareAPI | undefined;
  let sagaContext: SagaContext | undefined;
  let forward: ((action: Action) => void) | undefined;
  /** Actions since the first intent. The first screen's intents come before `open`. */
  let queue: Action[] | undefined;
  let loading: Loading | undefined;

  function start(): void {
    if (forward) return;
    queue ??= [];
    if (!store || !sagaContext) return;
    if (loading) loading.retryNow();
    else loading = loadWithRetry(load, startWith(store, sagaContext));
  }

  const startWith = (api: MiddlewareAPI, context: SagaContext) => (startSagas: StartSagas) => {
    forward = startSagas(api, context);
    const queued = queue ?? [];
    // Clears the queue, since its actions may contain a typed password.
    queue = undefined;
    for (const action of queued) forward(action);
  };

  return {
    open: (context) => {
      sagaContext = context;
      if (queue) start();
    },
    wake: start,
    middleware: (api) => {
      store = api;
      return (next) => (action) => {
        // Reducers first: a saga sees the state that its action produced.
        const result = next(action);
        if (isIntent(action)) start();
        if (forward) forward(action as Action);
        else queue?.push(action as Action);
        return result;
      };
    },
  };
}
