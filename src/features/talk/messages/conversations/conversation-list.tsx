/** The user's conversations: searched by people and text, filtered by unread, subscribers or list, with infinite scroll. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { useAccountId, useCurrentUser, useAppDispatch, useSocketStatus } from '@web/session/store/hooks';
import { usePresenceOf } from '@web/features/talk/messages/use-presence';
import { Button } from '@web/ui/actions/button';
import { Chip } from '@web/ui/actions/chips';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import type { InfiniteListProps } from '@web/ui/lists/infinite-list';
import { EditIcon } from '@web/ui/icons/icons';
import { PageTitle, pageTitleId } from '@web/ui/page/page-head';
import { SocketDot } from '@web/ui/feedback/socket-dot';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { Conversation, ConversationFilter } from '../store/chat';
import { ConversationRow } from './conversation-row';
import { conversationsRequested, listShown } from '../store/intents';
import { NewMessage } from './new-message';
import { SearchForm } from '../search-form';
import { useConversationList, useTypingIn } from '../store/use-conversations';
import styles from './conversation-list.module.css';

interface ConversationListProps {
  /** The conversation beside the list, or null. */
  current: string | null;
}

interface Choice {
  value: string;
  label: string;
  filter: ConversationFilter;
}

const noFilter: ConversationFilter = {};
const commonChoices: Choice[] = [
  { value: 'all', label: 'All', filter: {} },
  { value: 'unread', label: 'Unread', filter: { isUnread: true } },
];
const performerChoices: Choice[] = [...commonChoices, { value: 'subscribers', label: 'Subscribers', filter: { isSubscribed: true } }];

/** The filters of the list: performers also have their own lists. */
function useChoices(): Choice[] {
  const viewer = useCurrentUser();
  const isPerformer = viewer?.isPerformer === true && viewer.helper === null;
  const lists = useEndpoint('GET /performer/lists', isPerformer ? {} : null).data ?? [];
  if (!isPerformer) return viewer?.isPerformer ? performerChoices : commonChoices;
  const own = lists.filter(({ rule }) => rule === null);
  return [...performerChoices, ...own.map(({ _id, name }) => ({ value: _id, label: name, filter: { listId: _id } }))];
}

export function ConversationList({ current }: ConversationListProps) {
  const dispatch = useAppDispatch();
  const status = useSocketStatus();
  const viewer = useCurrentUser();
  const isDelegate = Boolean(viewer?.helper);
  const choices = useChoices();
  const [chosen, setChosen] = useState('all');
  const [keyword, setKeyword] = useState('');
  const [searchFormKey, setSearchFormKey] = useState(0);
  const [isWriting, setWriting] = useState(false);

  const activeFilter = choices.find(({ value }) => value === chosen)?.filter ?? noFilter;
  const filterKey = JSON.stringify(activeFilter);
  useEffect(() => {
    dispatch(listShown(JSON.parse(filterKey) as ConversationFilter));
  }, [dispatch, filterKey]);

  const showAll = () => {
    setChosen('all');
    setKeyword('');
    // A new key remounts the search form, which empties its field.
    setSearchFormKey(searchFormKey + 1);
  };
  const startMessage = () => setWriting(true);
  const Title = current === null ? 'h1' : 'h2';
  return (
    <nav className={styles.list} aria-label="Conversations">
      <div className={styles.head}>
        <div className={styles.title}>
          {current === null ? <PageTitle title="Messages" noindex /> : null}
          <div className={styles.titled}>
            <Title id={current === null ? pageTitleId : undefined} tabIndex={-1}>
              Messages
            </Title>
            <SocketDot status={status} />
          </div>
          {isDelegate ? null : (
            <Button size="small" icon={<EditIcon />} onPress={startMessage}>
              New message
            </Button>
          )}
          {viewer?.isPerformer && !isDelegate ? (
            <Button size="small" href="/messages/mass">
              Mass message
            </Button>
          ) : null}
        </div>
        <SearchForm key={searchFormKey} label="Search people and messages" onSearch={setKeyword} />
        {keyword === '' ? (
          <div className={styles.chips} role="group" aria-label="Filter conversations">
            {choices.map(({ value, label }) => (
              <Chip key={value} chosen={value === chosen} onToggle={() => setChosen(value)}>
                {label}
              </Chip>
            ))}
          </div>
        ) : null}
      </div>
      <div className={styles.scroll}>
        {keyword === '' ? (
          <OwnConversations
            filter={activeFilter}
            current={current}
            empty={filterKey === '{}' ? <NothingYet onWrite={startMessage} /> : <NothingMatches onAll={showAll} />}
          />
        ) : (
          <FoundConversations query={keyword} current={current} empty={<NothingMatches onAll={showAll} />} />
        )}
      </div>
      {isWriting ? <NewMessage onClose={() => setWriting(false)} /> : null}
    </nav>
  );
}

interface ListedProps {
  current: string | null;
  empty: ReactNode;
}

function OwnConversations({ filter, current, empty }: ListedProps & { filter: ConversationFilter }) {
  const dispatch = useAppDispatch();
  const { conversations, loading, requesting, error, isMore } = useConversationList();
  const request = (more: boolean) => () => void dispatch(conversationsRequested({ filter, more }));
  if (conversations.length === 0) {
    if (error !== null) return <ErrorState error={error} onRetry={request(false)} />;
    if (loading || requesting) return <Skeleton shape="row" count={6} label="Loading conversations…" />;
  }
  return (
    <ConversationRows
      conversations={conversations}
      current={current}
      empty={empty}
      hasMore={isMore}
      isLoadingMore={requesting}
      onMore={request(true)}
      error={error}
      onRetry={request(false)}
    />
  );
}

/** Conversations with people of this name, or with messages that contain this text. */
function FoundConversations({ query, current, empty }: ListedProps & { query: string }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /conversations/search', { q: query });
  if (items === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton shape="row" count={6} label="Searching…" />;
  return (
    <ConversationRows
      conversations={items}
      current={current}
      empty={empty}
      hasMore={hasMore}
      isLoadingMore={isLoadingMore}
      error={error}
      onMore={more}
      onRetry={retry}
    />
  );
}

interface ConversationRowsProps
  extends ListedProps, Pick<InfiniteListProps<Conversation>, 'hasMore' | 'isLoadingMore' | 'onMore' | 'error' | 'onRetry'> {
  conversations: readonly Conversation[];
}

function ConversationRows({ conversations, current, ...list }: ConversationRowsProps) {
  const viewerId = useAccountId() ?? '';
  const typing = useTypingIn();
  usePresenceOf(conversations.map(({ recipient }) => recipient._id));
  return (
    <InfiniteList
      {...list}
      label="Conversations"
      items={conversations}
      keyOf={({ _id }) => _id}
      render={(conversation) => (
        <ConversationRow
          conversation={conversation}
          viewerId={viewerId}
          isCurrent={conversation._id === current}
          isTyping={typing[conversation._id] ?? false}
        />
      )}
      className={styles.rows}
    />
  );
}

function NothingMatches({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      title="No matching conversations"
      text="Try a different search or clear your filters."
      action={<Button onPress={onAll}>Show all</Button>}
    />
  );
}

function NothingYet({ onWrite }: { onWrite: () => void }) {
  const viewer = useCurrentUser();
  return (
    <EmptyState
      title="No messages yet"
      text={viewer?.isPerformer ? 'Your conversations with fans appear here.' : 'Your conversations with creators appear here.'}
      action={viewer?.helper ? null : <Button onPress={onWrite}>Start a conversation</Button>}
    />
  );
}
