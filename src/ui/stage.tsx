/** A page that fills the screen within the frame of single tasks, in place of the narrow card. */
import type { ReactNode } from 'react';
import styles from './stage.module.css';

export function Stage({ children }: { children: ReactNode }) {
  return <div className={styles.stage}>{children}</div>;
}
