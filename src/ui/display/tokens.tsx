/** An amount of tokens: a glyph and two decimals to see, a plain sentence to hear. */
import { formatTokens, spokenTokens } from '@web/lib/i18n/money';
import { TokenIcon } from '../icons/icons';
import styles from './tokens.module.css';

export function Tokens({ amount }: { amount: number }) {
  return (
    <span className={styles.tokens}>
      <TokenIcon />
      <span aria-hidden="true">{formatTokens(amount)}</span>
      <span className="visually-hidden">{spokenTokens(amount)}</span>
    </span>
  );
}
