/** Store selectors of the sagas. */
import { select } from 'typed-redux-saga';
import type { Conversation } from './chat';
import type { LazyState } from './state';
import { emptyThread } from './threads.slice';
import type { Thread } from './threads.slice';

export function* selectState() {
  return yield* select((state: LazyState) => state);
}

export function* threadOf(id: string): Generator<unknown, Thread> {
  const { threads } = yield* selectState();
  return threads.byConversation[id] ?? emptyThread;
}

export function* rowOf(id: string): Generator<unknown, Conversation | undefined> {
  const { conversations } = yield* selectState();
  return conversations.mapping[id];
}

/** Whether the user is looking at the thread: it is on screen, and the window is visible. */
export function* isViewed(id: string): Generator<unknown, boolean> {
  const { conversations } = yield* selectState();
  return conversations.shown === id && document.visibilityState === 'visible';
}
