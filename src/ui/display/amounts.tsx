/** Details of a payment: how the price is split, and the balance before and after. */
import { formatCurrency, shortTokens, formatTokenCount, splitPrice } from '@web/lib/i18n/money';
import { forwardArrow } from '../core/reading-direction';
import { Tokens } from './tokens';
import styles from './amounts.module.css';

/** The unit of an amount: tokens, or a currency code. */
export type Unit = { tokens: true } | { currency: string };

const formatAmount = (amount: number, unit: Unit): string =>
  'currency' in unit ? formatCurrency(amount, unit.currency) : shortTokens(amount);

export interface SplitLineProps {
  price: number;
  commissionRate: number;
  /** The performer's name. */
  name: string;
  unit: Unit;
}

/** "You pay 20 · Ada receives 16 · site keeps 4". */
export function SplitLine({ price, commissionRate, name, unit }: SplitLineProps) {
  const split = splitPrice(price, commissionRate);
  return (
    <p className={styles.split}>
      You pay {formatAmount(split.price, unit)} · {name} receives {formatAmount(split.earning, unit)} · site keeps{' '}
      {formatAmount(split.commission, unit)}
    </p>
  );
}

/** A balance before and after a payment. A negative result is shown as the missing amount. */
export function BalanceChange({ before, after }: { before: number; after: number }) {
  return (
    <p className={styles.balance}>
      <span>Balance</span>
      <span className={styles.figures}>
        <Tokens amount={before} />
        <span aria-hidden="true">{forwardArrow()}</span>
        <span className="visually-hidden"> then </span>
        {after < 0 ? <span className={styles.short}>{formatTokenCount(-after)} short</span> : <Tokens amount={after} />}
      </span>
    </p>
  );
}
