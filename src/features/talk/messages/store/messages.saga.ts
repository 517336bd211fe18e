/** The messages of threads: first page, older and newer ones, those around a message; and deleting an own message. */
import * as errorTexts from '@contract/kernel/messages';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import type { QueryOf } from '@web/services/call';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Action } from 'redux';
import { call, delay, put, take, takeEvery } from 'typed-redux-saga';
import { jumpRequested, deletionRequested, newerRequested, olderRequested } from './intents';
import { gapFound, newestRequested } from './internal-actions';
import { serializeLoadError, refreshRow } from './rows.saga';
import { rowOf, threadOf } from './selectors';
import {
  deleteFailed,
  deleteStarted,
  deleteSucceeded,
  newerLoaded,
  olderLoaded,
  threadFailed,
  threadReplaced,
  threadRequested,
  jumpTargetLoaded,
} from './threads.slice';

type Query = QueryOf<'GET /messages/conversations/:id'>;
type Page = Parameters<typeof threadReplaced>[0];

interface Load {
  id: string;
  query: Query;
  isLoadMore: boolean;
  /** Creates the action that stores the page. */
  toAction: (page: Page) => Action;
}

/** Dispatches `gapFound` when messages were announced while a page was loading. */
export function* reportGap(id: string) {
  const { isLoaded, isDetached, through, total } = yield* threadOf(id);
  if (isLoaded && !isDetached && through < total) yield* put(gapFound(id));
}

/** Loads a page of one conversation, unless one is loading. */
function* load({ id, query, isLoadMore, toAction }: Load) {
  const { fetching } = yield* threadOf(id);
  if (fetching) return;
  yield* put(threadRequested({ id, isLoadMore }));
  try {
    const page = yield* call(services.messages['GET /messages/conversations/:id'], { params: { id }, query });
    yield* put(toAction({ id, ...page }));
    yield* reportGap(id);
  } catch (error) {
    yield* put(threadFailed({ id, error: serializeLoadError(error) }));
  }
}

const limit = limits.messagesPage;

function* loadFirst({ payload: id }: ReturnType<typeof newestRequested>) {
  yield* load({ id, query: { limit, offset: 0 }, isLoadMore: false, toAction: threadReplaced });
}

function* loadOlder({ payload: id }: ReturnType<typeof olderRequested>) {
  yield* delay(0);
  const { nextCursor } = yield* threadOf(id);
  if (nextCursor !== null) yield* load({ id, query: { limit, cursor: nextCursor }, isLoadMore: true, toAction: olderLoaded });
}

function* loadNewer({ payload: id }: ReturnType<typeof newerRequested>) {
  yield* delay(0);
  const { isDetached, through } = yield* threadOf(id);
  if (isDetached) yield* load({ id, query: { limit, after: through }, isLoadMore: false, toAction: newerLoaded });
}

function* loadAround({ payload: { id, messageId } }: ReturnType<typeof jumpRequested>) {
  yield* delay(0);
  // A running load is awaited, because a skipped jump would never be repeated.
  while ((yield* threadOf(id)).fetching) yield* take([threadReplaced, olderLoaded, newerLoaded, jumpTargetLoaded, threadFailed]);
  const { items } = yield* threadOf(id);
  if (items.some(({ _id }) => _id === messageId)) return;
  yield* load({ id, query: { limit, around: messageId }, isLoadMore: false, toAction: jumpTargetLoaded });
}

/** Failed attempts after which the missing messages are left to the next message or connection. */
const attemptsMax = 5;

/** Fetches messages after the loaded ones until none is missing. Does nothing for a detached thread. */
export function* catchUp(id: string) {
  let attempts = 0;
  for (;;) {
    const before = yield* threadOf(id);
    const isBehind = before.isLoaded && !before.isDetached && before.through < before.total;
    if (!isBehind || attempts === attemptsMax) return;
    try {
      const page = yield* call(services.messages['GET /messages/conversations/:id'], {
        params: { id },
        query: { after: before.through, limit: limits.page.limitMax },
      });
      // The thread now holds another run, for example after a jump: appending this page would leave a gap.
      if ((yield* threadOf(id)).through !== before.through) continue;
      yield* put(newerLoaded({ id, ...page }));
      if (page.data.length === 0) attempts += 1;
    } catch {
      attempts += 1;
      yield* delay(Math.min(attempts * reconnection.delay_ms, reconnection.delayMax_ms));
    }
  }
}

function* remove({ payload: { id, conversationId } }: ReturnType<typeof deletionRequested>) {
  yield* delay(0);
  const thread = yield* threadOf(conversationId);
  yield* put(deleteStarted());
  try {
    const removed = yield* call(services.messages['DELETE /messages/:id'], { params: { id } });
    // Only messages of conversations have a `seq`; messages of show chats do not.
    if ('seq' in removed) yield* put(deleteSucceeded(removed));
    const row = yield* rowOf(conversationId);
    const deletedSeq = thread.items.find(({ _id }) => _id === id)?.seq;
    if (row !== undefined && deletedSeq === row.lastSeq) yield* refreshRow(conversationId);
  } catch (error) {
    const serialized = serializeError(error, errorTexts.anyFailure);
    yield* put(deleteFailed(serialized));
    showToast({ tone: 'danger', text: serialized.message });
  }
}

export function* messagesSaga() {
  const catchingUp = new Set<string>();
  yield* takeEvery(newestRequested, loadFirst);
  yield* takeEvery(olderRequested, loadOlder);
  yield* takeEvery(newerRequested, loadNewer);
  yield* takeEvery(jumpRequested, loadAround);
  yield* takeEvery(deletionRequested, remove);
  // One at a time per thread: a running fetch also finds the later gaps.
  yield* takeEvery(gapFound, function* ({ payload: id }) {
    if (catchingUp.has(id)) return;
    catchingUp.add(id);
    yield* catchUp(id);
    catchingUp.delete(id);
  });
}
