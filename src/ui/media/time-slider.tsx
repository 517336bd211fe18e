/** The seek bar of a player. Announced as "1:05 of 8:40". */
import { clockOf } from '@web/lib/i18n/dates';
import styles from './time-slider.module.css';

interface TimeSliderProps {
  time_s: number;
  duration_s: number;
  onSeek: (time_s: number) => void;
  disabled?: boolean;
}

/** `1:05` for 65 seconds; fractions are rounded down. */
export const clockAt = (time_s: number): string => clockOf(Math.floor(time_s) * 1000);

export function TimeSlider({ time_s, duration_s, onSeek, disabled = false }: TimeSliderProps) {
  const played = duration_s > 0 ? (time_s / duration_s) * 100 : 0;
  return (
    <input
      className={styles.slider}
      type="range"
      aria-label="Position"
      aria-valuetext={`${clockAt(time_s)} of ${clockAt(duration_s)}`}
      min={0}
      max={duration_s || 1}
      step={0.1}
      value={Math.min(time_s, duration_s)}
      disabled={disabled || duration_s === 0}
      style={{ '--played': `${played}%` } as React.CSSProperties}
      onChange={(event) => onSeek(event.target.valueAsNumber)}
    />
  );
}
