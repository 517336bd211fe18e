/** Performers as cards: two columns on phones, at most four on large screens, so that names have room. */
import { PerformerCard } from './performer-card';
import type { Performer } from './performer-card';
import styles from './performer-grid.module.css';

interface PerformerGridProps {
  /** Accessible name of the list. */
  label: string;
  performers: readonly Performer[];
  /** Number of cards in view at first, whose images load eagerly. */
  inView?: number;
}

export function PerformerGrid({ label, performers, inView = 0 }: PerformerGridProps) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {performers.map((performer, index) => (
        <li key={performer._id} className={styles.cell}>
          <PerformerCard performer={performer} {...(index < inView ? { first: true } : {})} />
        </li>
      ))}
    </ul>
  );
}
