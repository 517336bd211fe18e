/** The messages of a conversation in their order, with days, what is new, how far the last own one has come, and who is writing. */
import { useEffect, useRef, useState } from 'react';
import { useIntents } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { EndScroll } from '@web/ui/lists/end-scroll';
import { ChevronDownIcon } from '@web/ui/icons/icons';
import { useDayName } from '@web/ui/display/times';
import { Bubble } from './bubble';
import type { Conversation, Message, Waiting } from '../store/chat';
import { retryAsked, waitingDropped } from '../../../messages/intents';
import { firstUnread, reachedOf, threadLines } from './thread-lines';
import type { Reached, ThreadLine } from './thread-lines';
import { WaitingBubble } from './waiting-bubble';
import styles from './thread.module.css';

export interface ThreadProps {
  conversation: Conversation;
  viewerId: string;
  items: readonly Message[];
  waiting: readonly Waiting[];
  /** How many messages were new when the thread was opened. */
  unread: number;
  hasOlder: boolean;
  hasNewer: boolean;
  fetching: boolean;
  isTyping: boolean;
  /** The message that somebody wants to see, or null. */
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
  // Where what is new began when the thread was opened; it stays there while one reads.
  const [newFrom] = useState(() => firstUnread(items, viewerId, unread));
  const [readTo, setReadTo] = useState<string | null>(null);
  const lines = threadLines(items, viewerId, newFrom);
  const reached = hasNewer ? null : reachedOf(conversation, items, viewerId);
  const last = items.at(-1);
  const lastKey = waiting.at(-1)?.key ?? last?._id ?? '';
  const isFromHere = waiting.length > 0 || last?.senderId === viewerId;
  const below = readTo === null ? 0 : countAfter(items, readTo, viewerId);

  useEffect(() => {
    const shown = target === null ? null : document.getElementById(`message-${target}`);
    if (shown === null) return;
    shown.scrollIntoView({ block: 'center' });
    shown.focus({ preventScroll: true });
    onShown();
  }, [target, items, onShown]);

  useEffect(() => {
    if (newFrom !== null) document.getElementById('new-messages')?.scrollIntoView({ block: 'nearest' });
  }, [newFrom]);

  return (
    <div className={styles.thread}>
      <EndScroll
        ref={scroll}
        label="Thread"
        firstKey={items[0]?._id ?? ''}
        lastKey={lastKey}
        followsLast={isFromHere}
        onNearStart={() => {
          if (hasOlder && !fetching) onOlder();
        }}
        onNearEnd={() => {
          if (hasNewer && !fetching) onNewer();
        }}
        onAtEnd={(isAtEnd) => setReadTo(isAtEnd ? null : (last?._id ?? null))}
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
                <Line line={line} reached={reached} {...props} />
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
      {below > 0 ? (
        <div className={styles.pill}>
          <Button size="small" kind="primary" icon={<ChevronDownIcon />} onPress={() => scroll.current?.toEnd()}>
            {below === 1 ? '1 new message' : `${String(below)} new messages`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** How many of the other one's messages stand after the one that was last when the reader left the end. */
function countAfter(items: readonly Message[], messageId: string, viewerId: string): number {
  const seq = items.find(({ _id }) => _id === messageId)?.seq;
  return seq === undefined ? 0 : items.filter((item) => item.seq > seq && item.senderId !== viewerId && !item.isDeleted).length;
}

type LineProps = Pick<ThreadProps, 'conversation' | 'viewerId' | 'onReply' | 'onDelete' | 'onJump'> & {
  line: ThreadLine;
  reached: Reached | null;
};

function Line({ line, reached, conversation, viewerId, onReply, onDelete, onJump }: LineProps) {
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
      begins={line.begins}
      reached={reached?.messageId === line.message._id ? reached.status : null}
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

function Queued({ item, isFirst }: { item: Waiting; isFirst: boolean }) {
  const tell = useIntents();
  return (
    <WaitingBubble {...{ item, isFirst }} onRetry={() => tell(retryAsked(item.key))} onDiscard={() => tell(waitingDropped(item.key))} />
  );
}
