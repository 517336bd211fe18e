/** The live chat of the open show, and the field to write in it. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch, useSocketStatus } from '@web/session/store/hooks';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { EndScroll } from '@web/ui/lists/end-scroll';
import { ChevronDownIcon } from '@web/ui/icons/icons';
import { SocketDot } from '@web/ui/feedback/socket-dot';
import { ChatClosed } from './chat-closed';
import { ChatComposer } from './chat-composer';
import { ChatLine } from './chat-line';
import { chatWindow, windowStep } from './chat-window';
import { emptyStreamChat, emptyStreamThread } from '../store/chat.slice';
import { olderRequested, rulesRequested, streamChatClosed, streamChatOpened, streamDeletionRequested } from '../store/intents';
import type { StreamConversation, StreamMessage } from '../store/show';
import type { EarlyState } from '../store/state';
import styles from './chat.module.css';

const useShowsSelector = useSelector.withTypes<EarlyState>();

interface StreamChatProps {
  /** As loaded with the show; later events take precedence. */
  conversation: StreamConversation;
  /** Messages loaded with the show, newest first. */
  messages?: readonly StreamMessage[];
  viewerId: string;
}

export function StreamChat({ conversation: initial, messages, viewerId }: StreamChatProps) {
  const { _id: id, performerId } = initial;
  const dispatch = useAppDispatch();
  const chat = useShowsSelector(({ streamChat }) => streamChat ?? emptyStreamChat);
  const status = useSocketStatus();
  const opened = useRef({ conversation: initial, messages });
  useEffect(() => {
    const { messages: initialMessages, conversation } = opened.current;
    dispatch(streamChatOpened({ conversation, ...(initialMessages === undefined ? {} : { messages: initialMessages }) }));
    return () => void dispatch(streamChatClosed());
  }, [id, dispatch]);
  const handleSubscription = useCallback(
    ({ performer }: Stamped<'subscription/changed'>) => performer._id === performerId && void dispatch(rulesRequested()),
    [performerId, dispatch],
  );
  useSocketEvent('subscription/changed', handleSubscription);

  const conversation = chat.activeConversation?._id === id ? chat.activeConversation : initial;
  return (
    <section className={styles.chat} aria-label="Chat">
      <div className={styles.head}>
        <h2 className={styles.title}>Chat</h2>
        {status === 'connected' ? null : <SocketDot status={status} />}
      </div>
      <ChatLines conversation={conversation} viewerId={viewerId} />
      {conversation.canWrite ? (
        <ChatComposer conversation={conversation} sendMessage={chat.sendMessage} />
      ) : (
        <ChatClosed conversation={conversation} />
      )}
    </section>
  );
}

function ChatLines({ conversation: { _id: id, role }, viewerId }: Pick<StreamChatProps, 'conversation' | 'viewerId'>) {
  const dispatch = useAppDispatch();
  const thread = useShowsSelector(({ streamChat }) => streamChat?.conversationMap[id] ?? emptyStreamThread);
  const { fetching, nextCursor, isLoaded, error } = thread;
  const scroll = useRef<EndScroll>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const [size, setSize] = useState(windowStep);
  const [deleting, setDeleting] = useState<StreamMessage | null>(null);
  const mayDelete = (message: StreamMessage): boolean => role !== 'viewer' || (message.sender._id === viewerId && message.type === 'text');
  // A deleted message is hidden from its author and from moderators, even after a reload. Others see a placeholder.
  const items = thread.items.filter((message) => !message.isDeleted || !mayDelete(message));
  const { shown, above, below } = chatWindow(items, lastId, size);
  const last = shown.at(-1);

  const handleAtEnd = (isAtEnd: boolean) => {
    setLastId(isAtEnd ? null : (last?._id ?? null));
    if (isAtEnd) setSize(windowStep);
  };
  const loadOlder = () => {
    if (above > 0) setSize(size + windowStep);
    else if (nextCursor !== null && !fetching) dispatch(olderRequested(id));
  };
  return (
    <div className={styles.thread}>
      <EndScroll
        ref={scroll}
        label="Chat messages"
        firstKey={shown[0]?._id ?? ''}
        lastKey={last?._id ?? ''}
        followsLast={last?.sender._id === viewerId}
        onNearStart={loadOlder}
        onNearEnd={() => undefined}
        onAtEnd={handleAtEnd}
      >
        {above > 0 || nextCursor !== null ? (
          <div className={styles.more}>
            <Button size="small" busy={fetching} onPress={loadOlder}>
              Load older messages
            </Button>
          </div>
        ) : null}
        {error === null ? null : (
          <p className={styles.error} role="alert">
            {error.message}
          </p>
        )}
        {isLoaded && items.length === 0 ? <p className={styles.system}>No messages yet.</p> : null}
        <div role="log" aria-label="Chat history" aria-busy={fetching}>
          <ol className={styles.lines}>
            {shown.map((message) => (
              <li key={message._id}>
                <ChatLine
                  message={message}
                  isOwn={message.sender._id === viewerId}
                  onDelete={mayDelete(message) ? setDeleting : undefined}
                />
              </li>
            ))}
          </ol>
        </div>
      </EndScroll>
      {below > 0 ? (
        <div className={styles.pill}>
          <Button size="small" kind="primary" icon={<ChevronDownIcon />} onPress={() => scroll.current?.toEnd()}>
            {below === 1 ? '1 new message' : `${String(below)} new messages`}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this message?"
        consequence={`“${deleting?.text ?? ''}” will be removed from the chat for everyone.`}
        actionLabel="Delete"
        onConfirm={() => {
          if (deleting) dispatch(streamDeletionRequested(deleting._id));
          setDeleting(null);
          return Promise.resolve();
        }}
        onClose={() => setDeleting(null)}
      />
    </div>
  );
}
