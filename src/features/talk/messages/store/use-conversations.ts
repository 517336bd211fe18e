/** Selectors of conversations for screens. Until the lazy slices have loaded, everything is reported as loading. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { SerializedError } from '@web/services/serialized-error';
import type { Conversation, ConversationFilter, Message, QueuedMessage } from './chat';
import type { ConversationsState } from './conversations.slice';
import type { EarlyState } from './state';

const useMessages = useSelector.withTypes<EarlyState>();

interface ConversationList {
  /** The lazy slices have not loaded, or the first page is loading. */
  loading: boolean;
  requesting: boolean;
  error: SerializedError | null;
  success: boolean;
  conversations: Conversation[];
  total: number;
  isMore: boolean;
  filter: ConversationFilter;
}

const none: never[] = [];
const noFilter: ConversationFilter = {};

/** The rows of the list; `conversationsRequested` loads them. */
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
    // Before the first request there is neither a response nor an error.
    const loading = error === null && !success && conversations.length === 0;
    return { loading, requesting, error, success, conversations, total, isMore, filter };
  }, [list]);
}

/** A loaded conversation; undefined while it is not loaded. */
export const useConversation = (id: string): Conversation | undefined => useMessages((state) => state.conversations?.mapping[id]);

/** Why the conversation on screen could not be loaded; null when it is loaded or still loading. */
export const useShownError = (): SerializedError | null => useMessages((state) => state.conversations?.shownError ?? null);

/** The id of the open conversation. */
export const useActiveConversationId = (): string | null => useMessages((state) => state.conversations?.active ?? null);

const notOpening: ConversationsState['opening'] = { requesting: false, error: null };

/** State of finding or creating the conversation with a recipient, after `conversationOpened` with a source. */
export const useOpeningState = (): ConversationsState['opening'] => useMessages((state) => state.conversations?.opening ?? notOpening);

interface ThreadView {
  /** The first page has neither loaded nor failed. */
  loading: boolean;
  /** Oldest first, without a gap. */
  items: Message[];
  /** The send queue of this conversation, in order. */
  waiting: QueuedMessage[];
  total: number;
  fetching: boolean;
  isLoadMore: boolean;
  error: SerializedError | null;
  hasOlder: boolean;
  /** After a jump: newer messages than `items` exist, and `newerRequested` loads them. */
  hasNewer: boolean;
  isTyping: boolean;
}

export function useThread(id: string): ThreadView {
  const thread = useMessages((state) => state.threads?.byConversation[id]);
  const queue = useMessages((state) => state.queue);
  const isTyping = useMessages((state) => state.typing?.[id] ?? false);
  return useMemo(() => {
    const waiting = queue?.filter(({ conversationId }) => conversationId === id) ?? none;
    const error = thread?.error ?? null;
    const isLoaded = thread?.isLoaded ?? false;
    return {
      loading: !isLoaded && error === null,
      items: isLoaded ? (thread?.items ?? none) : none,
      waiting,
      total: thread?.total ?? 0,
      fetching: thread?.fetching ?? false,
      isLoadMore: thread?.isLoadMore ?? false,
      error,
      hasOlder: isLoaded && (thread?.nextCursor ?? null) !== null,
      hasNewer: thread?.isDetached ?? false,
      isTyping,
    };
  }, [thread, queue, isTyping, id]);
}

const noneTyping: Record<string, boolean> = {};

/** The conversations in which the other participant is typing. */
export const useTypingIn = (): Record<string, boolean> => useMessages((state) => state.typing ?? noneTyping);
