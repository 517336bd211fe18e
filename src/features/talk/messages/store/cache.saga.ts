/**
 * Writes messages received since the last load into the offline cache: cached responses are updated from the store, in the format of the
 * API.
 */
import * as limits from '@contract/kernel/limits';
import { cacheResponse } from '@web/device/offline-responses';
import { debounce } from 'typed-redux-saga';
import { conversationsPageSize } from './conversations.saga';
import { conversationReceived, conversationMovedUp, conversationPatched, conversationSeen, listRefreshed } from './conversations.slice';
import { selectState } from './selectors';
import {
  deleteSucceeded,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  newerLoaded,
  sendSucceeded,
  newestPageSynced,
} from './threads.slice';
import type { Thread } from './threads.slice';

const debounce_ms = 500;
/** Lists longer than this keep their older cache entry: only the API knows the cursor in the middle of a page. */
const [rowsMax, itemsMax] = [100, 200];

const rowActions = [conversationReceived, conversationMovedUp, conversationPatched, conversationSeen, listRefreshed];
const threadActions = [
  deleteSucceeded,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  newerLoaded,
  sendSucceeded,
  newestPageSynced,
];

function* cacheRows() {
  const { data, mapping, total, isMore, nextCursor, filter, success } = (yield* selectState()).conversations;
  if (!success || Object.keys(filter).length > 0 || data.length > rowsMax) return;
  const rows = data.flatMap((id) => mapping[id] ?? []);
  cacheResponse('GET /conversations', { query: { limit: conversationsPageSize } }, { data: rows, total, isMore, nextCursor });
}

export function* cacheSaga() {
  const cached = new Map<string, Thread>();

  function* cacheThreads() {
    const { byConversation } = (yield* selectState()).threads;
    for (const [id, thread] of Object.entries(byConversation)) {
      if (thread === cached.get(id) || !thread.isLoaded || thread.isDetached || thread.items.length > itemsMax) continue;
      cached.set(id, thread);
      const { items, total, nextCursor } = thread;
      const query = { limit: limits.messagesPage, offset: 0 };
      cacheResponse('GET /messages/conversations/:id', { params: { id }, query }, { data: items.toReversed(), total, nextCursor });
    }
  }

  yield* debounce(debounce_ms, rowActions, cacheRows);
  yield* debounce(debounce_ms, threadActions, cacheThreads);
}
