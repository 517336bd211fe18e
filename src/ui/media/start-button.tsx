/** The large triangle in the middle of a video that has not begun. Stands over the whole picture. */
import { PlayIcon } from '../icons/icons';
import styles from './start-button.module.css';

interface StartButtonProps {
  label: string;
  onPress: () => void;
  /** Loads what will be needed while a pointer comes near. */
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
