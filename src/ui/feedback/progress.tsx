/** Progress: the steps of a form, or the percentage of a task. */
import { formatPercent } from '@web/lib/i18n/counts';
import { cx } from '../core/cx';
import { CheckIcon } from '../icons/icons';
import styles from './progress.module.css';

/** `current` counts from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label={`Step ${current + 1} of ${steps.length}`}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(styles.step, index < current && styles.done, index === current && styles.now)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.sign} aria-hidden="true">
            {index < current ? <CheckIcon /> : index + 1}
          </span>
          <span className={styles.name}>
            {step}
            {index < current ? <span className="visually-hidden"> (done)</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

export interface ProgressProps {
  label: string;
  /** 0 to 100; null while unknown. */
  percent: number | null;
  timeLeft?: string;
  labelHidden?: boolean;
}

export function Progress({ label, percent, timeLeft, labelHidden = false }: ProgressProps) {
  const value = percent === null ? undefined : Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className={styles.progress}>
      <div className={cx(styles.words, labelHidden && 'visually-hidden')}>
        <span>{label}</span>
        <span className={styles.figure}>
          {value === undefined ? '' : formatPercent(value / 100)}
          {timeLeft ? ` · ${timeLeft}` : ''}
        </span>
      </div>
      <div className={styles.track} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={value}>
        <span className={cx(styles.fill, value === undefined && styles.unknown)} style={{ inlineSize: `${value ?? 30}%` }} />
      </div>
    </div>
  );
}
