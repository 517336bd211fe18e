/** A modal: a bottom sheet on phones, a dialog on larger screens. Its content is mounted only while it is open. */
import { useId, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { CloseIcon } from '../icons/icons';
import { useModal } from './use-modal';
import styles from './sheet.module.css';

export interface SheetProps {
  title: string;
  /** Beside the title: a picture of the person or thing it is about. */
  figure?: ReactNode;
  /** Below the title. */
  subtitle?: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Its position on large screens. */
  side?: 'center' | 'end';
  /** Buttons that stay in view below the content. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Sheet({ open, ...panel }: SheetProps) {
  return open ? <OpenSheet {...panel} /> : null;
}

interface OpenSheetProps extends Omit<SheetProps, 'open'> {
  role?: 'dialog' | 'alertdialog';
  describedBy?: string;
  focusFirst?: RefObject<HTMLElement | null>;
}

/** An open sheet; the parent unmounts it to close it. */
export function OpenSheet({
  title,
  figure,
  subtitle,
  onClose,
  side = 'center',
  actions,
  children,
  role = 'dialog',
  describedBy,
  focusFirst,
}: OpenSheetProps) {
  const ref = useModal(focusFirst);
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      role={role === 'dialog' ? undefined : role}
      className={cx(styles.sheet, side === 'end' && styles.end)}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          {figure}
          <div className={styles.heading}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
          </div>
          {role === 'dialog' ? <IconButton label="Close" icon={<CloseIcon />} onPress={onClose} /> : null}
        </div>
        <div className={styles.body}>{children}</div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}
