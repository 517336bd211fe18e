/** A page within the frame of single tasks that is as wide as others, in place of the narrow card; the frame knows it by its mark. */
import type { ReactNode } from 'react';
import styles from './stage.module.css';

export function Stage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.stage} data-stage="">
      {children}
    </div>
  );
}
