/** One message: who said it and when, what it answers, its words and files, and what can be done about it. */
import { useState } from 'react';
import { useCurrentUser } from '@web/session/store/hooks';
import { Avatar } from '@web/ui/people/avatar';
import { cx } from '@web/ui/core/cx';
import { GiftIcon, MoreIcon } from '@web/ui/icons/icons';
import { LinkedText } from '@web/ui/display/linked-text';
import { fullDate } from '@web/lib/i18n/dates';
import { IconButton } from '@web/ui/actions/button';
import { BubbleActions } from './bubble-actions';
import { BubbleFiles } from './bubble-files';
import type { Message } from '../store/chat';
import { LockedBubble } from './locked-bubble';
import { clockTime, repliedWords, saleWords, tipWords } from '../texts';
import styles from './bubble.module.css';

export interface BubbleProps {
  message: Message;
  viewerId: string;
  /** Who is on the other side. */
  otherName: string;
  /** The first of several by the same person: it shows who that is. */
  begins: boolean;
  /** How far it has come, where that is said: below the last own one. */
  reached: Message['status'] | null;
  onReply: (message: Message) => void;
  onDelete: (message: Message) => void;
  /** Shows the message of an id. */
  onJump: (messageId: string) => void;
}

const statusWords = { sent: 'Sent', delivered: 'Delivered', seen: 'Seen' } as const;

export function Bubble({ message, viewerId, otherName, begins, reached, onReply, onDelete, onJump }: BubbleProps) {
  const [isOpen, setOpen] = useState(false);
  const { _id: id, sender, senderId, createdAt, replyTo, type, isDeleted } = message;
  const isOwn = senderId === viewerId;
  if (type === 'system') return <p className={styles.system}>{message.text}</p>;
  const who = isOwn ? 'You' : sender.name;
  return (
    <div className={cx(styles.line, isOwn && styles.own, begins && styles.begins)}>
      {isOwn ? null : <span className={styles.face}>{begins ? <Avatar name={sender.name} src={sender.avatar} size="small" /> : null}</span>}
      <div className={styles.bubble} id={`message-${id}`} tabIndex={-1}>
        <p className="visually-hidden">
          {who}, {fullDate(createdAt)}:
        </p>
        {replyTo === null ? null : (
          <button type="button" className={styles.quote} onClick={() => onJump(replyTo._id)}>
            <span className="visually-hidden">In answer to </span>
            <span className={styles.quoteName}>{replyTo.senderId === viewerId ? 'You' : otherName}</span>
            <span className={styles.quoteText}>{repliedWords(replyTo)}</span>
          </button>
        )}
        <Content message={message} isOwn={isOwn} />
        <p className={styles.foot}>
          {/* A word of its own each time: it does not move from where the one before stood. */}
          {reached === null ? null : <span key={reached}>{statusWords[reached]}</span>}
          {message.by === undefined ? null : <span>by {message.by}</span>}
          <time dateTime={createdAt} title={fullDate(createdAt)}>
            {clockTime(createdAt)}
          </time>
        </p>
      </div>
      {isDeleted ? null : (
        <IconButton
          label={`More for the message of ${isOwn ? 'yours' : sender.name}, ${clockTime(createdAt)}`}
          icon={<MoreIcon />}
          onPress={() => setOpen(true)}
        />
      )}
      {isOpen ? (
        <BubbleActions
          message={message}
          isOwn={isOwn}
          onReply={() => onReply(message)}
          onDelete={() => onDelete(message)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function Content({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const isPayer = useCurrentUser()?.isPerformer === false;
  const { text, tip, isDeleted, isLocked, isSale, files } = message;
  if (isDeleted) return <p className={styles.gone}>{text}</p>;
  if (isLocked && !isOwn) return <LockedBubble message={message} mayBuy={isPayer} />;
  return (
    <>
      {tip === null ? null : (
        <p className={styles.tip}>
          <GiftIcon />
          {tipWords(tip)}
        </p>
      )}
      {files.length > 0 ? <BubbleFiles message={message} /> : null}
      {text === '' ? null : <LinkedText>{text}</LinkedText>}
      {isSale && isOwn ? <p className={styles.sale}>{saleWords(message)}</p> : null}
    </>
  );
}
