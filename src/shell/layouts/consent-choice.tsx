/** The footer button that reopens the analytics consent bar. */
import { useAnalyticsConsent } from '../preferences/analytics-consent';
import styles from './site-footer.module.css';

export function ConsentChoice() {
  const { choose } = useAnalyticsConsent();
  return (
    <button type="button" className={styles.button} onClick={() => choose(null)}>
      Analytics settings
    </button>
  );
}
