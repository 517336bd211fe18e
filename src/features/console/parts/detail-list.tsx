/** What is known of something, as pairs. */
import type { ReactNode } from 'react';
import styles from './console.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.panelTitle}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value === null || value === '' ? <span className={styles.quiet}>–</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
