/** Confirms an irreversible action: shows the consequence, names the action on the button, and focuses Cancel. */
import { useId, useRef, useState, type ReactNode } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { Button } from '../actions/button';
import { Notice } from '../feedback/notice';
import { OpenSheet } from './sheet';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  consequence: ReactNode;
  /** The label of the confirm button, such as "Block country". */
  actionLabel: string;
  tone?: 'plain' | 'danger';
  /** The dialog is busy until it settles. It shows the error of a rejection; the caller closes it on success. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  cancelLabel?: string;
  /** Disables the confirm button while information for the decision is loading. */
  isLoading?: boolean;
  /** An input that the action needs, such as a reason or a code. */
  children?: ReactNode;
}

export function ConfirmDialog({ open, ...dialog }: ConfirmDialogProps) {
  return open ? <OpenConfirm {...dialog} /> : null;
}

function OpenConfirm({
  title,
  consequence,
  actionLabel,
  tone = 'danger',
  onConfirm,
  onClose,
  cancelLabel = 'Cancel',
  isLoading = false,
  children,
}: Omit<ConfirmDialogProps, 'open'>) {
  const cancel = useRef<HTMLButtonElement>(null);
  const consequenceId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const confirm = async () => {
    setBusy(true);
    setFailure('');
    try {
      await onConfirm();
    } catch (thrown) {
      setFailure(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <OpenSheet
      title={title}
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      describedBy={consequenceId}
      focusFirst={cancel}
      actions={
        <>
          <Button ref={cancel} onPress={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <span className={tone === 'danger' ? styles.danger : styles.plain}>
            <Button kind="primary" wide busy={busy} disabled={isLoading} onPress={() => void confirm()}>
              {actionLabel}
            </Button>
          </span>
        </>
      }
    >
      <div className={styles.body}>
        <div id={consequenceId} className={styles.words}>
          {consequence}
        </div>
        {children}
        {failure === '' ? null : <Notice tone="danger">{failure}</Notice>}
      </div>
    </OpenSheet>
  );
}
