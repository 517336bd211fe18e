/** One message: sender and time, the message it replies to, text and files, and its actions. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useAppDispatch, useCurrentUser } from '@web/session/store/hooks';
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
import { Reactions } from './reactions';
import { reactionToggled } from '../store/intents';
import { clockTime, repliedText, saleLabel, tipText } from '../texts';
import styles from './bubble.module.css';

const MessageEdit = dynamic(() => import('./message-edit').then((loaded) => loaded.MessageEdit), { ssr: false });

export interface BubbleProps {
  message: Message;
  viewerId: string;
  /** Name of the other participant. */
  otherName: string;
  /** The first of several messages by the same sender, which shows their name. */
  isGroupStart: boolean;
  /** The delivery status, shown below the last own message. */
  deliveryStatus: Message['status'] | null;
  onReply: (message: Message) => void;
  onDelete: (message: Message) => void;
  /** Scrolls to the message with this id. */
  onJump: (messageId: string) => void;
}

const statusLabels = { sent: 'Sent', delivered: 'Delivered', seen: 'Seen' } as const;

export function Bubble({ message, viewerId, otherName, isGroupStart, deliveryStatus, onReply, onDelete, onJump }: BubbleProps) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const dispatch = useAppDispatch();
  const { _id: id, sender, senderId, createdAt, replyTo, type, isDeleted } = message;
  const isOwn = senderId === viewerId;
  if (type === 'system') return <p className={styles.system}>{message.text}</p>;
  const who = isOwn ? 'You' : sender.name;
  const react = (emoji: string) => dispatch(reactionToggled({ message, emoji }));
  const endEdit = () => {
    setEditing(false);
    document.getElementById(`message-${id}`)?.focus();
  };
  return (
    <div className={cx(styles.line, isOwn && styles.own, isGroupStart && styles.begins)}>
      {isOwn ? null : (
        <span className={styles.face}>{isGroupStart ? <Avatar name={sender.name} src={sender.avatar} size="small" /> : null}</span>
      )}
      <div className={cx(styles.bubble, isEditing && styles.editing)} id={`message-${id}`} tabIndex={-1}>
        <p className="visually-hidden">
          {who}, {fullDate(createdAt)}:
        </p>
        {replyTo === null ? null : (
          <button type="button" className={styles.quote} onClick={() => onJump(replyTo._id)}>
            <span className="visually-hidden">In reply to </span>
            <span className={styles.quoteName}>{replyTo.senderId === viewerId ? 'You' : otherName}</span>
            <span className={styles.quoteText}>{repliedText(replyTo)}</span>
          </button>
        )}
        {isEditing ? <MessageEdit message={message} onClose={endEdit} /> : <Content message={message} isOwn={isOwn} />}
        <p className={styles.foot}>
          {/* A new element for each status, so that it does not animate from the position of the previous one. */}
          {deliveryStatus === null ? null : <span key={deliveryStatus}>{statusLabels[deliveryStatus]}</span>}
          {message.isEdited ? <span>Edited</span> : null}
          {message.by === undefined ? null : <span>by {message.by}</span>}
          <time dateTime={createdAt} title={fullDate(createdAt)}>
            {clockTime(createdAt)}
          </time>
        </p>
        {message.reactions.length === 0 ? null : <Reactions reactions={message.reactions} onToggle={react} />}
      </div>
      {isDeleted ? null : (
        <IconButton
          label={`Actions for message from ${isOwn ? 'you' : sender.name}, ${clockTime(createdAt)}`}
          icon={<MoreIcon />}
          onPress={() => setOpen(true)}
        />
      )}
      {isOpen ? (
        <BubbleActions
          message={message}
          isOwn={isOwn}
          onReply={() => onReply(message)}
          onReact={react}
          onEdit={() => setEditing(true)}
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
          {tipText(tip)}
        </p>
      )}
      {files.length > 0 ? <BubbleFiles message={message} /> : null}
      {text === '' ? null : <LinkedText>{text}</LinkedText>}
      {isSale && isOwn ? <p className={styles.sale}>{saleLabel(message)}</p> : null}
    </>
  );
}
