/** Acknowledges delivered and read messages to the other participant. Marks are batched: only the furthest of each conversation is sent. */
import { services } from '@web/services/services';
import { emitToServer } from '@web/realtime/socket';
import { actionChannel, call, delay, flush, fork, put, take, takeEvery } from 'typed-redux-saga';
import { buffers, eventChannel } from 'redux-saga';
import { conversationSeen } from './conversations.slice';
import { forEachEvent } from '@web/realtime/event-channels.saga';
import { markReadRequested } from './intents';
import { markAdded } from './internal-actions';
import { rowOf, selectState } from './selectors';

/** How long marks are collected for a batch, and how many a batch sends: fewer than the API's rate limit per socket. */
const batchWindow_ms = 250;
const marksPerBatch = 3;

type Mark = ReturnType<typeof markAdded>['payload'];

/** The mark that includes the other: a read message has also been delivered. */
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
  const pending = new Map<string, Mark>();
  for (;;) {
    const first = pending.size === 0 ? [yield* take(marks)] : [];
    yield* delay(batchWindow_ms);
    for (const { payload } of [...first, ...(yield* flush(marks))]) pending.set(payload.id, furthest(pending.get(payload.id), payload));
    for (const mark of [...pending.values()].slice(0, marksPerBatch)) {
      pending.delete(mark.id);
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
  yield* fork(forEachEvent<true>, yield* call(visibilityEvents), function* () {
    const { conversations } = yield* selectState();
    const row = conversations.shown === null ? undefined : yield* rowOf(conversations.shown);
    if (row !== undefined && row.totalNotSeenMessages > 0) yield* markReadLocally(row._id);
  });
  yield* call(sendMarks);
}
