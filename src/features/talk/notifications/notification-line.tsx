/** One thing that happened: who, what and when. The line leads there, and counts as read then. */
import { useRef } from 'react';
import { said } from '@web/lib/said';
import { Avatar } from '@web/ui/people/avatar';
import { IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { BellIcon, CheckIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { TimeAgo } from '@web/ui/display/times';
import { countWords } from '@web/lib/i18n/counts';
import type { Notification } from '../../notifications/reads';
import styles from './notifications.module.css';

/** Who caused it, as the sentence begins; empty where nobody did. */
function whoOf({ actor, count }: Notification): string {
  if (actor === null) return '';
  return count > 1 ? `${actor.name} and ${countWords(count - 1, 'other')}` : actor.name;
}

interface NotificationLineProps {
  notification: Notification;
  onRead: () => void;
}

export function NotificationLine({ notification, onRead }: NotificationLineProps) {
  const { actor, link: href, isRead, updatedAt } = notification;
  const text = said(notification.text);
  const link = useRef<HTMLAnchorElement>(null);
  const who = whoOf(notification);
  const words = who === '' ? text : `${who} ${text}`;
  const mark = () => {
    // The button goes with its press; the keyboard stays on the line.
    link.current?.focus();
    onRead();
  };
  return (
    <div className={cx(styles.line, !isRead && styles.unread)}>
      {actor === null ? (
        <span className={styles.site}>
          <BellIcon />
        </span>
      ) : (
        <Avatar name={actor.name} src={actor.avatar} />
      )}
      <div className={styles.words}>
        <Link ref={link} className={styles.link} href={href} onClick={onRead}>
          {who === '' ? null : <strong>{who} </strong>}
          {text}
        </Link>
        <span className={styles.time}>
          <TimeAgo at={updatedAt} />
        </span>
      </div>
      {isRead ? null : (
        <div className={styles.mark}>
          <span className={styles.dot} role="img" aria-label="Unread" />
          <IconButton label={`Mark as read: ${words}`} icon={<CheckIcon />} onPress={mark} />
        </div>
      )}
    </div>
  );
}
