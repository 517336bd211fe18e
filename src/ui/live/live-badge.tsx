/** The word LIVE on its colour: on nothing but what runs now. */
import styles from './live-badge.module.css';

export function LiveBadge() {
  return <span className={styles.badge}>LIVE</span>;
}
