/** A figure that links to what it counts. */
import { cx } from '@web/ui/core/cx';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import styles from '../parts/console.module.css';

interface TileProps {
  href: string;
  icon: ReactNode;
  /** A number or a status; undefined while loading. */
  figure: ReactNode;
  label: string;
  /** Marks a figure that needs an operator's action. */
  needsAction?: boolean;
}

export function Tile({ href, icon, figure, label, needsAction = false }: TileProps) {
  return (
    <Link className={cx(styles.tile, needsAction && styles.needsAction)} href={href}>
      <span className={styles.tileIcon}>{icon}</span>
      <span className={styles.figure}>{figure ?? '…'}</span> <span className={styles.tileLabel}>{label}</span>
    </Link>
  );
}
