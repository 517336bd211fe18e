/** What is said of every payment: who gets what of the price, and what the balance becomes. */
import { formatCurrency, shortTokens, spokenTokens, splitOf } from '@web/lib/i18n/money';
import { towards } from '../onward';
import { Tokens } from './tokens';
import styles from './amounts.module.css';

/** What an amount is counted in: tokens, or the site's currency by its code. */
export type Unit = { tokens: true } | { currency: string };

const written = (amount: number, unit: Unit): string => ('currency' in unit ? formatCurrency(amount, unit.currency) : shortTokens(amount));

export interface SplitLineProps {
  price: number;
  commissionRate: number;
  /** Who is paid. */
  name: string;
  unit: Unit;
}

/** "You pay 20 · Ada receives 16 · site keeps 4". */
export function SplitLine({ price, commissionRate, name, unit }: SplitLineProps) {
  const { pays, receives, keeps } = splitOf(price, commissionRate);
  return (
    <p className={styles.split}>
      You pay {written(pays, unit)} · {name} receives {written(receives, unit)} · site keeps {written(keeps, unit)}
    </p>
  );
}

/** A balance before and after a payment. One that would fall below zero is said to be short. */
export function BalanceChange({ before, after }: { before: number; after: number }) {
  return (
    <p className={styles.balance}>
      <span>Balance</span>
      <span className={styles.figures}>
        <Tokens amount={before} />
        <span aria-hidden="true">{towards()}</span>
        <span className="visually-hidden"> then </span>
        {after < 0 ? <span className={styles.short}>{spokenTokens(-after)} short</span> : <Tokens amount={after} />}
      </span>
    </p>
  );
}
