/** Keeps the rows of the list as they are said to be: by what is spoken here, by events, or by asking for one again. */
import { messages as words } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';
import { call, put } from 'typed-redux-saga';
import type { Conversation, ConversationFilter, Message } from '../talk/messages/store/chat';
import {
  conversationHeard,
  conversationMissed,
  conversationMovedUp,
  conversationPatched,
} from '../talk/messages/store/conversations.slice';
import { isLookedAt, rowOf, theState } from '../talk/messages/store/selects';

/** Whether a row belongs into the list of `filter`; what only the host can tell is no. */
function fits({ isUnread, isSubscribed, listId, keyword }: ConversationFilter, row: Conversation): boolean {
  const isKnownHere = listId === undefined && (keyword ?? '') === '';
  return isKnownHere && (!isUnread || row.totalNotSeenMessages > 0) && (!isSubscribed || row.isSubscribed);
}

/** The row goes to the front, if the list shows it. */
function* moveUp(row: Conversation) {
  const { conversations } = yield* theState();
  if (conversations.data.includes(row._id) || fits(conversations.filter, row)) yield* put(conversationMovedUp(row._id));
}

/** Whatever keeps conversations from being loaded is said in the same words; the code says what it was. */
export const loadProblem = (error: unknown): Problem => ({ ...problemOf(error, words.loadFailed), message: words.loadFailed });

/** Asks for one conversation again; a host that is away leaves it as it is, and the screen that shows it is told why. */
export function* refreshRow(id: string): Generator<unknown, Conversation | undefined> {
  try {
    const row = yield* call(services.conversations['GET /conversations/:id'], { params: { id } });
    yield* put(conversationHeard(row));
    return row;
  } catch (error) {
    yield* put(conversationMissed({ id, error: loadProblem(error) }));
    return undefined;
  }
}

const lastOf = ({ text, type, files, isDeleted, senderId, createdAt }: Message): NonNullable<Conversation['lastMessage']> => ({
  text: text.slice(0, limits.lastTextLengthMax),
  type,
  totalFiles: files.length,
  isDeleted,
  senderId,
  createdAt,
});

/** A message was spoken in a conversation: its row says so and goes to the front. One that is older than what the row says changes nothing. */
export function* spoken(message: Message, accountId: string) {
  const id = message.conversationId;
  const row = yield* rowOf(id);
  if (row !== undefined && message.seq <= row.lastSeq) return;
  const isNext = row !== undefined && message.seq === row.lastSeq + 1;
  if (!isNext) {
    // How much of what was missed is unread, only the host can count.
    const heard = yield* refreshRow(id);
    if (heard !== undefined) yield* moveUp(heard);
    return;
  }
  const isRead = message.senderId === accountId || (yield* isLookedAt(id));
  const facts = {
    lastMessage: lastOf(message),
    lastSeq: message.seq,
    updatedAt: message.createdAt,
    totalNotSeenMessages: row.totalNotSeenMessages + (isRead ? 0 : 1),
  };
  yield* put(conversationPatched({ id, facts }));
  yield* moveUp({ ...row, ...facts });
}
