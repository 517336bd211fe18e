/** What sagas read of the store. */
import { select } from 'typed-redux-saga';
import type { Conversation } from './chat';
import type { LateState } from './state';
import { noThread } from './threads.slice';
import type { Thread } from './threads.slice';

export function* theState() {
  return yield* select((state: LateState) => state);
}

export function* threadOf(id: string): Generator<unknown, Thread> {
  const { threads } = yield* theState();
  return threads.byConversation[id] ?? noThread;
}

export function* rowOf(id: string): Generator<unknown, Conversation | undefined> {
  const { conversations } = yield* theState();
  return conversations.mapping[id];
}

/** Whether somebody looks at the thread now: it is on screen, and the window can be seen. */
export function* isLookedAt(id: string): Generator<unknown, boolean> {
  const { conversations } = yield* theState();
  return conversations.shown === id && document.visibilityState === 'visible';
}
