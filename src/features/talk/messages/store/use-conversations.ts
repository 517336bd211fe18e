/** What screens read of conversations. Until the late part of the store has come everything looks as if it were being fetched. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Problem } from '@web/session/problem';
import type { Conversation, ConversationFilter, Message, Waiting } from './chat';
import type { ConversationsState } from './conversations.slice';
import type { EarlyState } from './state';

const useMessages = useSelector.withTypes<EarlyState>();

interface ConversationList {
  /** The late part of the store has not come, or the first page is on its way. */
  loading: boolean;
  requesting: boolean;
  error: Problem | null;
  success: boolean;
  conversations: Conversation[];
  total: number;
  isMore: boolean;
  filter: ConversationFilter;
}

const none: never[] = [];
const noFilter: ConversationFilter = {};

/** The rows of the list; `conversationsAsked` fetches them. */
export function useConversationList(): ConversationList {
  const list = useMessages((state) => state.conversations);
  return useMemo(() => {
    if (list === undefined)
      return {
        loading: true,
        requesting: false,
        error: null,
        success: false,
        conversations: none,
        total: 0,
        isMore: false,
        filter: noFilter,
      };
    const { requesting, error, success, data, total, isMore, filter, mapping } = list;
    const conversations = data.flatMap((id) => mapping[id] ?? []);
    // Before anybody has asked there is neither an answer nor an error.
    const loading = error === null && !success && conversations.length === 0;
    return { loading, requesting, error, success, conversations, total, isMore, filter };
  }, [list]);
}

/** One conversation as it is known; undefined while it is not. */
export const useConversation = (id: string): Conversation | undefined => useMessages((state) => state.conversations?.mapping[id]);

/** Why nothing is known of the conversation that is on screen; null where something is, or is still to come. */
export const useShownError = (): Problem | null => useMessages((state) => state.conversations?.shownError ?? null);

/** The id of the open conversation. */
export const useActive = (): string | null => useMessages((state) => state.conversations?.active ?? null);

const notOpening: ConversationsState['opening'] = { requesting: false, error: null };

/** How finding or making the conversation with somebody goes, after `conversationOpened` with a source. */
export const useOpening = (): ConversationsState['opening'] => useMessages((state) => state.conversations?.opening ?? notOpening);

interface ThreadView {
  /** The first page has not come yet, and has not failed. */
  loading: boolean;
  /** The oldest first, without a gap. */
  items: Message[];
  /** What was written here and has not arrived yet, in the order in which it goes out. */
  waiting: Waiting[];
  total: number;
  fetching: boolean;
  isLoadMore: boolean;
  error: Problem | null;
  hasOlder: boolean;
  /** After a jump: there are newer ones than `items`, `newerAsked` fetches them. */
  hasNewer: boolean;
  isTyping: boolean;
}

export function useThread(id: string): ThreadView {
  const thread = useMessages((state) => state.threads?.byConversation[id]);
  const queue = useMessages((state) => state.waiting);
  const isTyping = useMessages((state) => state.typing?.[id] ?? false);
  return useMemo(() => {
    const waiting = queue?.filter(({ conversationId }) => conversationId === id) ?? none;
    const error = thread?.error ?? null;
    const isRead = thread?.isRead ?? false;
    return {
      loading: !isRead && error === null,
      items: isRead ? (thread?.items ?? none) : none,
      waiting,
      total: thread?.total ?? 0,
      fetching: thread?.fetching ?? false,
      isLoadMore: thread?.isLoadMore ?? false,
      error,
      hasOlder: isRead && (thread?.nextCursor ?? null) !== null,
      hasNewer: thread?.isDetached ?? false,
      isTyping,
    };
  }, [thread, queue, isTyping, id]);
}

const nobodyTypes: Record<string, boolean> = {};

/** In which conversations the other one is writing now. */
export const useTypingIn = (): Record<string, boolean> => useMessages((state) => state.typing ?? nobodyTypes);
