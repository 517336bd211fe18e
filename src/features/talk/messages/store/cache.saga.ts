/**
 * What was heard in conversations since they were read stays readable without a connection: the answers that are kept are brought
 * up to date from the store, in the form in which the host would give them.
 */
import * as limits from '@contract/kernel/limits';
import { keepAnswer } from '@web/device/offline-responses';
import { debounce } from 'typed-redux-saga';
import { rowsAtOnce } from './conversations.saga';
import { conversationHeard, conversationMovedUp, conversationPatched, conversationSeen, listRefreshed } from './conversations.slice';
import { theState } from './selects';
import {
  deleteSucceeded,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  newerArrived,
  sendSucceeded,
  stretchHealed,
} from './threads.slice';
import type { Thread } from './threads.slice';

const pause_ms = 500;
/** Longer lists are kept as they were when they were shorter: where a part of them ends, only the host can say. */
const [rowsMax, itemsMax] = [100, 200];

const inRows = [conversationHeard, conversationMovedUp, conversationPatched, conversationSeen, listRefreshed];
const inThreads = [
  deleteSucceeded,
  messageChanged,
  messageDeletedRemotely,
  messageReceived,
  messageWithdrawn,
  newerArrived,
  sendSucceeded,
  stretchHealed,
];

function* keepRows() {
  const { data, mapping, total, isMore, nextCursor, filter, success } = (yield* theState()).conversations;
  if (!success || Object.keys(filter).length > 0 || data.length > rowsMax) return;
  const rows = data.flatMap((id) => mapping[id] ?? []);
  keepAnswer('GET /conversations', { query: { limit: rowsAtOnce } }, { data: rows, total, isMore, nextCursor });
}

export function* keptSaga() {
  const known = new Map<string, Thread>();

  function* keepThreads() {
    const { byConversation } = (yield* theState()).threads;
    for (const [id, thread] of Object.entries(byConversation)) {
      if (thread === known.get(id) || !thread.isRead || thread.isDetached || thread.items.length > itemsMax) continue;
      known.set(id, thread);
      const { items, total, nextCursor } = thread;
      const query = { limit: limits.messagesPage, offset: 0 };
      keepAnswer('GET /messages/conversations/:id', { params: { id }, query }, { data: items.toReversed(), total, nextCursor });
    }
  }

  yield* debounce(pause_ms, inRows, keepRows);
  yield* debounce(pause_ms, inThreads, keepThreads);
}
