/** Parts of screens that are built around a picture. */
import type { ReactNode } from 'react';
import styles from './stage.module.css';

/** A page within the frame of single tasks that is as wide as others, in place of the narrow card; the frame knows it by its mark. */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.stage} data-stage="">
      {children}
    </div>
  );
}

/** A box for the chat, as high before its lines have come as after. */
export function StageBox({ children }: { children: ReactNode }) {
  return <div className={styles.box}>{children}</div>;
}
