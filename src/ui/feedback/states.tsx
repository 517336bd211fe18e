/** What stands where a list or a page would: nothing yet, something failed, or not here yet. */
import type { ReactNode } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { WarnIcon } from '../icons/icons';
import styles from './states.module.css';

export interface EmptyProps {
  title: string;
  /** Why it is empty. */
  text?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  icon?: ReactNode;
}

export function Empty({ title, text, action, icon }: EmptyProps) {
  return (
    <div className={styles.state}>
      {icon ? (
        <span className={styles.icon}>{icon}</span>
      ) : (
        <img className={styles.leaf} src="/images/leaf.svg" alt="" width={96} height={96} />
      )}
      <p className={styles.title}>{title}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

export interface FaultProps {
  /** Whatever was thrown; its words are found by the rule for errors. */
  error: unknown;
  onRetry?: () => void;
  /** The number under which the site's team finds this fault. */
  number?: string;
}

export function Fault({ error, onRetry, number }: FaultProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={cx(styles.icon, styles.bad)}>
        <WarnIcon />
      </span>
      <p className={styles.title}>{errorMessage(error)}</p>
      {number === undefined ? null : <p className={styles.text}>Fault number {number}</p>}
      {onRetry ? (
        <div className={styles.action}>
          <Button onPress={onRetry}>Try again</Button>
        </div>
      ) : null}
    </div>
  );
}

export type SkeletonShape = 'card' | 'row' | 'tile' | 'profile' | 'form' | 'line';

const bones: Record<SkeletonShape, ReactNode> = {
  line: <span className={styles.line} />,
  card: (
    <span className={styles.card}>
      <span className={styles.media} />
      <span className={styles.line} />
      <span className={cx(styles.line, styles.short)} />
    </span>
  ),
  row: (
    <span className={styles.row}>
      <span className={styles.circle} />
      <span className={styles.lines}>
        <span className={styles.line} />
        <span className={cx(styles.line, styles.short)} />
      </span>
    </span>
  ),
  tile: <span className={styles.tile} />,
  profile: (
    <span className={styles.profile}>
      <span className={styles.cover} />
      <span className={cx(styles.circle, styles.huge)} />
      <span className={styles.line} />
      <span className={cx(styles.line, styles.short)} />
    </span>
  ),
  form: (
    <span className={styles.form}>
      <span className={cx(styles.line, styles.label)} />
      <span className={styles.control} />
    </span>
  ),
};

export interface SkeletonProps {
  shape?: SkeletonShape;
  count?: number;
  /** What is awaited, spoken once. */
  label?: string;
}

/** Boxes of the final sizes while something loads. They appear after a moment, so that what is quick never flickers. */
export function Skeleton({ shape = 'line', count = 1, label = 'Loading…' }: SkeletonProps) {
  return (
    <div className={cx(styles.skeleton, (shape === 'card' || shape === 'tile') && styles.grid)} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} aria-hidden="true" className={styles.bone}>
          {bones[shape]}
        </span>
      ))}
    </div>
  );
}
