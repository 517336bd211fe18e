/** The net amount that the signed-in performer receives of a price, and the site's commission. */
import { parseAmount, formatTokenCount, splitPrice } from '@web/lib/i18n/money';
import { useCurrentUser } from '@web/session/store/hooks';
import styles from './receives.module.css';

/** `text`: the value of the price field. Renders nothing for an invalid price, or for accounts other than performers. */
export function NetAmount({ text }: { text: string }) {
  const user = useCurrentUser();
  const price = parseAmount(text);
  if (price === null || price === 0 || !user?.isPerformer) return null;
  const { earning, commission } = splitPrice(price, user.commissionRate);
  return (
    <p className={styles.receives}>
      <strong>You receive {formatTokenCount(earning)}</strong> · the site keeps {formatTokenCount(commission)}
    </p>
  );
}
