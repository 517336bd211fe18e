/** The chat of the show that is open: what is said, as it is said, and a field to answer. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useIntents, useSocketStatus } from '@web/session/store/hooks';
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
import { noStreamChat, noStreamThread } from '../store/chat.slice';
import { olderAsked, rulesAsked, streamChatClosed, streamChatOpened, streamDeletionAsked } from '../../../streaming/intents';
import type { StreamConversation, StreamMessage } from '../../../streaming/show';
import type { EarlyState } from '../store/state';
import styles from './chat.module.css';

const useShows = useSelector.withTypes<EarlyState>();

interface StreamChatProps {
  /** As the show came with it; what is told of it since counts more. */
  conversation: StreamConversation;
  /** What came with the show, the newest first. */
  messages?: readonly StreamMessage[];
  viewerId: string;
}

export function StreamChat({ conversation: given, messages, viewerId }: StreamChatProps) {
  const { _id: id, performerId } = given;
  const tell = useIntents();
  const chat = useShows(({ streamChat }) => streamChat ?? noStreamChat);
  const status = useSocketStatus();
  const first = useRef({ conversation: given, messages });
  useEffect(() => {
    const { messages: come, conversation } = first.current;
    tell(streamChatOpened({ conversation, ...(come === undefined ? {} : { messages: come }) }));
    return () => void tell(streamChatClosed());
  }, [id, tell]);
  const subscribed = useCallback(
    ({ performer }: Stamped<'subscription/changed'>) => performer._id === performerId && void tell(rulesAsked()),
    [performerId, tell],
  );
  useSocketEvent('subscription/changed', subscribed);

  const conversation = chat.activeConversation?._id === id ? chat.activeConversation : given;
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
  const tell = useIntents();
  const thread = useShows(({ streamChat }) => streamChat?.conversationMap[id] ?? noStreamThread);
  const { fetching, nextCursor, isRead, error } = thread;
  const scroll = useRef<EndScroll>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const [size, setSize] = useState(windowStep);
  const [leaving, setLeaving] = useState<StreamMessage | null>(null);
  const mayDelete = (message: StreamMessage): boolean => role !== 'viewer' || (message.sender._id === viewerId && message.type === 'text');
  // A deletion takes a message out of the list: it is not back after a reload. For everyone else its place stays.
  const items = thread.items.filter((message) => !message.isDeleted || !mayDelete(message));
  const { shown, above, below } = chatWindow(items, lastId, size);
  const last = shown.at(-1);

  const atEnd = (isAtEnd: boolean) => {
    setLastId(isAtEnd ? null : (last?._id ?? null));
    if (isAtEnd) setSize(windowStep);
  };
  const further = () => {
    if (above > 0) setSize(size + windowStep);
    else if (nextCursor !== null && !fetching) tell(olderAsked(id));
  };
  return (
    <div className={styles.thread}>
      <EndScroll
        ref={scroll}
        label="Chat messages"
        firstKey={shown[0]?._id ?? ''}
        lastKey={last?._id ?? ''}
        followsLast={last?.sender._id === viewerId}
        onNearStart={further}
        onNearEnd={() => undefined}
        onAtEnd={atEnd}
      >
        {above > 0 || nextCursor !== null ? (
          <div className={styles.more}>
            <Button size="small" busy={fetching} onPress={further}>
              Load older messages
            </Button>
          </div>
        ) : null}
        {error === null ? null : (
          <p className={styles.fault} role="alert">
            {error.message}
          </p>
        )}
        {isRead && items.length === 0 ? <p className={styles.system}>Nobody has written yet.</p> : null}
        <div role="log" aria-label="Messages of the chat" aria-busy={fetching}>
          <ol className={styles.lines}>
            {shown.map((message) => (
              <li key={message._id}>
                <ChatLine
                  message={message}
                  isOwn={message.sender._id === viewerId}
                  onDelete={mayDelete(message) ? setLeaving : undefined}
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
        open={leaving !== null}
        title="Delete this message?"
        consequence={`“${leaving?.text ?? ''}” goes from the chat for everybody.`}
        verb="Delete"
        onConfirm={() => {
          if (leaving) tell(streamDeletionAsked(leaving._id));
          setLeaving(null);
          return Promise.resolve();
        }}
        onClose={() => setLeaving(null)}
      />
    </div>
  );
}
