/** The chat of shows: the one that is open, and the messages of each conversation, the oldest first. */
import { messages as words } from '@contract/kernel/errors';
import { ofOnePerson } from '@web/session/store/auth.slice';
import type { Problem } from '@web/session/problem';
import { makeSlice } from '@web/session/store/slice';
import type { StreamConversation, StreamMessage } from '../../../streaming/show';

export interface StreamThread {
  /** The oldest first. */
  items: StreamMessage[];
  /** How many the host counted at the last look. */
  total: number;
  fetching: boolean;
  /** What is being fetched, or was last, are older ones. */
  isLoadMore: boolean;
  /** Where older ones begin; null where there are none. */
  nextCursor: string | null;
  /** Whether the first page has come. */
  isRead: boolean;
  error: Problem | null;
}

export interface StreamChatState {
  activeConversation: StreamConversation | null;
  sendMessage: { sending: boolean; error: Problem | null; data: StreamMessage | null };
  deleteMessage: { deleting: boolean; error: Problem | null; data: StreamMessage | null };
  receiveMessage: { data: StreamMessage | null };
  conversationMap: Record<string, StreamThread>;
}

export const noStreamThread: StreamThread = {
  ...{ items: [], total: 0, fetching: false, isLoadMore: false, nextCursor: null, isRead: false, error: null },
};

export const noStreamChat: StreamChatState = {
  activeConversation: null,
  sendMessage: { sending: false, error: null, data: null },
  deleteMessage: { deleting: false, error: null, data: null },
  receiveMessage: { data: null },
  conversationMap: {},
};

/** A page of messages as the host answers it: the newest first. */
export interface StreamPage {
  id: string;
  data: StreamMessage[];
  total: number;
  nextCursor: string | null;
}

/** So many messages of a show are held at most; those before them can be fetched again. */
const held_max = 5000;

/** As it is shown: one that was deleted says so. */
const shown = (message: StreamMessage): StreamMessage =>
  message.isDeleted ? { ...message, text: words.streamMessageDeleted, tip: null } : message;

/** `items` and then those of `more` that are not among them. */
function appended(items: readonly StreamMessage[], more: readonly StreamMessage[]): StreamMessage[] {
  const known = new Set(items.map(({ _id }) => _id));
  const fresh = more.filter(({ _id }) => !known.has(_id) && known.add(_id));
  return fresh.length === 0 ? [...items] : [...items, ...fresh.map(shown)].slice(-held_max);
}

function withThread(state: StreamChatState, id: string, change: (thread: StreamThread) => Partial<StreamThread>): StreamChatState {
  const thread = state.conversationMap[id] ?? noStreamThread;
  return { ...state, conversationMap: { ...state.conversationMap, [id]: { ...thread, ...change(thread) } } };
}

/**
 * The newest page as it is now, between what is held from before it and what arrived since it was asked for. Where nothing of it
 * is held there may be a gap, and what stood before it goes.
 */
function healed(thread: StreamThread, page: StreamPage, before: readonly StreamMessage[]): StreamThread {
  const now = [...page.data].reverse();
  const listed = new Set(now.map(({ _id }) => _id));
  const first = thread.items.findIndex(({ _id }) => listed.has(_id));
  const mayHaveEarlier = thread.isRead && page.nextCursor !== null && first !== -1;
  const earlier = mayHaveEarlier ? thread.items.slice(0, first) : [];
  const asked = new Set(before.map(({ _id }) => _id));
  const since = thread.items.filter(({ _id }) => !asked.has(_id));
  return {
    ...noStreamThread,
    items: appended(appended(earlier, now), since),
    total: page.total,
    nextCursor: earlier.length > 0 ? thread.nextCursor : page.nextCursor,
    isRead: true,
  };
}

const slice = makeSlice(
  'streamChat',
  noStreamChat,
  {
    conversationActivated: (state, conversation: StreamConversation) => ({ ...state, activeConversation: conversation }),
    /** The open chat's rules, or what the person may do in it, are others now. */
    conversationPatched: (state, facts: Partial<StreamConversation>) => ({
      ...state,
      activeConversation: state.activeConversation && { ...state.activeConversation, ...facts },
    }),
    historyRequested: (state, { id, isLoadMore }: { id: string; isLoadMore: boolean }) =>
      withThread(state, id, () => ({ fetching: true, isLoadMore, error: null })),
    /** The newest page; `before` is what was held when it was asked for. */
    historyArrived: (state, { before, ...page }: StreamPage & { before: readonly StreamMessage[] }) =>
      withThread(state, page.id, (thread) => healed(thread, page, before)),
    /** Older ones, before what is held. */
    olderArrived: (state, { id, data, total, nextCursor }: StreamPage) =>
      withThread(state, id, (thread) => {
        const known = new Set(thread.items.map(({ _id }) => _id));
        const older = [...data].reverse().filter(({ _id }) => !known.has(_id));
        return { items: [...older.map(shown), ...thread.items], total, nextCursor, fetching: false };
      }),
    historyFailed: (state, { id, error }: { id: string; error: Problem }) => withThread(state, id, () => ({ fetching: false, error })),

    sendStarted: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: true, error: null } }),
    sendSucceeded: (state, message: StreamMessage) => ({
      ...received(state, [message]),
      sendMessage: { sending: false, error: null, data: message },
    }),
    sendFailed: (state, error: Problem) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false, error } }),
    /** What was said in one conversation, in its order. */
    messagesReceived: (state, messages: readonly StreamMessage[]) => ({
      ...received(state, messages),
      receiveMessage: { data: messages.at(-1) ?? state.receiveMessage.data },
    }),

    deleteStarted: (state) => ({ ...state, deleteMessage: { deleting: true, error: null, data: null } }),
    deleteSucceeded: (state, message: StreamMessage) => ({
      ...withThread(state, message.conversationId, ({ items }) => ({ items: items.filter(({ _id }) => _id !== message._id) })),
      deleteMessage: { deleting: false, error: null, data: message },
    }),
    deleteFailed: (state, error: Problem) => ({ ...state, deleteMessage: { deleting: false, error, data: null } }),
    /** Its place stays. */
    messageDeletedRemotely: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.conversationMap[id] === undefined
        ? state
        : withThread(state, id, ({ items }) => ({
            items: items.map((message) => (message._id === messageId ? shown({ ...message, isDeleted: true }) : message)),
          })),

    conversationCleared: (state, id: string) => withThread(state, id, () => ({ items: [], total: 0, nextCursor: null })),
    streamReset: () => noStreamChat,
  },
  ofOnePerson(noStreamChat),
);

function received(state: StreamChatState, messages: readonly StreamMessage[]): StreamChatState {
  const ids = new Set(messages.map(({ conversationId }) => conversationId));
  return [...ids].reduce(
    (now, id) =>
      withThread(now, id, ({ items }) => ({
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
  historyArrived,
  olderArrived,
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
