/** Counts under a heading, each linked to the list that it counts. */
import { numberFormat } from '@web/lib/i18n/intl';
import { Link } from '@web/ui/core/link';
import consoleStyles from '../parts/console.module.css';
import styles from './overview.module.css';

export interface Count {
  label: string;
  count: number;
  /** The list's URL; without it the count has no link. */
  href?: string;
  /** Further details of the counted items. */
  note?: string;
}

const formatCount = (count: number): string => numberFormat(undefined, {}).format(count);

export function Counts({ title, rows, empty }: { title: string; rows: readonly Count[]; empty: string }) {
  return (
    <section className={consoleStyles.panel} aria-label={title}>
      <h3 className={consoleStyles.panelTitle}>{title}</h3>
      {rows.length === 0 ? <p className={consoleStyles.quiet}>{empty}</p> : null}
      <ul className={styles.counts}>
        {rows.map(({ label, count, href, note }) => (
          <li key={label} className={styles.count}>
            {href === undefined ? <span>{label}</span> : <Link href={href}>{label}</Link>}
            <span className={styles.number}>
              {formatCount(count)}
              {note === undefined ? null : <span className={consoleStyles.quiet}> {note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
