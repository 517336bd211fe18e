/** Inserts emoji into a message. Loaded when first opened. */
import { emojiNames } from './emoji';
import styles from './composer.module.css';

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  return (
    <div
      className={styles.emoji}
      role="group"
      aria-label="Emoji"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {Object.entries(emojiNames).map(([emoji, name]) => (
        <button key={name} type="button" className={styles.emojiButton} aria-label={name} title={name} onClick={() => onPick(emoji)}>
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </div>
  );
}
