/** Keeps the rows of the list up to date: from messages sent here, from events, or by loading one again. */
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { startOf } from '@contract/kernel/values/text-start';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';
import { call, put } from 'typed-redux-saga';
import type { Conversation, ConversationFilter, Message } from './chat';
import { conversationReceived, conversationLoadFailed, conversationMovedUp, conversationPatched } from './conversations.slice';
import { isViewed, rowOf, selectState } from './selectors';

/** Whether a row belongs in the list of `filter`; false when only the API can decide. */
function matchesFilter({ isUnread, isSubscribed, listId, keyword }: ConversationFilter, row: Conversation): boolean {
  const isDecidable = listId === undefined && (keyword ?? '') === '';
  return isDecidable && (!isUnread || row.totalNotSeenMessages > 0) && (!isSubscribed || row.isSubscribed);
}

/** Moves the row to the front, if the list shows it. */
function* moveUp(row: Conversation) {
  const { conversations } = yield* selectState();
  if (conversations.data.includes(row._id) || matchesFilter(conversations.filter, row)) yield* put(conversationMovedUp(row._id));
}

/** All loading errors have the same text; the code gives the cause. */
export const serializeLoadError = (error: unknown): SerializedError => ({
  ...serializeError(error, errorTexts.loadFailed),
  message: errorTexts.loadFailed,
});

/** Reloads one conversation. On failure the row stays unchanged, and the screen that shows it receives the error. */
export function* refreshRow(id: string): Generator<unknown, Conversation | undefined> {
  try {
    const row = yield* call(services.conversations['GET /conversations/:id'], { params: { id } });
    yield* put(conversationReceived(row));
    return row;
  } catch (error) {
    yield* put(conversationLoadFailed({ id, error: serializeLoadError(error) }));
    return undefined;
  }
}

const lastMessageOf = ({ text, type, files, isDeleted, senderId, createdAt }: Message): NonNullable<Conversation['lastMessage']> => ({
  text: startOf(text, limits.lastTextLengthMax),
  type,
  totalFiles: files.length,
  isDeleted,
  senderId,
  createdAt,
});

/** Applies a changed message to its row, if it is the last one there. */
export function* applyChange(message: Message) {
  const row = yield* rowOf(message.conversationId);
  if (message.seq === row?.lastSeq) yield* put(conversationPatched({ id: row._id, changes: { lastMessage: lastMessageOf(message) } }));
}

/** Applies a new message to its row and moves the row to the front. Does nothing for a message older than the row's last one. */
export function* applyMessage(message: Message, accountId: string) {
  const id = message.conversationId;
  const row = yield* rowOf(id);
  if (row !== undefined && message.seq <= row.lastSeq) return;
  const isNext = row !== undefined && message.seq === row.lastSeq + 1;
  if (!isNext) {
    // Only the API can count the unread messages that were missed.
    const reloaded = yield* refreshRow(id);
    if (reloaded !== undefined) yield* moveUp(reloaded);
    return;
  }
  const isRead = message.senderId === accountId || (yield* isViewed(id));
  const changes = {
    lastMessage: lastMessageOf(message),
    lastSeq: message.seq,
    updatedAt: message.createdAt,
    totalNotSeenMessages: row.totalNotSeenMessages + (isRead ? 0 : 1),
  };
  yield* put(conversationPatched({ id, changes }));
  yield* moveUp({ ...row, ...changes });
}
