/** The messages of a conversation in order, with days, new messages, delivery status and typing indicator. */
import { useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { EndScroll } from '@web/ui/lists/end-scroll';
import { ChevronDownIcon } from '@web/ui/icons/icons';
import { useDayName } from '@web/ui/display/times';
import { Bubble } from './bubble';
import type { Conversation, Message, QueuedMessage } from '../store/chat';
import { retryRequested, queuedMessageDropped } from '../store/intents';
import { firstUnread, deliveryStateOf, threadLines } from './thread-lines';
import type { DeliveryState, ThreadLine } from './thread-lines';
import { WaitingBubble } from './waiting-bubble';
import styles from './thread.module.css';

export interface ThreadProps {
  conversation: Conversation;
  viewerId: string;
  items: readonly Message[];
  waiting: readonly QueuedMessage[];
  /** Number of new messages when the thread was opened. */
  unread: number;
  hasOlder: boolean;
  hasNewer: boolean;
  fetching: boolean;
  isTyping: boolean;
  /** The message to scroll to, or null. */
  target: string | null;
  onShown: () => void;
  onOlder: () => void;
  onNewer: () => void;
  onJump: (messageId: string) => void;
  onReply: (message: Message) => void;
  onDelete: (message: Message) => void;
}

export function Thread(props: ThreadProps) {
  const { conversation, viewerId, items, waiting, unread, hasOlder, hasNewer, fetching, isTyping, target, onShown, onOlder, onNewer } =
    props;
  const { recipient } = conversation;
  const scroll = useRef<EndScroll>(null);
  // Where new messages began when the thread was opened; it stays while the user reads.
  const [firstNewId] = useState(() => firstUnread(items, viewerId, unread));
  const [lastSeenId, setLastSeenId] = useState<string | null>(null);
  const lines = threadLines(items, viewerId, firstNewId);
  const deliveryState = hasNewer ? null : deliveryStateOf(conversation, items, viewerId);
  const last = items.at(-1);
  const lastKey = waiting.at(-1)?.key ?? last?._id ?? '';
  const isLastOwn = waiting.length > 0 || last?.senderId === viewerId;
  const newCount = lastSeenId === null ? 0 : countAfter(items, lastSeenId, viewerId);

  useEffect(() => {
    const element = target === null ? null : document.getElementById(`message-${target}`);
    if (element === null) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    onShown();
  }, [target, items, onShown]);

  useEffect(() => {
    if (firstNewId !== null) document.getElementById('new-messages')?.scrollIntoView({ block: 'nearest' });
  }, [firstNewId]);

  return (
    <div className={styles.thread}>
      <EndScroll
        ref={scroll}
        label="Thread"
        firstKey={items[0]?._id ?? ''}
        lastKey={lastKey}
        followsLast={isLastOwn}
        onNearStart={() => {
          if (hasOlder && !fetching) onOlder();
        }}
        onNearEnd={() => {
          if (hasNewer && !fetching) onNewer();
        }}
        onAtEnd={(isAtEnd) => setLastSeenId(isAtEnd ? null : (last?._id ?? null))}
      >
        {hasOlder ? (
          <div className={styles.more}>
            <Button size="small" busy={fetching} onPress={onOlder}>
              Load older messages
            </Button>
          </div>
        ) : null}
        <div role="log" aria-label={`Messages with ${recipient.name}`} aria-busy={fetching}>
          <ol className={styles.lines}>
            {lines.map((line) => (
              <li key={line.key}>
                <Line line={line} deliveryState={deliveryState} {...props} />
              </li>
            ))}
          </ol>
          {hasNewer || waiting.length === 0 ? null : (
            <ol className={styles.lines}>
              {waiting.map((item, index) => (
                <li key={item.key}>
                  <Queued item={item} isFirst={index === 0} />
                </li>
              ))}
            </ol>
          )}
        </div>
        {hasNewer ? (
          <div className={styles.more}>
            <Button size="small" busy={fetching} onPress={onNewer}>
              Load newer messages
            </Button>
          </div>
        ) : null}
      </EndScroll>
      <p className={styles.typing} aria-live="polite">
        {isTyping ? `${recipient.name} is typing…` : ''}
      </p>
      {newCount > 0 ? (
        <div className={styles.pill}>
          <Button size="small" kind="primary" icon={<ChevronDownIcon />} onPress={() => scroll.current?.toEnd()}>
            {newCount === 1 ? '1 new message' : `${String(newCount)} new messages`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Number of the other participant's messages after the last one seen when the viewer left the end. */
function countAfter(items: readonly Message[], messageId: string, viewerId: string): number {
  const seq = items.find(({ _id }) => _id === messageId)?.seq;
  return seq === undefined ? 0 : items.filter((item) => item.seq > seq && item.senderId !== viewerId && !item.isDeleted).length;
}

type LineProps = Pick<ThreadProps, 'conversation' | 'viewerId' | 'onReply' | 'onDelete' | 'onJump'> & {
  line: ThreadLine;
  deliveryState: DeliveryState | null;
};

function Line({ line, deliveryState, conversation, viewerId, onReply, onDelete, onJump }: LineProps) {
  if (line.kind === 'day') return <DayLine at={line.at} />;
  if (line.kind === 'new')
    return (
      <p id="new-messages" className={styles.new}>
        New messages
      </p>
    );
  return (
    <Bubble
      message={line.message}
      isGroupStart={line.isGroupStart}
      deliveryStatus={deliveryState?.messageId === line.message._id ? deliveryState.status : null}
      otherName={conversation.recipient.name}
      viewerId={viewerId}
      onReply={onReply}
      onDelete={onDelete}
      onJump={onJump}
    />
  );
}

function DayLine({ at }: { at: string }) {
  const nameOf = useDayName();
  return (
    <p className={styles.day}>
      <span>{nameOf(at)}</span>
    </p>
  );
}

function Queued({ item, isFirst }: { item: QueuedMessage; isFirst: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <WaitingBubble
      item={item}
      isFirst={isFirst}
      onRetry={() => dispatch(retryRequested(item.key))}
      onDiscard={() => dispatch(queuedMessageDropped(item.key))}
    />
  );
}
