/** Emoji to react with: the usual ones at once, the others on request. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { IconButton } from '@web/ui/actions/button';
import { SmileIcon } from '@web/ui/icons/icons';
import type { Message } from '../store/chat';
import styles from './reactions.module.css';

const EmojiPicker = dynamic(() => import('../composer/emoji-picker').then((loaded) => loaded.EmojiPicker), { ssr: false });

const usualEmoji = ['❤️', '😂', '😮', '😢', '🔥', '👍'];

interface ReactionChoiceProps {
  reactions: Message['reactions'];
  onPick: (emoji: string) => void;
}

export function ReactionChoice({ reactions, onPick }: ReactionChoiceProps) {
  const [isPickerOpen, setPickerOpen] = useState(false);
  return (
    <>
      <div className={styles.quick} role="group" aria-label="React">
        {usualEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={styles.choice}
            aria-pressed={reactions.some((reaction) => reaction.emoji === emoji && reaction.isMine)}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </button>
        ))}
        <IconButton label="More emoji" icon={<SmileIcon />} aria-expanded={isPickerOpen} onPress={() => setPickerOpen(!isPickerOpen)} />
      </div>
      {isPickerOpen ? <EmojiPicker onPick={onPick} onClose={() => setPickerOpen(false)} /> : null}
    </>
  );
}
