/** A few key figures side by side, with the main one emphasized. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { columnCountStyle } from './grid-count';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  /** Emphasizes the main figure. */
  main?: boolean;
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} style={columnCountStyle(figures.length)} aria-label={label}>
      {figures.map(({ label: name, value, main }) => (
        <div key={name} className={cx(styles.figure, main && styles.main)}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
