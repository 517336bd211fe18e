/** Labels with their values, one pair a line: receipts and details. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './description-list.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

interface FactsProps {
  facts: readonly Fact[];
  /** The values change while one looks at them: each begins where the last one began. */
  steady?: boolean;
}

export function Facts({ facts, steady = false }: FactsProps) {
  return (
    <dl className={cx(styles.facts, steady && styles.steady)}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd suppressHydrationWarning>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
