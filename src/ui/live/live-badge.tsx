/** The LIVE badge, for active shows only. */
import styles from './live-badge.module.css';

export function LiveBadge() {
  return <span className={styles.badge}>LIVE</span>;
}
