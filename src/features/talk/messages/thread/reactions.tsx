/** The emoji on a message with their counts. A press adds or removes the viewer's own. */
import { cx } from '@web/ui/core/cx';
import { countWords } from '@web/lib/i18n/counts';
import type { Message } from '../store/chat';
import styles from './reactions.module.css';

interface ReactionsProps {
  reactions: Message['reactions'];
  onToggle: (emoji: string) => void;
}

export function Reactions({ reactions, onToggle }: ReactionsProps) {
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {reactions.map(({ emoji, total, isMine }) => (
        <li key={emoji}>
          <button
            type="button"
            className={cx(styles.reaction, isMine && styles.mine)}
            aria-pressed={isMine}
            aria-label={`${emoji}: ${countWords(total, 'reaction')}`}
            onClick={() => onToggle(emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
            {total > 1 ? <span aria-hidden="true">{total}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
