/**
 * The messages of conversations, each thread in the order of their places. A thread holds a run of messages without a gap: the
 * newest, or, after a jump, some further up (`isDetached`).
 */
import { messages as words } from '@contract/kernel/errors';
import { ofOnePerson } from '@web/session/store/auth.slice';
import { messageOpened } from '@web/session/store/dialogs.slice';
import type { Problem } from '@web/session/problem';
import { hearing, makeSlice } from '@web/session/store/slice';
import type { Message } from './chat';

export interface Thread {
  /** The oldest first. */
  items: Message[];
  /** How many there have been in the conversation. */
  total: number;
  fetching: boolean;
  /** What is being fetched, or was last, are older ones. */
  isLoadMore: boolean;
  /** Where older ones begin; null where there are none. */
  nextCursor: string | null;
  /** Up to which place all that is there has come. */
  through: number;
  /** There are newer ones than these. */
  isDetached: boolean;
  /** Whether the first page has come. */
  isRead: boolean;
  error: Problem | null;
}

export interface ThreadsState {
  byConversation: Record<string, Thread>;
  sendMessage: { sending: boolean; error: Problem | null; data: Message | null };
  deleteMessage: { deleting: boolean; error: Problem | null; data: Message | null };
  receiveMessage: { data: Message | null };
}

export const noThread: Thread = {
  items: [],
  total: 0,
  fetching: false,
  isLoadMore: false,
  nextCursor: null,
  through: 0,
  isDetached: false,
  isRead: false,
  error: null,
};

export const noThreads: ThreadsState = {
  byConversation: {},
  sendMessage: { sending: false, error: null, data: null },
  deleteMessage: { deleting: false, error: null, data: null },
  receiveMessage: { data: null },
};

/** A page of messages as the host answers it: the newest first. */
interface Page {
  id: string;
  data: Message[];
  total: number;
  nextCursor: string | null;
}

/** `items` and `more` as one run: each message once, as it was told last, in the order of their places. */
function merged(items: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map([...items, ...more].map((message) => [message._id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** The place from which on a page of the newest holds all that is there. */
export const firstOf = ({ data, nextCursor }: Pick<Page, 'data' | 'nextCursor'>): number =>
  nextCursor === null ? 0 : (data.at(-1)?.seq ?? 0);

/** How far `items` go on without a gap from the place `through`. */
const reachOf = (items: readonly Message[], through: number): number =>
  items.reduce((reach, { seq }) => (seq === reach + 1 ? seq : reach), through);

/** A message as it stands once it has been deleted. */
const deleted = (message: Message): Message => ({
  ...message,
  ...{ isDeleted: true, text: words.messageDeleted, isCut: false, files: [], isLocked: false },
});

function withThread(state: ThreadsState, id: string, change: (thread: Thread) => Partial<Thread>): ThreadsState {
  const thread = state.byConversation[id] ?? noThread;
  return { ...state, byConversation: { ...state.byConversation, [id]: { ...thread, ...change(thread) } } };
}

/** A place in a conversation, and the account that has come so far. */
interface Mark {
  id: string;
  accountId: string;
  seq: number;
}

/** Messages of the others up to the mark's place have come as far as `status` says. */
const marked = (state: ThreadsState, { id, accountId, seq }: Mark, change: (message: Message) => Message): ThreadsState =>
  state.byConversation[id] === undefined
    ? state
    : withThread(state, id, ({ items }) => ({
        items: items.map((message) => (message.senderId !== accountId && message.seq <= seq ? change(message) : message)),
      }));

const slice = makeSlice(
  'threads',
  noThreads,
  {
    threadRequested: (state, { id, isLoadMore }: { id: string; isLoadMore: boolean }) =>
      withThread(state, id, () => ({ fetching: true, isLoadMore, error: null })),
    /** The newest page, in place of what was held; what arrived while it was on its way stays. */
    threadReplaced: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, (before) => {
        const since = before.items.filter(({ seq }) => seq > total);
        const through = reachOf(since, total);
        // Places that were heard of count, whether or not they are held: an answer may be older than what was heard since.
        const most = Math.max(before.total, through);
        return { ...noThread, items: merged([...data].reverse(), since), total: most, through, nextCursor, isRead: true };
      }),
    /** Older ones, before what is held. */
    olderArrived: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, (before) => ({
        ...{ nextCursor, fetching: false, total: Math.max(before.total, total) },
        items: merged([...data].reverse(), before.items),
      })),
    /** Those next after what is held. An empty page says that there are none. */
    newerArrived: (state, { id, data, total }: Omit<Page, 'nextCursor'>) =>
      withThread(state, id, (before) => {
        const items = merged(before.items, data);
        const through = reachOf(items, data.length === 0 ? total : Math.max(before.through, ...data.map(({ seq }) => seq)));
        return {
          items,
          total: Math.max(before.total, total, through),
          through,
          isDetached: before.isDetached && through < total,
          fetching: false,
        };
      }),
    /** Some further up, in place of what was held. */
    windowArrived: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, () => {
        const through = Math.max(0, ...data.map(({ seq }) => seq));
        return { ...noThread, items: merged([], data), total, nextCursor, through, isDetached: through < total, isRead: true };
      }),
    threadFailed: (state, { id, error }: { id: string; error: Problem }) => withThread(state, id, () => ({ fetching: false, error })),
    /** There have been so many by now, whether or not they are held. */
    totalHeard: (state, { id, total }: { id: string; total: number }) =>
      withThread(state, id, (before) => ({ total: Math.max(before.total, total) })),
    /** The newest page as it is now: what is missing in it is gone. */
    stretchHealed: (state, { id, data, total, nextCursor }: Page) =>
      withThread(state, id, ({ items, through, total: known }) => {
        const from = firstOf({ data, nextCursor });
        const now = merged(
          items.filter(({ seq }) => seq < from || seq > total),
          data,
        );
        return {
          items: now,
          total: Math.max(known, total),
          through: from > through + 1 ? through : reachOf(now, Math.max(through, total)),
        };
      }),
    /** It is held no longer: whoever opens it gets it anew. */
    threadsForgotten: (state, { but }: { but: string | null }) => ({
      ...state,
      byConversation: Object.fromEntries(Object.entries(state.byConversation).filter(([id]) => id === but)),
    }),
    threadCleared: (state, id: string) => withThread(state, id, () => ({ items: [] })),

    sendStarted: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: true, error: null } }),
    sendSucceeded: (state, message: Message): ThreadsState => ({
      ...withMessage(state, message),
      sendMessage: { sending: false, error: null, data: message },
    }),
    sendFailed: (state, error: Problem) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false, error } }),
    /** It is not under way any more, and goes on later. */
    sendPaused: (state) => ({ ...state, sendMessage: { ...state.sendMessage, sending: false } }),
    messageReceived: (state, message: Message): ThreadsState => ({ ...withMessage(state, message), receiveMessage: { data: message } }),
    /** A message that is held stands otherwise now. */
    messageChanged: withChanged,

    deleteStarted: (state) => ({ ...state, deleteMessage: { deleting: true, error: null, data: null } }),
    deleteSucceeded: (state, message: Message): ThreadsState => ({
      ...withoutMessage(state, message),
      deleteMessage: { deleting: false, error: null, data: message },
    }),
    deleteFailed: (state, error: Problem) => ({ ...state, deleteMessage: { deleting: false, error, data: null } }),
    /** Deleted by the other one: its place stays. */
    messageDeletedRemotely: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.byConversation[id] === undefined
        ? state
        : withThread(state, id, ({ items }) => ({
            items: items.map((message) => (message._id === messageId ? deleted(message) : unquoted(message, messageId))),
          })),
    /** An own one, deleted on another device: it goes, as here. */
    messageWithdrawn: (state, { id, messageId }: { id: string; messageId: string }) =>
      state.byConversation[id] === undefined ? state : withoutMessage(state, { conversationId: id, _id: messageId }),

    deliveredHeard: (state, mark: Mark) =>
      marked(state, mark, (message) => (message.status === 'sent' ? { ...message, status: 'delivered' } : message)),
    seenHeard: (state, mark: Mark) => marked(state, mark, (message) => ({ ...message, status: 'seen' })),
  },
  [
    ...ofOnePerson(noThreads),
    // Paid for in its dialog: the answer is what it says to its buyer.
    hearing(messageOpened, withChanged),
  ],
);

/** The state with a message as it is now, if it is held. */
function withChanged(state: ThreadsState, message: Message): ThreadsState {
  if (state.byConversation[message.conversationId] === undefined) return state;
  return withThread(state, message.conversationId, ({ items }) => ({
    items: items.map((known) => (known._id === message._id ? message : known)),
  }));
}

/** The state with a message at its place. Above a gap, or a thread that shows what is further up, it waits to be fetched. */
function withMessage(state: ThreadsState, message: Message): ThreadsState {
  return withThread(state, message.conversationId, (before) => {
    const total = Math.max(before.total, message.seq);
    const isBeyond = before.isRead && (before.isDetached || message.seq > before.through + 1);
    if (isBeyond) return { total };
    const items = merged(before.items, [message]);
    return { items, total, through: before.isRead ? reachOf(items, before.through) : 0 };
  });
}

function withoutMessage(state: ThreadsState, { conversationId, _id }: Pick<Message, 'conversationId' | '_id'>): ThreadsState {
  return withThread(state, conversationId, ({ items }) => ({
    items: items.filter((message) => message._id !== _id).map((message) => unquoted(message, _id)),
  }));
}

/** What answers a deleted message quotes it no longer. */
function unquoted(message: Message, id: string): Message {
  const { replyTo } = message;
  if (replyTo?._id !== id) return message;
  return { ...message, replyTo: { ...replyTo, isDeleted: true, text: words.messageDeleted } };
}

export const {
  threadRequested,
  threadReplaced,
  olderArrived,
  newerArrived,
  windowArrived,
  threadFailed,
  totalHeard,
  stretchHealed,
  threadsForgotten,
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
  deliveredHeard,
  seenHeard,
} = slice.actions;
export const threadsReducer = slice.reducer;
