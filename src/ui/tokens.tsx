/** An amount of tokens: a glyph and two decimals to see, a plain sentence to hear. */
import { formatTokens, spokenTokens } from '../lib/money';
import { TokenIcon } from './icons';
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
