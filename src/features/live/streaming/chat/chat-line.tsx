/** One line in the chat of a show: who says what, what was tipped, or what the site has to say. */
import type { ChatRole } from '@contract/values';
import { memo } from 'react';
import { spokenTokens } from '@web/lib/i18n/money';
import { IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { GiftIcon, TrashIcon } from '@web/ui/icons/icons';
import type { StreamMessage } from '../../../streaming/show';
import styles from './chat.module.css';

const roleWords: Record<ChatRole, string | null> = { owner: 'Host', moderator: 'Moderator', operator: 'Team', viewer: null };

interface ChatLineProps {
  message: StreamMessage;
  isOwn: boolean;
  /** Absent where nobody may delete it here. */
  onDelete?: ((message: StreamMessage) => void) | undefined;
}

/** Drawn again only when its message is another: hundreds of them stand on the page. */
export const ChatLine = memo(function ChatLine({ message, isOwn, onDelete }: ChatLineProps) {
  const { type, text, sender, senderRole, tip, isDeleted } = message;
  if (type === 'system' && !isDeleted) return <p className={styles.system}>{text}</p>;
  const role = roleWords[senderRole];
  return (
    <div className={cx(styles.line, tip !== null && styles.tip)}>
      <p className={styles.said}>
        <strong className={styles.name}>{isOwn ? 'You' : sender.name}</strong>
        {role === null ? null : <span className={styles.role}>{role}</span>}{' '}
        {tip === null ? null : (
          <span className={styles.gift}>
            <GiftIcon /> tipped {spokenTokens(tip.amount)}
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
