/** A line that informs, confirms, warns or refuses, with an icon and words: never by colour alone. */
import { useState, type ReactNode } from 'react';
import { cx } from '../core/cx';
import { ChevronDownIcon, DangerIcon, InfoIcon, OkIcon, WarnIcon } from '../icons/icons';
import styles from './notice.module.css';

export type Tone = 'hint' | 'ok' | 'warn' | 'danger';

const icons = { hint: InfoIcon, ok: OkIcon, warn: WarnIcon, danger: DangerIcon };
const roles = { hint: undefined, warn: undefined, ok: 'status', danger: 'alert' } as const;

export interface NoticeProps {
  tone?: Tone;
  title?: string | undefined;
  children: ReactNode;
  /** A button or link that answers the notice. */
  action?: ReactNode;
  /** Shows the title alone until it is opened. Needs a title. */
  foldable?: boolean;
  /** It says what is wrong with a part of a form: the form takes people to it. */
  isFault?: boolean;
  /** As a band over the whole width, for the top of a page. */
  band?: boolean;
}

export function Notice({ tone = 'hint', title, children, action, foldable = false, isFault = false, band = false }: NoticeProps) {
  const [open, setOpen] = useState(!foldable);
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.notice, styles[tone], band && styles.band)}
      role={roles[tone]}
      {...(isFault && { 'data-fault': '', tabIndex: -1 })}
    >
      <Icon className={styles.icon} />
      <div className={styles.words}>
        {foldable && title !== undefined ? (
          <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {title}
            <ChevronDownIcon className={open ? styles.up : undefined} />
          </button>
        ) : (
          title !== undefined && <strong className={styles.title}>{title}</strong>
        )}
        {open ? <div>{children}</div> : null}
      </div>
      {open && action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
