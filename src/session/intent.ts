/** Intents: past-tense actions that no reducer knows. They say what a person did; sagas decide what follows. */
import { createAction } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

interface IntentMeta {
  isIntent: true;
}

/** Makes the creator of an intent. Its first use in a browser is what loads the sagas. */
export function createIntent<Payload = void>(type: string) {
  return createAction(type, (payload: Payload) => ({ payload, meta: { isIntent: true } satisfies IntentMeta }));
}

/** Whether an action was made by a creator of `createIntent`. */
export function isIntent(action: unknown): action is PayloadAction<unknown, string, IntentMeta> {
  if (typeof action !== 'object' || action === null || !('meta' in action)) return false;
  const { meta } = action;
  return typeof meta === 'object' && meta !== null && 'isIntent' in meta;
}
