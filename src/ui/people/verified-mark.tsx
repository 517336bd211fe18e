/** The check mark of performers with approved identity documents. */
import { VerifiedIcon } from '../icons/icons';
import styles from './verified-mark.module.css';

export function VerifiedMark() {
  return (
    <span className={styles.mark} role="img" aria-label="Verified" title="Verified">
      <VerifiedIcon />
    </span>
  );
}
