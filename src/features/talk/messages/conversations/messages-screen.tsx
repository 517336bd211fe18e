/**
 * /messages and /messages/[id]: the list and the open thread, beside each other where there is room. `?source=&sourceId=` finds or
 * makes the conversation with somebody and then shows its address.
 */
import { conversationSources } from '@contract/values';
import { useRouter } from 'next/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { AddressQuery } from '@web/lib/table-query';
import { oneAt, textAt } from '@web/lib/table-query';
import { useIntents } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CommentIcon } from '@web/ui/icons/icons';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { ConversationList } from './conversation-list';
import { conversationClosed, conversationOpened } from '../../../messages/intents';
import { ThreadScreen } from '../thread/thread-screen';
import { useActive, useConversation, useOpening } from '../store/use-conversations';
import styles from '../messages.module.css';

export function MessagesScreen() {
  const { query } = useRouter();
  const id = textAt(query, 'id') ?? null;
  const wanted = wantedIn(query);
  const isAlone = id === null && wanted === null;
  const panes = useRoomAbove();
  return (
    <div ref={panes} className={cx(styles.panes, !isAlone && styles.open)}>
      <div className={styles.listPane}>
        <ConversationList current={id} />
      </div>
      <div className={styles.threadPane}>
        {id === null ? null : <ThreadScreen key={id} id={id} />}
        {id === null && wanted !== null ? <Opening key={wanted.sourceId} {...wanted} /> : null}
        {isAlone ? <Empty icon={<CommentIcon />} title="Choose a conversation" text="It opens here." /> : null}
      </div>
    </div>
  );
}

/** For the panes: tells their style how much of the page stands above them, so that they end where the window does. */
function useRoomAbove(): RefObject<HTMLDivElement | null> {
  const panes = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = panes;
      current?.style.setProperty('--above', `${String(Math.max(0, current.getBoundingClientRect().top + window.scrollY))}px`);
    };
    measure();
    // Notices come and go, and fold.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    for (const before of panes.current?.closest('main')?.parentElement?.children ?? []) observer.observe(before);
    return () => observer.disconnect();
  }, []);
  return panes;
}

interface Wanted {
  source: (typeof conversationSources)[number];
  sourceId: string;
}

/** The person whom the address wants to write to; null for none. */
function wantedIn(query: AddressQuery): Wanted | null {
  const source = oneAt(query, 'source', conversationSources);
  const sourceId = textAt(query, 'sourceId');
  return source === undefined || sourceId === undefined ? null : { source, sourceId };
}

/** Finds or makes the conversation, then shows its address in place of this one. */
function Opening({ source, sourceId }: Wanted) {
  const router = useRouter();
  const tell = useIntents();
  const active = useActive();
  const isFound = useConversation(active ?? '')?.recipient._id === sourceId;
  const { error } = useOpening();
  useEffect(() => {
    tell(conversationOpened({ source, sourceId }));
    return () => {
      tell(conversationClosed());
    };
  }, [tell, source, sourceId]);
  useEffect(() => {
    if (isFound && active !== null) void router.replace(`/messages/${active}`);
  }, [isFound, active, router]);
  if (error === null || isFound) return <Skeleton shape="row" count={6} label="Opening the conversation…" />;
  return (
    <div className={styles.refused}>
      <Fault error={error} onRetry={() => tell(conversationOpened({ source, sourceId }))} />
      <Button href="/messages">All messages</Button>
    </div>
  );
}
