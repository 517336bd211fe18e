/** A figure that leads to what it counts. */
import { cx } from '@web/ui/core/cx';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import styles from '../parts/console.module.css';

interface TileProps {
  href: string;
  icon: ReactNode;
  /** The figure, or a word; undefined until it is known. */
  figure: ReactNode;
  words: string;
  /** Something for an operator to do. */
  waits?: boolean;
}

export function Tile({ href, icon, figure, words, waits = false }: TileProps) {
  return (
    <Link className={cx(styles.tile, waits && styles.waits)} href={href}>
      <span className={styles.tileIcon}>{icon}</span>
      <span className={styles.figure}>{figure ?? '…'}</span> <span className={styles.tileWords}>{words}</span>
    </Link>
  );
}
