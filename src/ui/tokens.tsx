/** An amount of tokens: a glyph and two decimals to see, a plain sentence to hear. */
import { formatTokens, spokenTokens } from '../lib/money';
import styles from './tokens.module.css';

export function Tokens({ amount }: { amount: number }) {
  return (
    <span className={styles.tokens}>
      <span aria-hidden="true">
        <span className={styles.glyph}>◈</span> {formatTokens(amount)}
      </span>
      <span className="visually-hidden">{spokenTokens(amount)}</span>
    </span>
  );
}
