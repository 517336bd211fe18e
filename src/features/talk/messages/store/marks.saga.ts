/** Acknowledges delivered and read messages to the other participant. Marks are batched: one per conversation, the furthest. */
import { services } from '@web/services/services';
import { emitToServer } from '@web/realtime/socket';
import { actionChannel, call, delay, flush, fork, put, take, takeEvery } from 'typed-redux-saga';
import { buffers, eventChannel } from 'redux-saga';
import { conversationSeen } from './conversations.slice';
import { follow } from '@web/realtime/follow-channel.saga';
import { markReadRequested } from './intents';
import { markAdded } from './internal-actions';
import { rowOf, selectState } from './selects';

/** How long marks are gathered, and how many are sent then: fewer than the API's rate limit per socket. */
const gather_ms = 250;
const marksPerBatch = 3;

type Mark = ReturnType<typeof markAdded>['payload'];

/** A read message has also been delivered. */
const furthest = (before: Mark | undefined, mark: Mark): Mark => {
  if (before === undefined || mark.kind === 'seen') return mark;
  if (before.kind === 'seen') return before;
  return mark.seq > before.seq ? mark : before;
};

function* sendMark(mark: Mark) {
  if (mark.kind === 'delivered') {
    // Without a connection the API records it when the messages are loaded again.
    emitToServer('conversation/delivered', { conversationId: mark.id, seq: mark.seq });
    return;
  }
  if (emitToServer('conversation/seen', { conversationId: mark.id })) return;
  try {
    yield* call(services.messages['POST /messages/read-all/:id'], { params: { id: mark.id } });
  } catch {
    // The next response with this conversation contains the unread count.
  }
}

function* sendMarks() {
  const marks = yield* actionChannel(markAdded, buffers.expanding<ReturnType<typeof markAdded>>());
  const waiting = new Map<string, Mark>();
  for (;;) {
    const first = waiting.size === 0 ? [yield* take(marks)] : [];
    yield* delay(gather_ms);
    for (const { payload } of [...first, ...(yield* flush(marks))]) waiting.set(payload.id, furthest(waiting.get(payload.id), payload));
    for (const mark of [...waiting.values()].slice(0, marksPerBatch)) {
      waiting.delete(mark.id);
      yield* sendMark(mark);
    }
  }
}

const visibilityEvents = () =>
  eventChannel<true>((emit) => {
    const handleChange = () => document.visibilityState === 'visible' && emit(true);
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  });

/** The whole conversation has been read on this screen. */
export function* markReadLocally(id: string) {
  yield* put(conversationSeen(id));
  yield* put(markAdded({ id, kind: 'seen' }));
}

export function* marksSaga() {
  yield* takeEvery(markReadRequested, ({ payload: id }) => markReadLocally(id));
  // Returning to an open thread marks its new messages as read.
  yield* fork(follow<true>, yield* call(visibilityEvents), function* () {
    const { conversations } = yield* selectState();
    const row = conversations.shown === null ? undefined : yield* rowOf(conversations.shown);
    if (row !== undefined && row.totalNotSeenMessages > 0) yield* markReadLocally(row._id);
  });
  yield* call(sendMarks);
}
