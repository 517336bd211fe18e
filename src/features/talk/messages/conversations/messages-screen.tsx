/**
 * /messages and /messages/[id]: the list and the open thread, side by side where there is room. `?source=&sourceId=` finds or creates the
 * conversation with a recipient and then redirects to its URL.
 */
import { conversationSources } from '@contract/kernel/values/messages';
import { useRouter } from 'next/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { UrlQuery } from '@web/lib/table-query';
import { optionAt, textAt } from '@web/lib/table-query';
import { useAppDispatch } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CommentIcon } from '@web/ui/icons/icons';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { ConversationList } from './conversation-list';
import { conversationClosed, conversationOpened } from '../store/intents';
import { ThreadScreen } from '../thread/thread-screen';
import { useActiveConversationId, useConversation, useOpeningState } from '../store/use-conversations';
import styles from '../messages.module.css';

export function MessagesScreen() {
  const { query } = useRouter();
  const id = textAt(query, 'id') ?? null;
  const recipient = recipientIn(query);
  const isListOnly = id === null && recipient === null;
  const panes = useHeightAbove();
  return (
    <div ref={panes} className={cx(styles.panes, !isListOnly && styles.open)}>
      <div className={styles.listPane}>
        <ConversationList current={id} />
      </div>
      <div className={styles.threadPane}>
        {id === null ? null : <ThreadScreen key={id} id={id} />}
        {id === null && recipient !== null ? <Opening key={recipient.sourceId} {...recipient} /> : null}
        {isListOnly ? (
          <EmptyState icon={<CommentIcon />} title="No conversation selected" text="Select a conversation to read it here." />
        ) : null}
      </div>
    </div>
  );
}

/** Measures the height of the page above the panes, so that CSS can end them at the bottom of the window. */
function useHeightAbove(): RefObject<HTMLDivElement | null> {
  const panes = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = panes;
      current?.style.setProperty('--above', `${String(Math.max(0, current.getBoundingClientRect().top + window.scrollY))}px`);
    };
    measure();
    // Notices above the panes appear, disappear and collapse.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    for (const sibling of panes.current?.closest('main')?.parentElement?.children ?? []) observer.observe(sibling);
    return () => observer.disconnect();
  }, []);
  return panes;
}

interface RecipientQuery {
  source: (typeof conversationSources)[number];
  sourceId: string;
}

/** The recipient in the URL; null for none. */
function recipientIn(query: UrlQuery): RecipientQuery | null {
  const source = optionAt(query, 'source', conversationSources);
  const sourceId = textAt(query, 'sourceId');
  return source === undefined || sourceId === undefined ? null : { source, sourceId };
}

/** Finds or creates the conversation, then replaces the URL with that of the conversation. */
function Opening({ source, sourceId }: RecipientQuery) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const active = useActiveConversationId();
  const isFound = useConversation(active ?? '')?.recipient._id === sourceId;
  const { error } = useOpeningState();
  useEffect(() => {
    dispatch(conversationOpened({ source, sourceId }));
    return () => {
      dispatch(conversationClosed());
    };
  }, [dispatch, source, sourceId]);
  useEffect(() => {
    if (isFound && active !== null) void router.replace(`/messages/${active}`);
  }, [isFound, active, router]);
  if (error === null || isFound) return <Skeleton shape="row" count={6} label="Opening the conversation…" />;
  return (
    <div className={styles.refused}>
      <ErrorState error={error} onRetry={() => dispatch(conversationOpened({ source, sourceId }))} />
      <Button href="/messages">All messages</Button>
    </div>
  );
}
