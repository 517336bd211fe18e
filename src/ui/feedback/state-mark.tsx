/** A state in a word with its colour, never by the colour alone. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './state-mark.module.css';

export type StateTone = 'ok' | 'warn' | 'danger' | 'quiet';

export function StateMark({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return <span className={cx(styles.state, styles[tone])}>{children}</span>;
}
