/** One conversation: its head, its thread and where one writes. For performers what they know of the fan stands beside it. */
import { messages as words, ownRefusals } from '@contract/kernel/errors';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useGiven } from '@web/services/use-endpoint';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { Button, IconButton } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { cx } from '@web/ui/core/cx';
import { InfoIcon } from '@web/ui/icons/icons';
import { PageHead, pageTitleId, PageTitle } from '@web/ui/page/page-head';
import { Sheet } from '@web/ui/dialogs/sheet';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import type { Conversation, Message, RepliedTo } from '../store/chat';
import { ClosedThread } from './closed-thread';
import { Composer } from '../composer/composer';
import { useComposerDraft } from '../composer/composer-draft';
import { aroundAsked, conversationClosed, conversationOpened, deletionAsked, newerAsked, olderAsked } from '../../../messages/intents';
import { conversationRead } from '../../../messages/reads';
import { Thread } from './thread';
import { ThreadHead } from './thread-head';
import { ThreadSearch } from './thread-search';
import { useFanEarnings } from '../../../messages/use-fan-earnings';
import { useConversation, useShownError, useThread } from '../store/use-conversations';
import styles from './thread.module.css';
import panes from '../messages.module.css';

const FanPanel = dynamic(() => import('../fans/fan-panel').then((loaded) => loaded.FanPanel), { ssr: false });

export function ThreadScreen({ id }: { id: string }) {
  const tell = useIntents();
  const viewer = useCurrentUser();
  const conversation = useKept(useConversation(id));
  const failed = useThread(id).error;
  const unknown = useShownError();
  const error = failed ?? unknown;
  useEffect(() => {
    tell(conversationOpened({ id }));
    return () => {
      tell(conversationClosed());
    };
  }, [tell, id]);
  if (viewer === null) return null;
  if (conversation !== undefined) return <Open conversation={conversation} viewer={viewer} />;
  if (error === null)
    return (
      <div className={styles.loading}>
        <EarlyTitle id={id} />
        <Skeleton shape="row" count={6} label="Loading the conversation…" />
      </div>
    );
  const isNone = error.code === 'conversation_not_found';
  return (
    <div className={panes.refused}>
      <PageHead title="Messages" titleHidden noindex />
      {isNone ? (
        <Fault error={ownRefusals.conversation_not_found[1]} />
      ) : (
        <Fault error={error} onRetry={() => tell(conversationOpened({ id }))} />
      )}
      <Button href="/messages">All messages</Button>
    </div>
  );
}

/** The title of the page until the conversation is in the store. The server has read who it is with. */
function EarlyTitle({ id }: { id: string }) {
  const given = useGiven('GET /conversations/:id', conversationRead(id));
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== pageTitleId) return;
      // The focus goes to the heading that takes the place of this one.
      queueMicrotask(() => document.getElementById(pageTitleId)?.focus({ preventScroll: true }));
    },
    [],
  );
  const name = given?.recipient.name;
  return (
    <>
      <PageTitle title={name === undefined ? 'Messages' : `Messages with ${name}`} noindex />
      {/* The words of the heading that takes its place. */}
      <h1 id={pageTitleId} tabIndex={-1} className="visually-hidden">
        {name ?? 'Messages'}
      </h1>
    </>
  );
}

/** The conversation as it was known last: a list that fails forgets it until it has been asked for by itself. */
function useKept(known: Conversation | undefined): Conversation | undefined {
  const [kept, keep] = useState(known);
  if (known !== undefined && known !== kept) keep(known);
  return known ?? kept;
}

interface OpenProps {
  conversation: Conversation;
  viewer: CurrentUser;
}

function Open({ conversation, viewer }: OpenProps) {
  const { _id: id, recipient, canWrite } = conversation;
  const [isSearching, setSearching] = useState(false);
  const [isFanShown, showFan] = useState(false);
  const [target, setTarget] = useState<string | null>(null);
  const kept = useComposerDraft(id);
  const tell = useIntents();
  // Opening it says that it was read: what was new must be known from before.
  const [unread] = useState(conversation.totalNotSeenMessages);
  // What she knows of her fans is hers, whoever answers them for her.
  const isOfFan = viewer.isPerformer && viewer.helper === null && !recipient.isPerformer;
  useFanEarnings(useThread(id).items);

  const jump = (messageId: string) => {
    setTarget(messageId);
    tell(aroundAsked({ id, messageId }));
  };
  const shown = useCallback(() => setTarget(null), []);
  const reply = (message: Message) => kept.change({ replyTo: replyOf(message) });
  return (
    <div className={cx(styles.screen, isOfFan && styles.withSide)}>
      <div className={styles.main}>
        <ThreadHead conversation={conversation} onSearch={() => setSearching(!isSearching)}>
          {isOfFan ? (
            <span className={styles.fanButton}>
              <IconButton label={`About ${recipient.name}`} icon={<InfoIcon />} onPress={() => showFan(true)} />
            </span>
          ) : null}
        </ThreadHead>
        {isSearching ? <ThreadSearch conversationId={id} viewerId={viewer._id} onJump={jump} onClose={() => setSearching(false)} /> : null}
        <Messages conversation={conversation} viewerId={viewer._id} {...{ unread, target }} onShown={shown} onJump={jump} onReply={reply} />
        {canWrite ? <Composer conversation={conversation} viewer={viewer} kept={kept} /> : <ClosedThread conversation={conversation} />}
      </div>
      {isOfFan ? (
        <>
          <aside className={styles.side}>
            <FanPanel fanId={recipient._id} />
          </aside>
          <Sheet title={`About ${recipient.name}`} side="end" open={isFanShown} onClose={() => showFan(false)}>
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

function Messages({ conversation, viewerId, unread, ...seen }: MessagesProps) {
  const { _id: id, recipient } = conversation;
  const tell = useIntents();
  const [doomed, doom] = useState<Message | null>(null);
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
        <Fault error={error} onRetry={() => tell(conversationOpened({ id }))} />
      </div>
    );
  if (items.length === 0 && waiting.length === 0)
    return (
      <div className={styles.thread}>
        <Empty title="Nothing written yet" text={conversation.canWrite ? `Say hello to ${recipient.name}.` : ''} />
      </div>
    );
  const retry = () => {
    if (seen.target !== null) tell(aroundAsked({ id, messageId: seen.target }));
    else if (isLoadMore) tell(olderAsked(id));
    else if (hasNewer) tell(newerAsked(id));
    else tell(conversationOpened({ id }));
  };
  return (
    <>
      <Thread
        {...{ conversation, viewerId, unread, items, waiting, fetching, hasOlder, hasNewer, isTyping, ...seen }}
        onOlder={() => tell(olderAsked(id))}
        onNewer={() => tell(newerAsked(id))}
        onDelete={doom}
      />
      {error === null ? null : <Fault error={error} onRetry={retry} />}
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this message?"
        consequence={`It goes for both of you: ${recipient.name} reads “${words.messageDeleted}”. ${doomed?.isBought ? `${recipient.name} has bought it and keeps it.` : ''}`}
        verb="Delete message"
        onConfirm={() => {
          if (doomed !== null) tell(deletionAsked({ id: doomed._id, conversationId: id }));
          doom(null);
          return Promise.resolve();
        }}
        onClose={() => doom(null)}
      />
    </>
  );
}
