/** Intents: past-tense actions that no reducer knows. They say what a person did; sagas decide what follows. */
import type { Action } from 'redux';
import { creatorOf } from './slice';
import type { Creator } from './slice';

const mark = { meta: { isIntent: true } };

/** Makes the creator of an intent. Its first use in a browser is what loads the sagas. */
export const createIntent = <Payload = undefined>(type: string): Creator<Payload> => creatorOf<Payload>(type, mark);

/** Whether an action was made by a creator of `createIntent`. */
export function isIntent(action: unknown): action is Action {
  if (typeof action !== 'object' || action === null || !('meta' in action)) return false;
  const { meta } = action;
  return typeof meta === 'object' && meta !== null && 'isIntent' in meta;
}
