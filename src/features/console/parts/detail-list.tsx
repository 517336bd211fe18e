/** The details of an item as a list of label and value. */
import type { ReactNode } from 'react';
import styles from './console.module.css';

export interface Detail {
  label: string;
  value: ReactNode;
}

export function DetailList({ title, details }: { title: string; details: readonly Detail[] }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.panelTitle}>{title}</h2>
      <dl className={styles.details}>
        {details.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value === null || value === '' ? <span className={styles.quiet}>–</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
