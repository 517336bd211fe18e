/** Facts of a profile in a panel with its title; nothing where there are none. */
import { Facts } from '@web/ui/display/description-list';
import type { Fact } from '@web/ui/display/description-list';
import styles from '../people/profile/profile.module.css';

export function FactPanel({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.panelTitle}>{title}</h2>
      <Facts facts={facts} />
    </section>
  );
}
