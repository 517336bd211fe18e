/** Intents: past-tense actions that only sagas handle, not reducers. They describe what a person did. */
import type { Action } from 'redux';
import { createAction } from './slice';
import type { ActionCreator } from './slice';

const mark = { meta: { isIntent: true } };

/** Creates an action creator for an intent. The first dispatched intent loads the sagas. */
export const createIntent = <Payload = undefined>(type: string): ActionCreator<Payload> => createAction<Payload>(type, mark);

/** Whether an action comes from a creator of `createIntent`. */
export function isIntent(action: unknown): action is Action {
  if (typeof action !== 'object' || action === null || !('meta' in action)) return false;
  const { meta } = action;
  return typeof meta === 'object' && meta !== null && 'isIntent' in meta;
}
