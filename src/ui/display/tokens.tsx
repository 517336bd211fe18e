/** An amount of tokens: an icon with two decimals, and a text for screen readers. */
import { formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { TokenIcon } from '../icons/icons';
import styles from './tokens.module.css';

export function Tokens({ amount }: { amount: number }) {
  return (
    <span className={styles.tokens}>
      <TokenIcon />
      <span aria-hidden="true">{formatTokens(amount)}</span>
      <span className="visually-hidden">{formatTokenCount(amount)}</span>
    </span>
  );
}
