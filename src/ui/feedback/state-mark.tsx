/** A state as a colored label. */
import type { ReactNode } from 'react';
import type { StateLabel } from '@web/lib/wording/state-label';
import { cx } from '../core/cx';
import styles from './state-mark.module.css';

interface StateMarkProps extends Partial<StateLabel> {
  tone: StateLabel['tone'];
  /** By default the label. */
  children?: ReactNode;
}

export function StateMark({ tone, label, children = label }: StateMarkProps) {
  return <span className={cx(styles.state, styles[tone])}>{children}</span>;
}
