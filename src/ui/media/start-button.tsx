/** The large play button over a video that has not started. */
import { PlayIcon } from '../icons/icons';
import styles from './start-button.module.css';

interface StartButtonProps {
  label: string;
  onPress: () => void;
  /** Preloads the player on hover and focus. */
  onNear?: () => void;
}

export function StartButton({ label, onPress, onNear }: StartButtonProps) {
  return (
    <button type="button" className={styles.start} aria-label={label} onClick={onPress} onPointerEnter={onNear} onFocus={onNear}>
      <span className={styles.disc}>
        <PlayIcon />
      </span>
    </button>
  );
}
