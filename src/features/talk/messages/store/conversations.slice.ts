/**
 * The conversations of the signed-in person: the rows of the list in their order, every conversation that is known, and which
 * one is open. A row that moves is in the list once.
 */
import { ofOnePerson } from '@web/session/store/auth.slice';
import type { Problem } from '@web/session/problem';
import { makeSlice } from '@web/session/store/slice';
import type { Conversation, ConversationFilter } from './chat';

export interface ConversationsState {
  requesting: boolean;
  error: Problem | null;
  success: boolean;
  /** Ids of the list's rows, the last spoken in first. */
  data: string[];
  total: number;
  /** Whether there are more rows than `data` holds, and where they begin. */
  isMore: boolean;
  nextCursor: string | null;
  filter: ConversationFilter;
  mapping: Record<string, Conversation>;
  active: string | null;
  /** Whose thread is on screen; it stays so when a list that could not be loaded leaves nothing active. */
  shown: string | null;
  /** Why nothing is known of the conversation that is on screen. */
  shownError: Problem | null;
  /** How finding or making the conversation with somebody goes. */
  opening: { requesting: boolean; error: Problem | null };
}

/** A page of the list as the host answers it. */
export interface ConversationPage {
  data: Conversation[];
  total: number;
  isMore: boolean;
  nextCursor: string | null;
}

export const noConversations: ConversationsState = {
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
const mapped = (rows: readonly Conversation[]): Record<string, Conversation> => Object.fromEntries(rows.map((row) => [row._id, row]));
const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
const inFront = (ids: readonly string[], id: string): string[] => (ids.includes(id) ? [...ids] : [id, ...ids]);

/** The state with some facts of one conversation changed; nothing changes of one that is not known. */
function withFacts(state: ConversationsState, id: string, facts: (known: Conversation) => Partial<Conversation>): ConversationsState {
  const known = state.mapping[id];
  return known === undefined ? state : { ...state, mapping: { ...state.mapping, [id]: { ...known, ...facts(known) } } };
}

const slice = makeSlice(
  'conversations',
  noConversations,
  {
    listRequested: (state, filter: ConversationFilter) => ({ ...state, requesting: true, success: false, error: null, filter }),
    listReplaced: (state, { data, ...page }: ConversationPage): ConversationsState => ({
      ...state,
      ...page,
      ...{ requesting: false, success: true, error: null },
      data: idsOf(data),
      // Whichever is open stays known, though it need not be among the rows.
      mapping: { ...kept(state), ...mapped(data) },
    }),
    listContinued: (state, { data, ...page }: ConversationPage): ConversationsState => ({
      ...state,
      ...page,
      ...{ requesting: false, success: true, error: null },
      data: unique([...state.data, ...idsOf(data)]),
      mapping: { ...state.mapping, ...mapped(data) },
    }),
    listFailed: ({ filter, shown }, error: Problem): ConversationsState => ({ ...noConversations, filter, shown, error }),
    /** The first page as it is now; rows further down stay below it. */
    listRefreshed: (state, { data, total }: Pick<ConversationPage, 'data' | 'total'>): ConversationsState => ({
      ...state,
      total,
      data: unique([...idsOf(data), ...state.data]),
      mapping: { ...state.mapping, ...mapped(data) },
    }),
    openingStarted: (state): ConversationsState => ({ ...state, opening: { requesting: true, error: null } }),
    openingFailed: (state, error: Problem): ConversationsState => ({ ...state, opening: { requesting: false, error } }),
    conversationSelected: (state, id: string): ConversationsState => ({
      ...state,
      active: id,
      shown: id,
      shownError: null,
      opening: noConversations.opening,
      data: inFront(state.data, id),
    }),
    conversationAdded: (state, added: Conversation): ConversationsState => ({
      ...state,
      data: inFront(state.data, added._id),
      mapping: { ...state.mapping, [added._id]: added },
    }),
    /** It is known from now on, or as it is now; its row stays where it is, or is none. */
    conversationHeard: (state, heard: Conversation): ConversationsState => ({
      ...state,
      mapping: { ...state.mapping, [heard._id]: newer(state.mapping[heard._id], heard) },
      shownError: state.shown === heard._id ? null : state.shownError,
    }),
    /** It was asked for by itself, and did not come. */
    conversationMissed: (state, { id, error }: { id: string; error: Problem }): ConversationsState =>
      state.shown === id ? { ...state, shownError: error } : state,
    conversationMovedUp: (state, id: string): ConversationsState => ({ ...state, data: unique([id, ...state.data]) }),
    conversationPatched: (state, { id, facts }: { id: string; facts: Partial<Conversation> }) => withFacts(state, id, () => facts),
    conversationSeen: (state, id: string) => withFacts(state, id, () => ({ totalNotSeenMessages: 0 })),
    conversationDeactivated: (state): ConversationsState => ({
      ...state,
      ...{ active: null, shown: null, shownError: null, opening: noConversations.opening },
    }),
  },
  ofOnePerson(noConversations),
);

/** An answer that was overtaken by what has been spoken since says nothing of that. */
function newer(known: Conversation | undefined, heard: Conversation): Conversation {
  if (known === undefined || known.lastSeq <= heard.lastSeq) return heard;
  const { lastMessage, lastSeq, totalNotSeenMessages, updatedAt } = known;
  return { ...heard, lastMessage, lastSeq, totalNotSeenMessages, updatedAt };
}

function kept({ shown, mapping }: ConversationsState): Record<string, Conversation> {
  const open = shown === null ? undefined : mapping[shown];
  return open === undefined ? {} : mapped([open]);
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
  conversationHeard,
  conversationMissed,
  conversationMovedUp,
  conversationPatched,
  conversationSeen,
  conversationDeactivated,
} = slice.actions;
export const conversationsReducer = slice.reducer;
