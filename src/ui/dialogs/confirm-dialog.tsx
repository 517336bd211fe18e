/** Asks once more before what cannot be taken back: names the thing and the consequence, repeats the verb, and puts the focus on Cancel. */
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
  /** The words of the confirm button, such as "Block country". */
  verb: string;
  tone?: 'plain' | 'danger';
  /** Done when it settles; a rejection stays in the dialog as words. Closing is the caller's answer to success. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  cancelLabel?: string;
  /** Something that must be read first is still being loaded. */
  waits?: boolean;
  /** A field that the answer needs (a reason, a code to type). */
  children?: ReactNode;
}

export function ConfirmDialog({ open, ...asked }: ConfirmDialogProps) {
  return open ? <OpenConfirm {...asked} /> : null;
}

function OpenConfirm({
  title,
  consequence,
  verb,
  tone = 'danger',
  onConfirm,
  onClose,
  cancelLabel = 'Cancel',
  waits = false,
  children,
}: Omit<ConfirmDialogProps, 'open'>) {
  const cancel = useRef<HTMLButtonElement>(null);
  const words = useId();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');

  const confirm = async () => {
    setBusy(true);
    setRefused('');
    try {
      await onConfirm();
    } catch (thrown) {
      setRefused(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <OpenSheet
      title={title}
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      describedBy={words}
      focusFirst={cancel}
      actions={
        <>
          <Button ref={cancel} onPress={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <span className={tone === 'danger' ? styles.danger : styles.plain}>
            <Button kind="primary" wide busy={busy} disabled={waits} onPress={() => void confirm()}>
              {verb}
            </Button>
          </span>
        </>
      }
    >
      <div className={styles.body}>
        <div id={words} className={styles.words}>
          {consequence}
        </div>
        {children}
        {refused === '' ? null : <Notice tone="danger">{refused}</Notice>}
      </div>
    </OpenSheet>
  );
}
