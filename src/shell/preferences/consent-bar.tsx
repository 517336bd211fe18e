/** Asks for consent to analytics. Both buttons have the same size, and neither is preselected. */
import { Button } from '@web/ui/actions/button';
import { useAnalyticsConsent } from './analytics-consent';
import styles from './consent-bar.module.css';

export function ConsentBar() {
  const { requiresConsent, choice, choose } = useAnalyticsConsent();
  // Not rendered by the server, which does not read the cookie. The bar overlays the page, so nothing shifts.
  if (!requiresConsent || choice !== null) return null;
  return (
    <aside className={styles.bar} aria-label="Analytics consent">
      <p className={styles.words}>Can we use Google Analytics to count which pages you open? Nothing loads unless you allow it.</p>
      <div className={styles.answers}>
        <Button wide onPress={() => choose('no')}>
          Don’t allow
        </Button>
        <Button wide onPress={() => choose('yes')}>
          Allow
        </Button>
      </div>
    </aside>
  );
}
