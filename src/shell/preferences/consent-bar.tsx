/** Asks whether page views may be counted, where the site wants to know: two answers of one size, and none is taken for granted. */
import { Button } from '@web/ui/actions/button';
import { useAnalyticsConsent } from './analytics-consent';
import styles from './consent-bar.module.css';

export function ConsentBar() {
  const { isAsked, choice, choose } = useAnalyticsConsent();
  // The server does not look, and what stands above the page moves nothing when it comes.
  if (!isAsked || choice !== null) return null;
  return (
    <aside className={styles.bar} aria-label="Counting page views">
      <p className={styles.words}>
        May we count which pages you open? A service of Google does it for us. Nothing is loaded unless you allow it.
      </p>
      <div className={styles.answers}>
        <Button wide onPress={() => choose('no')}>
          Do not allow
        </Button>
        <Button wide onPress={() => choose('yes')}>
          Allow
        </Button>
      </div>
    </aside>
  );
}
