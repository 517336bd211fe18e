/** Who writes now: what is told of the other one ends by itself, and what is told of oneself is told seldom. */
import * as limits from '@contract/kernel/limits';
import { say } from '@web/session/line';
import type { Task } from 'redux-saga';
import { cancel, delay, fork, put, takeEvery } from 'typed-redux-saga';
import { typingSaid } from './intents';
import { creatorOf } from '@web/session/store/slice';
import { typingHeard } from './typing.slice';

/** The host has said that the other one writes, or has stopped. */
export const typingTold = creatorOf<{ id: string; isTyping: boolean }>('conversations/typingTold');

/** Somebody of whom nothing more is heard has stopped. */
function* believe(id: string) {
  yield* put(typingHeard({ id, isTyping: true }));
  yield* delay(limits.typingEnds_ms);
  yield* put(typingHeard({ id, isTyping: false }));
}

interface Said {
  isTyping: boolean;
  at_ms: number;
  /** What is to be said as soon as it may be. */
  later: Task | null;
}

export function* typingSaga() {
  const endings = new Map<string, Task>();
  const lastSaid = new Map<string, Said>();

  yield* takeEvery(typingTold, function* ({ payload: { id, isTyping } }) {
    const ending = endings.get(id);
    if (ending) yield* cancel(ending);
    endings.delete(id);
    if (isTyping) endings.set(id, yield* fork(believe, id));
    else if (ending) yield* put(typingHeard({ id, isTyping: false }));
  });

  function* tell(id: string, isTyping: boolean, wait_ms: number) {
    if (wait_ms > 0) yield* delay(wait_ms);
    lastSaid.set(id, { isTyping, at_ms: performance.now(), later: null });
    say('conversation/typing', { conversationId: id, isTyping });
  }

  yield* takeEvery(typingSaid, function* ({ payload: { id, isTyping } }) {
    const last = lastSaid.get(id) ?? { isTyping: false, at_ms: -limits.typingEvery_ms, later: null };
    const wait_ms = last.at_ms + limits.typingEvery_ms - performance.now();
    if (last.later) yield* cancel(last.later);
    last.later = null;
    // Said lately, or never begun: nothing is new.
    if (isTyping === last.isTyping && (wait_ms > 0 || !isTyping)) return;
    const later = yield* fork(tell, id, isTyping, wait_ms);
    if (wait_ms > 0) last.later = later;
  });
}
