/** A figure that links to what it counts. */
import { cx } from '@web/ui/core/cx';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import styles from '../parts/console.module.css';

interface TileProps {
  href: string;
  icon: ReactNode;
  /** The figure, or a word; undefined while loading. */
  figure: ReactNode;
  words: string;
  /** Marks a figure that needs an operator's action. */
  needsAction?: boolean;
}

export function Tile({ href, icon, figure, words, needsAction = false }: TileProps) {
  return (
    <Link className={cx(styles.tile, needsAction && styles.waits)} href={href}>
      <span className={styles.tileIcon}>{icon}</span>
      <span className={styles.figure}>{figure ?? '…'}</span> <span className={styles.tileWords}>{words}</span>
    </Link>
  );
}
