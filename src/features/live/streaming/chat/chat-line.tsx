/** One row in a show's chat: a message, a tip, or a system message. */
import type { ChatRole } from '@contract/kernel/values/live';
import { memo } from 'react';
import { formatTokenCount } from '@web/lib/i18n/money';
import { IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { GiftIcon, TrashIcon } from '@web/ui/icons/icons';
import type { StreamMessage } from '../store/show';
import styles from './chat.module.css';

const roleLabels: Record<ChatRole, string | null> = { owner: 'Host', moderator: 'Moderator', operator: 'Team', viewer: null };

interface ChatLineProps {
  message: StreamMessage;
  isOwn: boolean;
  /** Absent where the viewer may not delete the message. */
  onDelete?: ((message: StreamMessage) => void) | undefined;
}

/** Memoized: the page holds hundreds of these. */
export const ChatLine = memo(function ChatLine({ message, isOwn, onDelete }: ChatLineProps) {
  const { type, text, sender, senderRole, tip, isDeleted } = message;
  if (type === 'system' && !isDeleted) return <p className={styles.system}>{text}</p>;
  const role = roleLabels[senderRole];
  return (
    <div className={cx(styles.line, tip !== null && styles.tip)}>
      <p className={styles.said}>
        <strong className={styles.name}>{isOwn ? 'You' : sender.name}</strong>
        {role === null ? null : <span className={styles.role}>{role}</span>}{' '}
        {tip === null ? null : (
          <span className={styles.gift}>
            <GiftIcon /> tipped {formatTokenCount(tip.amount)}
            {tip.menuItem === null ? '' : ` · ${tip.menuItem}`}{' '}
          </span>
        )}
        <bdi className={isDeleted ? styles.deleted : undefined}>{text}</bdi>
      </p>
      {onDelete === undefined || isDeleted ? null : (
        <IconButton label={`Delete: ${text}`} icon={<TrashIcon />} onPress={() => onDelete(message)} />
      )}
    </div>
  );
});
