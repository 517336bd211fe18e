/**
 * Tells the other one what has come to this device and what was read. Marks that are made in a short time go together: one
 * for each conversation, the furthest.
 */
import { services } from '@web/services/services';
import { say } from '@web/session/line';
import { actionChannel, call, delay, flush, fork, put, take, takeEvery } from 'typed-redux-saga';
import { buffers, eventChannel } from 'redux-saga';
import { conversationSeen } from '../talk/messages/store/conversations.slice';
import { follow } from '@web/realtime/follow-channel.saga';
import { seenSaid } from './intents';
import { markMade } from './outcomes';
import { rowOf, theState } from '../talk/messages/store/selects';

/** How long marks are gathered, and how many leave then: less than what the host takes of one socket in that time. */
const gather_ms = 250;
const atOnce = 3;

type Mark = ReturnType<typeof markMade>['payload'];

/** Whoever has read has received, too. */
const further = (before: Mark | undefined, mark: Mark): Mark => {
  if (before === undefined || mark.kind === 'seen') return mark;
  if (before.kind === 'seen') return before;
  return mark.seq > before.seq ? mark : before;
};

function* tell(mark: Mark) {
  if (mark.kind === 'delivered') {
    // Without a line the host learns it when the messages are asked for again.
    say('conversation/delivered', { conversationId: mark.id, seq: mark.seq });
    return;
  }
  if (say('conversation/seen', { conversationId: mark.id })) return;
  try {
    yield* call(services.messages['POST /messages/read-all/:id'], { params: { id: mark.id } });
  } catch {
    // The next answer with this conversation says how much is unread.
  }
}

function* tellMarks() {
  const made = yield* actionChannel(markMade, buffers.expanding<ReturnType<typeof markMade>>());
  const waiting = new Map<string, Mark>();
  for (;;) {
    const news = waiting.size === 0 ? [yield* take(made)] : [];
    yield* delay(gather_ms);
    for (const { payload } of [...news, ...(yield* flush(made))]) waiting.set(payload.id, further(waiting.get(payload.id), payload));
    for (const mark of [...waiting.values()].slice(0, atOnce)) {
      waiting.delete(mark.id);
      yield* tell(mark);
    }
  }
}

const looks = () =>
  eventChannel<true>((tellOf) => {
    const heard = () => document.visibilityState === 'visible' && tellOf(true);
    document.addEventListener('visibilitychange', heard);
    return () => document.removeEventListener('visibilitychange', heard);
  });

/** All of a conversation has been read on this screen. */
export function* readHere(id: string) {
  yield* put(conversationSeen(id));
  yield* put(markMade({ id, kind: 'seen' }));
}

export function* marksSaga() {
  yield* takeEvery(seenSaid, ({ payload: id }) => readHere(id));
  // Whoever comes back to an open thread reads what came meanwhile.
  yield* fork(follow<true>, yield* call(looks), function* () {
    const { conversations } = yield* theState();
    const row = conversations.shown === null ? undefined : yield* rowOf(conversations.shown);
    if (row !== undefined && row.totalNotSeenMessages > 0) yield* readHere(row._id);
  });
  yield* call(tellMarks);
}
