/**
 * The messages of conversations, each thread ordered by `seq`. A thread holds a run of messages without a gap: the newest, or older ones
 * after a jump (`isDetached`).
 */
import * as errorTexts from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { startOf } from '@contract/kernel/values/text-start';
import { resetPerAccount } from '@web/session/store/auth.slice';
import { messageUnlocked } from '@web/session/store/dialogs.slice';
import type { SerializedError } from '@web/services/serialized-error';
import { onAction, createSlice } from '@web/session/store/slice';
import type { Message } from './chat';

export interface Thread {
  /** Oldest first. */
  items: Message[];
  /** Number of messages in the conversation. */
  total: number;
  fetching: boolean;
  /** The current or last request is for older messages. */
  isLoadMore: boolean;
  /** Cursor of the older messages; null when there are none. */
  nextCursor: string | null;
  /** The `seq` up to which no message is missing. */
  through: number;
  /** Newer messages than `items` exist. */
  isDetached: boolean;
  /** Whether the first page has loaded. */
  isLoaded: boolean;
  error: SerializedError | null;
}

export interface ThreadsState {
  byConversation: Record<string, Thread>;
  sendMessage: { sending: boolean; error: SerializedError | null; data: Message | null };
  deleteMessage: { deleting: boolean; error: SerializedError | null; data: Message | null };
  receiveMessage: { data: Message | null };
}

export const emptyThread: Thread = {
  items: [],
  total: 0,
  fetching: false,
  isLoadMore: false,
  nextCursor: null,
  through: 0,
  isDetached: false,
  isLoaded: false,
  error: null,
};

export const emptyThreads: ThreadsState = {
  byConversation: {},
  sendMessage: { sending: false, error: null, data: null },
  deleteMessage: { deleting: false, error: null, data: null },
  receiveMessage: { data: null },
};

/** A page of messages as the API returns it: newest first. */
interface Page {
  id: string;
  data: Message[];
  total: number;
  nextCursor: string | null;
}

/** Merges `items` and `more`: each message once in its latest version, ordered by `seq`. */
function merged(items: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map([...items, ...more].map((message) => [message._id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** The lowest `seq` from which on a page of the newest messages is complete. */
export const firstSeqOf = ({ data, nextCursor }: Pick<Page, 'data' | 'nextCursor'>): number =>
  nextCursor === null ? 0 : (data.at(-1)?.seq ?? 0);

/** The highest `seq` that `items` reach from `through` without a gap. */
const contiguousEnd = (items: readonly Message[], through: number): number =>
  items.reduce((end, { seq }) => (seq === end + 1 ? seq : end), through);

/** A message as displayed after its deletion. */
const deleted = (message: Message): Message => ({
  ...message,
  isDeleted: true,
  text: errorTexts.messageDeleted,
  isCut: false,
  files: [],
  isLocked: false,
});

function withThread(state: ThreadsState, id: string, change: (thread: Thread) => Partial<Thread>): ThreadsState {
  const thread = state.byConversation[id] ?? emptyThread;
  return { ...state, byConversation: { ...state.byConversation, [id]: { ...thread, ...change(thread) } } };
}

/** The account has received or read the messages up to `seq`. */
interface Mark {
  id: string;
  accountId: string;
  seq: number;
}

/** Changes the messages that the mark's account has received or read: those sent by the other participant, up to `seq`. */
const withMarks = (state: ThreadsState, { id, accountId, seq }: Mark, change: (message: Message) => Message): ThreadsState =>
  state.byConversation[id] === undefined
    ? state
    : withThread(state, id, ({ items }) => ({
        items: items.map((message) => (message.senderId !== accountId && message.seq <= seq ? change(message) : message)),
      }));

const slice = createSlice(
  'threads',
  emptyThreads,
  {
    threadRequested: (state, { id, isLoadMore }: { id: string; isLoadMore: boolean }) =>
      withThread(state, id, () => ({ fetching: true, isLoadMore, error: null })),
    /** Replaces the thread with the newest page; messages received during the request are kept. */
    threadReplaced: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, (before) => {
        const receivedSince = before.items.filter(({ seq }) => seq > total);
        const through = contiguousEnd(receivedSince, total);
        // Announced messages count, whether or not they are loaded: the response may be older than the last event.
        const newTotal = Math.max(before.total, through);
        return { ...emptyThread, items: merged([...data].reverse(), receivedSince), total: newTotal, through, nextCursor, isLoaded: true };
      }),
    /** Older messages, before the loaded ones. */
    olderLoaded: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, (before) => ({
        nextCursor,
        fetching: false,
        total: Math.max(before.total, total),
        items: merged([...data].reverse(), before.items),
      })),
    /** The next newer messages. An empty page means that there are none. */
    newerLoaded: (state, { id, data, total }: Omit<Page, 'nextCursor'>) =>
      withThread(state, id, (before) => {
        const items = merged(before.items, data);
        const through = contiguousEnd(items, data.length === 0 ? total : Math.max(before.through, ...data.map(({ seq }) => seq)));
        return {
          items,
          total: Math.max(before.total, total, through),
          through,
          isDetached: before.isDetached && through < total,
          fetching: false,
        };
      }),
    /** Replaces the thread with messages around a jump target. */
    jumpTargetLoaded: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, () => {
        const through = Math.max(0, ...data.map(({ seq }) => seq));
        return { ...emptyThread, items: merged([], data), total, nextCursor, through, isDetached: through < total, isLoaded: true };
      }),
    threadFailed: (state, { id, error }: { id: string; error: SerializedError }) =>
      withThread(state, id, () => ({ fetching: false, error })),
    /** The total has grown, whether or not the messages are loaded. */
    totalRaised: (state, { id, total }: { id: string; total: number }) =>
      withThread(state, id, (before) => ({ total: Math.max(before.total, total) })),
    /** The current newest page: loaded messages that are missing in it were deleted. */
    newestPageSynced: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, ({ items, through, total: existing }) => {
        const from = firstSeqOf({ data, nextCursor });
        const synced = merged(
          items.filter(({ seq }) => seq < from || seq > total),
          data,
        );
        return {
          items: synced,
          total: Math.max(existing, total),
          through: from > through + 1 ? through : contiguousEnd(synced, Math.max(through, total)),
        };
      }),
    /** Drops all threads except one: they are loaded again when opened. */
    threadsDropped: (state, { exceptId }: { exceptId: string | null }) => ({
      ...state,
      byConversation: Object.fromEntries(Object.entries(state.byConversation).filter(([id]) => id === exceptId)),
    }),
    threadCleared: (state, id: string) => withThread(state, id, () => ({ items: [] })),

    sendStarted: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: true, error: null } }),
    sendSucceeded: (state, message: Message): ThreadsState => ({
      ...withMessage(state, message),
      sendMessage: { sending: false, error: null, data: message },
    }),
    sendFailed: (state, error: SerializedError) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false, error } }),
    /** The sending is interrupted, and resumes later. */
    sendPaused: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false } }),
    messageReceived: (state, message: Message): ThreadsState => ({ ...withMessage(state, message), receiveMessage: { data: message } }),
    /** A loaded message has changed. */
    messageChanged: withChanged,

    deleteStarted: (state) => ({ ...state, deleteMessage: { deleting: true, error: null, data: null } }),
    deleteSucceeded: (state, message: Message): ThreadsState => ({
      ...withoutMessage(state, message),
      deleteMessage: { deleting: false, error: null, data: message },
    }),
    deleteFailed: (state, error: SerializedError) => ({ ...state, deleteMessage: { deleting: false, error, data: null } }),
    /** Deleted by the other participant: a placeholder remains. */
    messageDeletedRemotely: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.byConversation[id] === undefined
        ? state
        : withThread(state, id, ({ items }) => ({
            items: items.map((message) => (message._id === messageId ? deleted(message) : withoutQuote(message, messageId))),
          })),
    /** The user's own message, deleted on another device: it is removed. */
    messageWithdrawn: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.byConversation[id] === undefined ? state : withoutMessage(state, { conversationId: id, _id: messageId }),

    deliveryAcknowledged: (state, mark: Mark) =>
      withMarks(state, mark, (message) => (message.status === 'sent' ? { ...message, status: 'delivered' } : message)),
    readAcknowledged: (state, mark: Mark) => withMarks(state, mark, (message) => ({ ...message, status: 'seen' })),
  },
  [
    ...resetPerAccount(emptyThreads),
    // Bought in its dialog: the response is the message as its buyer sees it.
    onAction(messageUnlocked, withChanged),
  ],
);

/** Replaces a message, if it is loaded, and its text in replies. */
function withChanged(state: ThreadsState, message: Message): ThreadsState {
  if (state.byConversation[message.conversationId] === undefined) return state;
  return withThread(state, message.conversationId, ({ items }) => ({
    items: items.map((existing) => (existing._id === message._id ? message : withQuoted(existing, message))),
  }));
}

function withQuoted(message: Message, { _id, text }: Message): Message {
  const { replyTo } = message;
  if (replyTo?._id !== _id || replyTo.isDeleted) return message;
  return { ...message, replyTo: { ...replyTo, text: startOf(text, limits.lastTextLengthMax) } };
}

/** Inserts a message by `seq`. Beyond a gap, or in a detached thread, it is left to be fetched. */
function withMessage(state: ThreadsState, message: Message): ThreadsState {
  return withThread(state, message.conversationId, (before) => {
    const total = Math.max(before.total, message.seq);
    const isBeyond = before.isLoaded && (before.isDetached || message.seq > before.through + 1);
    if (isBeyond) return { total };
    const items = merged(before.items, [message]);
    return { items, total, through: before.isLoaded ? contiguousEnd(items, before.through) : 0 };
  });
}

function withoutMessage(state: ThreadsState, { conversationId, _id }: Pick<Message, 'conversationId' | '_id'>): ThreadsState {
  return withThread(state, conversationId, ({ items }) => ({
    items: items.filter((message) => message._id !== _id).map((message) => withoutQuote(message, _id)),
  }));
}

/** Replies no longer quote a deleted message. */
function withoutQuote(message: Message, id: string): Message {
  const { replyTo } = message;
  if (replyTo?._id !== id) return message;
  return { ...message, replyTo: { ...replyTo, isDeleted: true, text: errorTexts.messageDeleted } };
}

export const {
  threadRequested,
  threadReplaced,
  olderLoaded,
  newerLoaded,
  jumpTargetLoaded,
  threadFailed,
  totalRaised,
  newestPageSynced,
  threadsDropped,
  threadCleared,
  sendStarted,
  sendSucceeded,
  sendFailed,
  sendPaused,
  messageReceived,
  messageChanged,
  deleteStarted,
  deleteSucceeded,
  deleteFailed,
  messageDeletedRemotely,
  messageWithdrawn,
  deliveryAcknowledged,
  readAcknowledged,
} = slice.actions;
export const threadsReducer = slice.reducer;
