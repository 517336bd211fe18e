/** One conversation in the list: recipient, last message with its time, and the unread count. */
import { clockTime, lastMessageText } from '../texts';
import type { Conversation } from '../store/chat';
import { badgeText } from '@web/lib/wording/badge-text';
import { countWords } from '@web/lib/i18n/counts';
import { useIsOnline } from '@web/session/store/hooks';
import { Avatar } from '@web/ui/people/avatar';
import { cx } from '@web/ui/core/cx';
import { MutedIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { TimeAgo } from '@web/ui/display/times';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import styles from './conversation-list.module.css';

interface ConversationRowProps {
  conversation: Conversation;
  viewerId: string;
  /** It is the one open beside the list. */
  isCurrent: boolean;
  isTyping: boolean;
}

export function ConversationRow({ conversation, viewerId, isCurrent, isTyping }: ConversationRowProps) {
  const { _id: id, recipient, lastMessage, totalNotSeenMessages: unread, isMuted, isBlocked, updatedAt } = conversation;
  const online = useIsOnline(recipient._id, recipient.isOnline) && !isBlocked;
  return (
    <Link
      className={cx(styles.row, isCurrent && styles.current, unread > 0 && styles.unread)}
      href={`/messages/${id}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Avatar name={recipient.name} src={recipient.avatar} online={online} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name}>{recipient.name}</span>
          {recipient.isVerified ? <VerifiedMark /> : null}
          {isMuted ? (
            <>
              <MutedIcon className={styles.muted} />
              <span className="visually-hidden">Muted</span>
            </>
          ) : null}
          <span className={styles.time} title={clockTime(updatedAt)}>
            <TimeAgo at={lastMessage?.createdAt ?? updatedAt} />
          </span>
        </span>
        <span className={styles.line}>
          <span className={styles.last}>{isTyping ? `${recipient.name} is typing…` : lastMessageText(conversation, viewerId)}</span>
          {unread > 0 ? (
            <span className={styles.count}>
              <span aria-hidden="true">{badgeText(unread)}</span>
              <span className="visually-hidden">{countWords(unread, 'new message')}</span>
            </span>
          ) : null}
        </span>
      </span>
    </Link>
  );
}
