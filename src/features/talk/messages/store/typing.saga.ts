/** Typing indicators: those received time out, and those sent are throttled. */
import * as limits from '@contract/kernel/limits';
import { emitToServer } from '@web/realtime/socket';
import type { Task } from 'redux-saga';
import { cancel, delay, fork, put, takeEvery } from 'typed-redux-saga';
import { typingReported } from './intents';
import { createAction } from '@web/session/store/slice';
import { typingChanged } from './typing.slice';

/** The other participant is typing, or has stopped. */
export const typingReceived = createAction<{ id: string; isTyping: boolean }>('conversations/typingReceived');

/** A typing indicator without further events times out. */
function* showTyping(id: string) {
  yield* put(typingChanged({ id, isTyping: true }));
  yield* delay(limits.typingEnds_ms);
  yield* put(typingChanged({ id, isTyping: false }));
}

interface SentState {
  isTyping: boolean;
  at_ms: number;
  /** The task that sends the latest state as soon as the throttle allows. */
  delayed: Task | null;
}

export function* typingSaga() {
  const timeouts = new Map<string, Task>();
  const lastSent = new Map<string, SentState>();

  yield* takeEvery(typingReceived, function* ({ payload: { id, isTyping } }) {
    const timeout = timeouts.get(id);
    if (timeout) yield* cancel(timeout);
    timeouts.delete(id);
    if (isTyping) timeouts.set(id, yield* fork(showTyping, id));
    else if (timeout) yield* put(typingChanged({ id, isTyping: false }));
  });

  function* sendTyping(id: string, isTyping: boolean, wait_ms: number) {
    if (wait_ms > 0) yield* delay(wait_ms);
    lastSent.set(id, { isTyping, at_ms: performance.now(), delayed: null });
    emitToServer('conversation/typing', { conversationId: id, isTyping });
  }

  yield* takeEvery(typingReported, function* ({ payload: { id, isTyping } }) {
    const last = lastSent.get(id) ?? { isTyping: false, at_ms: -limits.typingEvery_ms, delayed: null };
    const wait_ms = last.at_ms + limits.typingEvery_ms - performance.now();
    if (last.delayed) yield* cancel(last.delayed);
    last.delayed = null;
    // Sent recently, or never started: nothing has changed.
    if (isTyping === last.isTyping && (wait_ms > 0 || !isTyping)) return;
    const delayed = yield* fork(sendTyping, id, isTyping, wait_ms);
    if (wait_ms > 0) last.delayed = delayed;
  });
}
