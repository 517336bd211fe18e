/** One conversation: head, thread and composer. For performers the fan panel is beside it. */
import * as errorTexts from '@contract/kernel/messages';
import { clientErrors } from '@contract/kernel/client-errors';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useInitialData } from '@web/services/use-endpoint';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { Button, IconButton } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { cx } from '@web/ui/core/cx';
import { InfoIcon } from '@web/ui/icons/icons';
import { PageHead, pageTitleId, PageTitle } from '@web/ui/page/page-head';
import { Sheet } from '@web/ui/dialogs/sheet';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { Conversation, Message, RepliedTo } from '../store/chat';
import { ClosedThread } from './closed-thread';
import { Composer } from '../composer/composer';
import { useComposerDraft } from '../composer/composer-draft';
import { jumpRequested, conversationClosed, conversationOpened, deletionRequested, newerRequested, olderRequested } from '../store/intents';
import { conversationRequest } from './requests';
import { Thread } from './thread';
import { ThreadHead } from './thread-head';
import { ThreadSearch } from './thread-search';
import { useRefreshFanPanel } from './use-refresh-fan-panel';
import { useConversation, useShownError, useThread } from '../store/use-conversations';
import styles from './thread.module.css';
import panes from '../messages.module.css';

const FanPanel = dynamic(() => import('../fans/fan-panel').then((loaded) => loaded.FanPanel), { ssr: false });

export function ThreadScreen({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const viewer = useCurrentUser();
  const conversation = useLastLoaded(useConversation(id));
  const threadError = useThread(id).error;
  const loadError = useShownError();
  const error = threadError ?? loadError;
  useEffect(() => {
    dispatch(conversationOpened({ id }));
    return () => {
      dispatch(conversationClosed());
    };
  }, [dispatch, id]);
  if (viewer === null) return null;
  if (conversation !== undefined) return <OpenThread conversation={conversation} viewer={viewer} />;
  if (error === null)
    return (
      <div className={styles.loading}>
        <EarlyTitle id={id} />
        <Skeleton shape="row" count={6} label="Loading the conversation…" />
      </div>
    );
  const isNotFound = error.code === 'conversation_not_found';
  return (
    <div className={panes.refused}>
      <PageHead title="Messages" titleHidden noindex />
      {isNotFound ? (
        <ErrorState error={clientErrors.conversation_not_found[1]} />
      ) : (
        <ErrorState error={error} onRetry={() => dispatch(conversationOpened({ id }))} />
      )}
      <Button href="/messages">All messages</Button>
    </div>
  );
}

/** The title of the page until the conversation is in the store, from the recipient read by the server. */
function EarlyTitle({ id }: { id: string }) {
  const preloaded = useInitialData('GET /conversations/:id', conversationRequest(id));
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== pageTitleId) return;
      // Move the focus to the heading that replaces this one.
      queueMicrotask(() => document.getElementById(pageTitleId)?.focus({ preventScroll: true }));
    },
    [],
  );
  const name = preloaded?.recipient.name;
  return (
    <>
      <PageTitle title={name === undefined ? 'Messages' : `Messages with ${name}`} noindex />
      {/* Same text as the heading that replaces it. */}
      <h1 id={pageTitleId} tabIndex={-1} className="visually-hidden">
        {name ?? 'Messages'}
      </h1>
    </>
  );
}

/** The last loaded version of the conversation: a failed load of the list clears it until it has been loaded separately. */
function useLastLoaded(loaded: Conversation | undefined): Conversation | undefined {
  const [lastLoaded, setLastLoaded] = useState(loaded);
  if (loaded !== undefined && loaded !== lastLoaded) setLastLoaded(loaded);
  return loaded ?? lastLoaded;
}

interface OpenThreadProps {
  conversation: Conversation;
  viewer: CurrentUser;
}

function OpenThread({ conversation, viewer }: OpenThreadProps) {
  const { _id: id, recipient, canWrite } = conversation;
  const [isSearching, setSearching] = useState(false);
  const [isFanShown, setFanShown] = useState(false);
  const [target, setTarget] = useState<string | null>(null);
  const draft = useComposerDraft(id);
  const dispatch = useAppDispatch();
  // Opening marks it as read, so the number of new messages is remembered from before.
  const [unread] = useState(conversation.totalNotSeenMessages);
  // The fan panel is private to the performer, even when a delegate writes.
  const hasFanPanel = viewer.isPerformer && viewer.helper === null && !recipient.isPerformer;
  useRefreshFanPanel(useThread(id).items);

  const jump = (messageId: string) => {
    setTarget(messageId);
    dispatch(jumpRequested({ id, messageId }));
  };
  const clearTarget = useCallback(() => setTarget(null), []);
  const reply = (message: Message) => draft.change({ replyTo: replyOf(message) });
  return (
    <div className={cx(styles.screen, hasFanPanel && styles.withSide)}>
      <div className={styles.main}>
        <ThreadHead conversation={conversation} onSearch={() => setSearching(!isSearching)}>
          {hasFanPanel ? (
            <span className={styles.fanButton}>
              <IconButton label={`About ${recipient.name}`} icon={<InfoIcon />} onPress={() => setFanShown(true)} />
            </span>
          ) : null}
        </ThreadHead>
        {isSearching ? <ThreadSearch conversationId={id} viewerId={viewer._id} onJump={jump} onClose={() => setSearching(false)} /> : null}
        <Messages
          conversation={conversation}
          viewerId={viewer._id}
          unread={unread}
          target={target}
          onShown={clearTarget}
          onJump={jump}
          onReply={reply}
        />
        {canWrite ? (
          <Composer conversation={conversation} viewer={viewer} draftState={draft} />
        ) : (
          <ClosedThread conversation={conversation} />
        )}
      </div>
      {hasFanPanel ? (
        <>
          <aside className={styles.side}>
            <FanPanel fanId={recipient._id} />
          </aside>
          <Sheet title={`About ${recipient.name}`} side="end" open={isFanShown} onClose={() => setFanShown(false)}>
            <FanPanel fanId={recipient._id} />
          </Sheet>
        </>
      ) : null}
    </div>
  );
}

const replyOf = ({ _id, senderId, text, isDeleted }: Message): RepliedTo => ({ _id, senderId, text, isDeleted });

interface MessagesProps {
  conversation: Conversation;
  viewerId: string;
  unread: number;
  target: string | null;
  onShown: () => void;
  onJump: (messageId: string) => void;
  onReply: (message: Message) => void;
}

function Messages({ conversation, viewerId, unread, ...scrollProps }: MessagesProps) {
  const { _id: id, recipient } = conversation;
  const dispatch = useAppDispatch();
  const [deleting, setDeleting] = useState<Message | null>(null);
  const { loading, items, waiting, error, fetching, isLoadMore, hasOlder, hasNewer, isTyping } = useThread(id);
  if (loading)
    return (
      <div className={cx(styles.thread, styles.loading)}>
        <Skeleton shape="row" count={6} label="Loading messages…" />
      </div>
    );
  if (error !== null && items.length === 0)
    return (
      <div className={styles.thread}>
        <ErrorState error={error} onRetry={() => dispatch(conversationOpened({ id }))} />
      </div>
    );
  if (items.length === 0 && waiting.length === 0)
    return (
      <div className={styles.thread}>
        <EmptyState title="No messages yet" text={conversation.canWrite ? `Say hello to ${recipient.name}.` : ''} />
      </div>
    );
  const retry = () => {
    if (scrollProps.target !== null) dispatch(jumpRequested({ id, messageId: scrollProps.target }));
    else if (isLoadMore) dispatch(olderRequested(id));
    else if (hasNewer) dispatch(newerRequested(id));
    else dispatch(conversationOpened({ id }));
  };
  return (
    <>
      <Thread
        conversation={conversation}
        viewerId={viewerId}
        unread={unread}
        items={items}
        waiting={waiting}
        fetching={fetching}
        hasOlder={hasOlder}
        hasNewer={hasNewer}
        isTyping={isTyping}
        {...scrollProps}
        onOlder={() => dispatch(olderRequested(id))}
        onNewer={() => dispatch(newerRequested(id))}
        onDelete={setDeleting}
      />
      {error === null ? null : <ErrorState error={error} onRetry={retry} />}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this message?"
        consequence={`It’s deleted for both of you. ${recipient.name} will see “${errorTexts.messageDeleted}”. ${deleting?.isBought ? `${recipient.name} has bought it and keeps it.` : ''}`}
        actionLabel="Delete message"
        onConfirm={() => {
          if (deleting !== null) dispatch(deletionRequested({ id: deleting._id, conversationId: id }));
          setDeleting(null);
          return Promise.resolve();
        }}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}
