/** A description list: labels with values, for receipts and details. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './description-list.module.css';

export interface Description {
  label: string;
  value: ReactNode;
}

interface DescriptionListProps {
  details: readonly Description[];
  /** Aligns values at the start, for values that change while they are shown. */
  steady?: boolean;
}

export function DescriptionList({ details, steady = false }: DescriptionListProps) {
  return (
    <dl className={cx(styles.details, steady && styles.steady)}>
      {details.map(({ label, value }) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd suppressHydrationWarning>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
