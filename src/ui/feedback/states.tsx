/** Placeholders of lists and pages: empty, failed, or loading. */
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
  /** The next step. */
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, text, action, icon }: EmptyProps) {
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

export interface ErrorStateProps {
  /** Any thrown value; `errorMessage` finds its message. */
  error: unknown;
  onRetry?: () => void;
  /** Shown, so that people can quote it to support. */
  requestId?: string;
}

export function ErrorState({ error, onRetry, requestId }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={cx(styles.icon, styles.bad)}>
        <WarnIcon />
      </span>
      <p className={styles.title}>{errorMessage(error)}</p>
      {requestId === undefined ? null : <p className={styles.text}>Reference: {requestId}</p>}
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
  /** The accessible label. */
  label?: string;
}

/** Boxes in the final sizes while content loads. They appear after a delay, so that fast loads do not flicker. */
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
