/**
 * Sagas come late: their code is loaded when somebody is signed in or the first intent is dispatched, so that a guest's
 * first page does without it. From then on actions are kept until the sagas run, and handed over in order.
 */
import type { Action, Middleware, MiddlewareAPI } from '@reduxjs/toolkit';
import { isIntent } from '@web/session/intent';
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
  let waiting: Action[] | undefined;

  async function start(): Promise<void> {
    if (waiting || !store || !world) return;
    waiting = [];
    const startSagas = await load();
    give = startSagas(store, world);
    for (const action of waiting) give(action);
  }

  return {
    open: (lent) => {
      world = lent;
    },
    wake: () => void start(),
    middleware: (api) => {
      store = api;
      return (next) => (action) => {
        // Reducers first: a saga sees the state that its action made.
        const result = next(action);
        if (isIntent(action)) void start();
        if (give) give(action as Action);
        else waiting?.push(action as Action);
        return result;
      };
    },
  };
}
