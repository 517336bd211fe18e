/** A few sums side by side, the most important one emphasised. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { partsOf } from '../parts';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  /** The one that people look for. */
  main?: boolean;
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} style={partsOf(figures.length)} aria-label={label}>
      {figures.map(({ label: name, value, main }) => (
        <div key={name} className={cx(styles.figure, main && styles.main)}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
