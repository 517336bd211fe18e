/** Layout components of screens with a video. */
import type { ReactNode } from 'react';
import styles from './stage.module.css';

/** A full-width page in `BlankLayout`, whose style sheet detects `data-stage`. */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.stage} data-stage="">
      {children}
    </div>
  );
}

/** A box for the chat with a fixed height, so that loading messages does not shift the layout. */
export function StageBox({ children }: { children: ReactNode }) {
  return <div className={styles.box}>{children}</div>;
}
