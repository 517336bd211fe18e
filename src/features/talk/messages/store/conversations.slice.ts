/**
 * The user's conversations: the ordered rows of the list, every loaded conversation, and which one is open. Each conversation is in the
 * list at most once.
 */
import { resetPerAccount } from '@web/session/store/auth.slice';
import type { SerializedError } from '@web/services/serialized-error';
import { createSlice } from '@web/session/store/slice';
import type { Conversation, ConversationFilter } from './chat';

export interface ConversationsState {
  requesting: boolean;
  error: SerializedError | null;
  success: boolean;
  /** Ids of the list's rows, the latest activity first. */
  data: string[];
  total: number;
  /** Whether there are more rows than `data` contains, and their cursor. */
  isMore: boolean;
  nextCursor: string | null;
  filter: ConversationFilter;
  mapping: Record<string, Conversation>;
  active: string | null;
  /** Id of the thread on screen; it is kept when a failed load of the list clears `active`. */
  shown: string | null;
  /** Why the conversation on screen could not be loaded. */
  shownError: SerializedError | null;
  /** State of finding or creating the conversation with a recipient. */
  opening: { requesting: boolean; error: SerializedError | null };
}

/** A page of the list as the API returns it. */
export interface ConversationPage {
  data: Conversation[];
  total: number;
  isMore: boolean;
  nextCursor: string | null;
}

export const emptyConversations: ConversationsState = {
  requesting: false,
  error: null,
  success: false,
  data: [],
  total: 0,
  isMore: false,
  nextCursor: null,
  filter: {},
  mapping: {},
  active: null,
  shown: null,
  shownError: null,
  opening: { requesting: false, error: null },
};

const idsOf = (rows: readonly Conversation[]): string[] => rows.map(({ _id }) => _id);
const byId = (rows: readonly Conversation[]): Record<string, Conversation> => Object.fromEntries(rows.map((row) => [row._id, row]));
const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
const withMissingFirst = (ids: readonly string[], id: string): string[] => (ids.includes(id) ? [...ids] : [id, ...ids]);

/** Patches one conversation; returns the state unchanged when it is not loaded. */
function withChanges(
  state: ConversationsState,
  id: string,
  changes: (existing: Conversation) => Partial<Conversation>,
): ConversationsState {
  const existing = state.mapping[id];
  return existing === undefined ? state : { ...state, mapping: { ...state.mapping, [id]: { ...existing, ...changes(existing) } } };
}

const slice = createSlice(
  'conversations',
  emptyConversations,
  {
    listRequested: (state, filter: ConversationFilter) => ({ ...state, requesting: true, success: false, error: null, filter }),
    listReplaced: (state, { data, ...page }: ConversationPage): ConversationsState => ({
      ...state,
      ...page,
      requesting: false,
      success: true,
      error: null,
      data: idsOf(data),
      // The open conversation stays loaded, though it may not be among the rows.
      mapping: { ...openConversationOf(state), ...byId(data) },
    }),
    listContinued: (state, { data, ...page }: ConversationPage): ConversationsState => ({
      ...state,
      ...page,
      requesting: false,
      success: true,
      error: null,
      data: unique([...state.data, ...idsOf(data)]),
      mapping: { ...state.mapping, ...byId(data) },
    }),
    listFailed: ({ filter, shown }, error: SerializedError): ConversationsState => ({ ...emptyConversations, filter, shown, error }),
    /** The current first page; rows further down stay below it. */
    listRefreshed: (state, { data, total }: Pick<ConversationPage, 'data' | 'total'>): ConversationsState => ({
      ...state,
      total,
      data: unique([...idsOf(data), ...state.data]),
      mapping: { ...state.mapping, ...byId(data) },
    }),
    openingStarted: (state): ConversationsState => ({ ...state, opening: { requesting: true, error: null } }),
    openingFailed: (state, error: SerializedError): ConversationsState => ({ ...state, opening: { requesting: false, error } }),
    conversationSelected: (state, id: string): ConversationsState => ({
      ...state,
      active: id,
      shown: id,
      shownError: null,
      opening: emptyConversations.opening,
      data: withMissingFirst(state.data, id),
    }),
    conversationAdded: (state, added: Conversation): ConversationsState => ({
      ...state,
      data: withMissingFirst(state.data, added._id),
      mapping: { ...state.mapping, [added._id]: added },
    }),
    /** Adds or updates a conversation without changing the rows. */
    conversationReceived: (state, received: Conversation): ConversationsState => ({
      ...state,
      mapping: { ...state.mapping, [received._id]: mergeReceived(state.mapping[received._id], received) },
      shownError: state.shown === received._id ? null : state.shownError,
    }),
    /** The conversation was requested separately, and the request failed. */
    conversationLoadFailed: (state, { id, error }: { id: string; error: SerializedError }): ConversationsState =>
      state.shown === id ? { ...state, shownError: error } : state,
    conversationMovedUp: (state, id: string): ConversationsState => ({ ...state, data: unique([id, ...state.data]) }),
    conversationPatched: (state, { id, changes }: { id: string; changes: Partial<Conversation> }) => withChanges(state, id, () => changes),
    conversationSeen: (state, id: string) => withChanges(state, id, () => ({ totalNotSeenMessages: 0 })),
    conversationDeactivated: (state): ConversationsState => ({
      ...state,
      active: null,
      shown: null,
      shownError: null,
      opening: emptyConversations.opening,
    }),
  },
  resetPerAccount(emptyConversations),
);

/** Merges a response; the fields of the last message are kept when a newer message was received before the response. */
function mergeReceived(existing: Conversation | undefined, received: Conversation): Conversation {
  if (existing === undefined || existing.lastSeq <= received.lastSeq) return received;
  const { lastMessage, lastSeq, totalNotSeenMessages, updatedAt } = existing;
  return { ...received, lastMessage, lastSeq, totalNotSeenMessages, updatedAt };
}

function openConversationOf({ shown, mapping }: ConversationsState): Record<string, Conversation> {
  const openConversation = shown === null ? undefined : mapping[shown];
  return openConversation === undefined ? {} : byId([openConversation]);
}

export const {
  listRequested,
  listReplaced,
  listContinued,
  listFailed,
  listRefreshed,
  openingStarted,
  openingFailed,
  conversationSelected,
  conversationAdded,
  conversationReceived,
  conversationLoadFailed,
  conversationMovedUp,
  conversationPatched,
  conversationSeen,
  conversationDeactivated,
} = slice.actions;
export const conversationsReducer = slice.reducer;
