/** A message with an icon, so that its tone does not depend on color alone. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { DangerIcon, InfoIcon, OkIcon, WarnIcon } from '../icons/icons';
import styles from './notice.module.css';

export type Tone = 'hint' | 'ok' | 'warn' | 'danger';

const icons = { hint: InfoIcon, ok: OkIcon, warn: WarnIcon, danger: DangerIcon };
const roles = { hint: undefined, warn: undefined, ok: 'status', danger: 'alert' } as const;

export interface NoticeProps {
  tone?: Tone;
  title?: string | undefined;
  children: ReactNode;
  /** A button or link beside the message. */
  action?: ReactNode;
  /** Marks an error of a form that has no field, so that `useFocusFirstError` can focus it. */
  isFormError?: boolean;
  /** Full width, for the top of a page. */
  band?: boolean;
}

export function Notice({ tone = 'hint', title, children, action, isFormError = false, band = false }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.notice, styles[tone], band && styles.band)}
      role={roles[tone]}
      {...(isFormError && { 'data-form-error': '', tabIndex: -1 })}
    >
      <Icon className={styles.icon} />
      <div className={styles.words}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        <div>{children}</div>
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
