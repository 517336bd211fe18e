/** The messages of threads: the first page, older and newer ones, those around one of them; and deleting an own one. */
import { messages as words } from '@contract/kernel/errors';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import type { QueryOf } from '@web/services/call';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Action } from 'redux';
import { call, delay, put, take, takeEvery } from 'typed-redux-saga';
import { aroundAsked, deletionAsked, newerAsked, olderAsked } from '../../../messages/intents';
import { gapFound, threadAsked } from '../../../messages/outcomes';
import { loadProblem, refreshRow } from '../../../messages/rows.saga';
import { rowOf, threadOf } from './selects';
import {
  deleteFailed,
  deleteStarted,
  deleteSucceeded,
  newerArrived,
  olderArrived,
  threadFailed,
  threadReplaced,
  threadRequested,
  windowArrived,
} from './threads.slice';

type Query = QueryOf<'GET /messages/conversations/:id'>;
type Page = Parameters<typeof threadReplaced>[0];

interface Load {
  id: string;
  query: Query;
  isLoadMore: boolean;
  /** What becomes of the page. */
  arrival: (page: Page) => Action;
}

/** What was heard of while a page was on its way, and stands behind it, is fetched. */
export function* lookForGap(id: string) {
  const { isRead, isDetached, through, total } = yield* threadOf(id);
  if (isRead && !isDetached && through < total) yield* put(gapFound(id));
}

/** Fetches a page of one conversation, unless one is being fetched. */
function* load({ id, query, isLoadMore, arrival }: Load) {
  const { fetching } = yield* threadOf(id);
  if (fetching) return;
  yield* put(threadRequested({ id, isLoadMore }));
  try {
    const page = yield* call(services.messages['GET /messages/conversations/:id'], { params: { id }, query });
    yield* put(arrival({ id, ...page }));
    yield* lookForGap(id);
  } catch (error) {
    yield* put(threadFailed({ id, error: loadProblem(error) }));
  }
}

const limit = limits.messagesPage;

function* loadFirst({ payload: id }: ReturnType<typeof threadAsked>) {
  yield* load({ id, query: { limit, offset: 0 }, isLoadMore: false, arrival: threadReplaced });
}

function* loadOlder({ payload: id }: ReturnType<typeof olderAsked>) {
  yield* delay(0);
  const { nextCursor } = yield* threadOf(id);
  if (nextCursor !== null) yield* load({ id, query: { limit, cursor: nextCursor }, isLoadMore: true, arrival: olderArrived });
}

function* loadNewer({ payload: id }: ReturnType<typeof newerAsked>) {
  yield* delay(0);
  const { isDetached, through } = yield* threadOf(id);
  if (isDetached) yield* load({ id, query: { limit, after: through }, isLoadMore: false, arrival: newerArrived });
}

function* loadAround({ payload: { id, messageId } }: ReturnType<typeof aroundAsked>) {
  yield* delay(0);
  // What is on its way is awaited: a jump that was let fall would never come.
  while ((yield* threadOf(id)).fetching) yield* take([threadReplaced, olderArrived, newerArrived, windowArrived, threadFailed]);
  const { items } = yield* threadOf(id);
  if (items.some(({ _id }) => _id === messageId)) return;
  yield* load({ id, query: { limit, around: messageId }, isLoadMore: false, arrival: windowArrived });
}

/** Tries after which the rest is left to the next message, or to the next connection. */
const triesMax = 5;

/** Fetches what came after that which is held until nothing is missing. A thread that shows what is further up is left alone. */
export function* catchUp(id: string) {
  let tries = 0;
  for (;;) {
    const before = yield* threadOf(id);
    const isBehind = before.isRead && !before.isDetached && before.through < before.total;
    if (!isBehind || tries === triesMax) return;
    try {
      const page = yield* call(services.messages['GET /messages/conversations/:id'], {
        params: { id },
        query: { after: before.through, limit: limits.page.limitMax },
      });
      // Another run is held by now, such as that around a message: what follows the one before would leave a gap in it.
      if ((yield* threadOf(id)).through !== before.through) continue;
      yield* put(newerArrived({ id, ...page }));
      if (page.data.length === 0) tries += 1;
    } catch {
      tries += 1;
      yield* delay(Math.min(tries * reconnection.delay_ms, reconnection.delayMax_ms));
    }
  }
}

function* remove({ payload: { id, conversationId } }: ReturnType<typeof deletionAsked>) {
  yield* delay(0);
  const thread = yield* threadOf(conversationId);
  yield* put(deleteStarted());
  try {
    const removed = yield* call(services.messages['DELETE /messages/:id'], { params: { id } });
    // What is removed here stood in a conversation; the chat of shows has rows of another kind.
    if ('seq' in removed) yield* put(deleteSucceeded(removed));
    const row = yield* rowOf(conversationId);
    const place = thread.items.find(({ _id }) => _id === id)?.seq;
    if (row !== undefined && place === row.lastSeq) yield* refreshRow(conversationId);
  } catch (error) {
    const problem = problemOf(error, words.anyFailure);
    yield* put(deleteFailed(problem));
    showToast({ tone: 'danger', text: problem.message });
  }
}

export function* messagesSaga() {
  const behind = new Set<string>();
  yield* takeEvery(threadAsked, loadFirst);
  yield* takeEvery(olderAsked, loadOlder);
  yield* takeEvery(newerAsked, loadNewer);
  yield* takeEvery(aroundAsked, loadAround);
  yield* takeEvery(deletionAsked, remove);
  // One at a time for each thread: whoever is at it sees what is missing by then.
  yield* takeEvery(gapFound, function* ({ payload: id }) {
    if (behind.has(id)) return;
    behind.add(id);
    yield* catchUp(id);
    behind.delete(id);
  });
}
