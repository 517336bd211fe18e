/** Equal tiles that fill the width: as many in a row as fit, one where nothing else does. */
import type { ReactNode } from 'react';
import styles from './grid.module.css';

export interface GridProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
  /** Spoken name of the list. */
  label: string;
  /** The least width of a tile in rem. */
  least?: number;
}

export function Grid<T>({ items, keyOf, render, label, least = 10 }: GridProps<T>) {
  return (
    <ul className={styles.grid} aria-label={label} style={{ '--least': `${least}rem` } as Record<string, string>}>
      {items.map((item) => (
        <li key={keyOf(item)} className={styles.cell}>
          {render(item)}
        </li>
      ))}
    </ul>
  );
}
