/** Details of a profile in a panel with a title; nothing when there are none. */
import { DescriptionList } from '@web/ui/display/description-list';
import type { Description } from '@web/ui/display/description-list';
import styles from './profile.module.css';

export function DetailsPanel({ title, details }: { title: string; details: readonly Description[] }) {
  if (details.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.panelTitle}>{title}</h2>
      <DescriptionList details={details} />
    </section>
  );
}
