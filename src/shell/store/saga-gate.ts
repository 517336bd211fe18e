/**
 * Sagas come late: their code is loaded when somebody is signed in or the first intent is dispatched, so that a guest's
 * first page does without it. From then on actions are kept until the sagas run, and handed over in order: also those that a
 * screen dispatched before the browser's world was lent. Code that does not come is asked for again.
 */
import type { Action, Middleware, MiddlewareAPI } from 'redux';
import { bring } from '@web/lib/load-with-retry';
import type { Bringing } from '@web/lib/load-with-retry';
import { isIntent } from '@web/session/store/intent';
import type { World } from '@web/session/world';

/** Starts the sagas on a store and returns where they take their actions from. */
export type StartSagas = (store: MiddlewareAPI, world: World) => (action: Action) => void;

export interface SagaGate {
  middleware: Middleware;
  /** Lends the sagas their world. Before this nothing is loaded. */
  open: (world: World) => void;
  /** Loads the sagas now. */
  wake: () => void;
}

/** A gate for sagas that `load` brings. Without `open` (a server render) nothing is ever loaded. */
export function sagaGate(load: () => Promise<StartSagas>): SagaGate {
  let store: MiddlewareAPI | undefined;
  let world: World | undefined;
  let give: ((action: Action) => void) | undefined;
  /** What was told since somebody first wanted the sagas; the first screen's intents come before the world does. */
  let waiting: Action[] | undefined;
  let coming: Bringing | undefined;

  function start(): void {
    if (give) return;
    waiting ??= [];
    if (!store || !world) return;
    if (coming) coming.hurry();
    else coming = bring(load, handOver(store, world));
  }

  const handOver = (of: MiddlewareAPI, lent: World) => (startSagas: StartSagas) => {
    give = startSagas(of, lent);
    const kept = waiting ?? [];
    // A typed password must not lie here for as long as the page is open.
    waiting = undefined;
    for (const action of kept) give(action);
  };

  return {
    open: (lent) => {
      world = lent;
      if (waiting) start();
    },
    wake: start,
    middleware: (api) => {
      store = api;
      return (next) => (action) => {
        // Reducers first: a saga sees the state that its action made.
        const result = next(action);
        if (isIntent(action)) start();
        if (give) give(action as Action);
        else waiting?.push(action as Action);
        return result;
      };
    },
  };
}
