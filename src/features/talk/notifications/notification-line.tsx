/** One notification: who, what and when. It links to its target, and opening it marks it as read. */
import { useRef } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { inDirection } from '@web/lib/i18n/words';
import { Avatar } from '@web/ui/people/avatar';
import { IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { BellIcon, CheckIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { TimeAgo } from '@web/ui/display/times';
import { countWords } from '@web/lib/i18n/counts';
import type { Notification } from './requests';
import styles from './notifications.module.css';

/** Who caused it, at the start of the sentence; empty when there is no actor. */
function actorNames({ actor, count }: Notification): string {
  if (actor === null) return '';
  return count > 1 ? `${actor.name} and ${countWords(count - 1, 'other')}` : actor.name;
}

interface NotificationLineProps {
  notification: Notification;
  onRead: () => void;
}

export function NotificationLine({ notification, onRead }: NotificationLineProps) {
  const { actor, link: href, isRead, updatedAt } = notification;
  const text = translateMessage(notification.text);
  const link = useRef<HTMLAnchorElement>(null);
  const actors = actorNames(notification);
  const fullText = actors === '' ? text : `${inDirection(actors)} ${text}`;
  const markRead = () => {
    // The button disappears on press; the focus moves to the link.
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
          {actors === '' ? null : (
            <strong>
              <bdi>{actors}</bdi>{' '}
            </strong>
          )}
          {text}
        </Link>
        <span className={styles.time}>
          <TimeAgo at={updatedAt} />
        </span>
      </div>
      {isRead ? null : (
        <div className={styles.mark}>
          <span className={styles.dot} role="img" aria-label="Unread" />
          <IconButton label={`Mark as read: ${fullText}`} icon={<CheckIcon />} onPress={markRead} />
        </div>
      )}
    </div>
  );
}
