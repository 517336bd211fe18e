/** What a price brings to whoever is signed in, and what of it the site keeps. */
import { amountFrom, spokenTokens, splitOf } from '@web/lib/i18n/money';
import { useCurrentUser } from '@web/session/store/hooks';
import styles from './receives.module.css';

/** `text` as a field holds it; nothing is said of what is no price, nor to those who sell nothing. */
export function Receives({ text }: { text: string }) {
  const user = useCurrentUser();
  const price = amountFrom(text);
  if (price === null || price === 0 || !user?.isPerformer) return null;
  const { receives, keeps } = splitOf(price, user.commissionRate);
  return (
    <p className={styles.receives}>
      <strong>You receive {spokenTokens(receives)}</strong> · the site keeps {spokenTokens(keeps)}
    </p>
  );
}
