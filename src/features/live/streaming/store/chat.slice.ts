/** Chats of shows: the open one, and the messages of each conversation, oldest first. */
import * as errorTexts from '@contract/kernel/messages';
import { resetPerAccount } from '@web/session/store/auth.slice';
import type { SerializedError } from '@web/services/serialized-error';
import { createSlice } from '@web/session/store/slice';
import type { StreamConversation, StreamMessage } from './show';

export interface StreamThread {
  /** Oldest first. */
  items: StreamMessage[];
  /** Total count reported by the last page. */
  total: number;
  fetching: boolean;
  /** The current or last request is for older messages. */
  isLoadMore: boolean;
  /** Cursor of the older messages; null when there are none. */
  nextCursor: string | null;
  /** Whether the first page has loaded. */
  isLoaded: boolean;
  error: SerializedError | null;
}

export interface StreamChatState {
  activeConversation: StreamConversation | null;
  sendMessage: { sending: boolean; error: SerializedError | null; data: StreamMessage | null };
  deleteMessage: { deleting: boolean; error: SerializedError | null; data: StreamMessage | null };
  receiveMessage: { data: StreamMessage | null };
  conversationMap: Record<string, StreamThread>;
}

export const emptyStreamThread: StreamThread = {
  items: [],
  total: 0,
  fetching: false,
  isLoadMore: false,
  nextCursor: null,
  isLoaded: false,
  error: null,
};

export const emptyStreamChat: StreamChatState = {
  activeConversation: null,
  sendMessage: { sending: false, error: null, data: null },
  deleteMessage: { deleting: false, error: null, data: null },
  receiveMessage: { data: null },
  conversationMap: {},
};

/** A page of messages as the API returns it: newest first. */
export interface StreamPage {
  id: string;
  data: StreamMessage[];
  total: number;
  nextCursor: string | null;
}

/** Maximum number of a show's messages in the store; older ones can be fetched again. */
const messagesMax = 5000;

/** The message as displayed: the text of a deleted one is replaced. */
const displayed = (message: StreamMessage): StreamMessage =>
  message.isDeleted ? { ...message, text: errorTexts.streamMessageDeleted, tip: null } : message;

/** `items`, followed by the messages of `more` that are not among them. */
function appended(items: readonly StreamMessage[], more: readonly StreamMessage[]): StreamMessage[] {
  const knownIds = new Set(items.map(({ _id }) => _id));
  const fresh = more.filter(({ _id }) => !knownIds.has(_id) && knownIds.add(_id));
  return fresh.length === 0 ? [...items] : [...items, ...fresh.map(displayed)].slice(-messagesMax);
}

function withThread(state: StreamChatState, id: string, change: (thread: StreamThread) => Partial<StreamThread>): StreamChatState {
  const thread = state.conversationMap[id] ?? emptyStreamThread;
  return { ...state, conversationMap: { ...state.conversationMap, [id]: { ...thread, ...change(thread) } } };
}

/**
 * Merges the newest page between the older messages in the store and those received during the request. If the page shares no message with
 * the store there may be a gap, and older messages are dropped.
 */
function mergeNewest(thread: StreamThread, page: StreamPage, before: readonly StreamMessage[]): StreamThread {
  const newest = [...page.data].reverse();
  const newestIds = new Set(newest.map(({ _id }) => _id));
  const overlapIndex = thread.items.findIndex(({ _id }) => newestIds.has(_id));
  const mayHaveEarlier = thread.isLoaded && page.nextCursor !== null && overlapIndex !== -1;
  const earlier = mayHaveEarlier ? thread.items.slice(0, overlapIndex) : [];
  const previousIds = new Set(before.map(({ _id }) => _id));
  const receivedSince = thread.items.filter(({ _id }) => !previousIds.has(_id));
  return {
    ...emptyStreamThread,
    items: appended(appended(earlier, newest), receivedSince),
    total: page.total,
    nextCursor: earlier.length > 0 ? thread.nextCursor : page.nextCursor,
    isLoaded: true,
  };
}

const slice = createSlice(
  'streamChat',
  emptyStreamChat,
  {
    conversationActivated: (state, conversation: StreamConversation) => ({ ...state, activeConversation: conversation }),
    /** The open chat's rules or the user's permissions have changed. */
    conversationPatched: (state, changes: Partial<StreamConversation>) => ({
      ...state,
      activeConversation: state.activeConversation && { ...state.activeConversation, ...changes },
    }),
    historyRequested: (state, { id, isLoadMore }: { id: string; isLoadMore: boolean }) =>
      withThread(state, id, () => ({ fetching: true, isLoadMore, error: null })),
    /** The newest page; `before` are the messages that were in the store when it was requested. */
    historyLoaded: (state, { before, ...page }: StreamPage & { before: readonly StreamMessage[] }) =>
      withThread(state, page.id, (thread) => mergeNewest(thread, page, before)),
    /** Older messages, before those in the store. */
    olderLoaded: (state, { id, data, total, nextCursor }: StreamPage) =>
      withThread(state, id, (thread) => {
        const knownIds = new Set(thread.items.map(({ _id }) => _id));
        const older = [...data].reverse().filter(({ _id }) => !knownIds.has(_id));
        return { items: [...older.map(displayed), ...thread.items], total, nextCursor, fetching: false };
      }),
    historyFailed: (state, { id, error }: { id: string; error: SerializedError }) =>
      withThread(state, id, () => ({ fetching: false, error })),

    sendStarted: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: true, error: null } }),
    sendSucceeded: (state, message: StreamMessage) => ({
      ...withReceived(state, [message]),
      sendMessage: { sending: false, error: null, data: message },
    }),
    sendFailed: (state, error: SerializedError) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false, error } }),
    /** New messages of one conversation, in order. */
    messagesReceived: (state, messages: readonly StreamMessage[]) => ({
      ...withReceived(state, messages),
      receiveMessage: { data: messages.at(-1) ?? state.receiveMessage.data },
    }),

    deleteStarted: (state) => ({ ...state, deleteMessage: { deleting: true, error: null, data: null } }),
    deleteSucceeded: (state, message: StreamMessage) => ({
      ...withThread(state, message.conversationId, ({ items }) => ({ items: items.filter(({ _id }) => _id !== message._id) })),
      deleteMessage: { deleting: false, error: null, data: message },
    }),
    deleteFailed: (state, error: SerializedError) => ({ ...state, deleteMessage: { deleting: false, error, data: null } }),
    /** Deleted by someone else: a placeholder remains in the list. */
    messageDeletedRemotely: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.conversationMap[id] === undefined
        ? state
        : withThread(state, id, ({ items }) => ({
            items: items.map((message) => (message._id === messageId ? displayed({ ...message, isDeleted: true }) : message)),
          })),

    conversationCleared: (state, id: string) => withThread(state, id, () => ({ items: [], total: 0, nextCursor: null })),
    streamReset: () => emptyStreamChat,
  },
  resetPerAccount(emptyStreamChat),
);

function withReceived(state: StreamChatState, messages: readonly StreamMessage[]): StreamChatState {
  const ids = new Set(messages.map(({ conversationId }) => conversationId));
  return [...ids].reduce(
    (next, id) =>
      withThread(next, id, ({ items }) => ({
        items: appended(
          items,
          messages.filter(({ conversationId }) => conversationId === id),
        ),
      })),
    state,
  );
}

export const {
  conversationActivated,
  conversationPatched,
  historyRequested,
  historyLoaded,
  olderLoaded,
  historyFailed,
  sendStarted,
  sendSucceeded,
  sendFailed,
  messagesReceived,
  deleteStarted,
  deleteSucceeded,
  deleteFailed,
  messageDeletedRemotely,
  conversationCleared,
  streamReset,
} = slice.actions;
export const streamChatReducer = slice.reducer;
