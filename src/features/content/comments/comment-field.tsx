/** A field for a comment or a reply. Typed text is kept until it is sent. An error appears below the field. */
import { isBlank } from '@contract/kernel/values/text';
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { serializeError } from '@web/services/serialized-error';
import { useTextDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import { Form } from '@web/ui/forms/form';
import styles from './comments.module.css';

interface CommentFieldProps {
  label: string;
  /** The button's label. */
  actionLabel: string;
  /** The key of the draft. */
  draftKey: string;
  /** The initial text if there is no draft. */
  initialValue?: string;
  /** Rejects with the API's error. */
  onSend: (content: string) => Promise<void>;
  /** Shows a cancel button. */
  onCancel?: () => void;
  /** Placed between the field and its buttons. */
  children?: ReactNode;
}

export function CommentField({ label, actionLabel, draftKey, initialValue = '', onSend, onCancel, children }: CommentFieldProps) {
  const [draft, write, removeDraft] = useTextDraft(draftKey);
  const [isTouched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fieldError, setFieldError] = useState('');
  const isSending = useRef(false);
  const text = draft === '' && !isTouched ? initialValue : draft;
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });

  const send = async () => {
    if (isSending.current) return;
    if (isBlank(text)) {
      setFieldError('Enter a comment.');
      return;
    }
    isSending.current = true;
    setBusy(true);
    setFieldError('');
    try {
      await onSend(text.trim());
      // Text typed during the request belongs to the next comment.
      if (latest.current !== text) return;
      write('');
      removeDraft();
      setTouched(false);
    } catch (thrown) {
      const { code, message } = serializeError(thrown, messages.anyFailure);
      if (code !== 'session_ended') setFieldError(message);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <Form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextAreaField
        label={label}
        rows={2}
        maxLength={limits.commentLengthMax}
        value={text}
        error={fieldError}
        onChange={({ target }) => {
          setTouched(true);
          setFieldError('');
          write(target.value);
        }}
      />
      {children}
      <div className={styles.actions}>
        {onCancel ? (
          <Button
            size="small"
            onPress={() => {
              removeDraft();
              onCancel();
            }}
          >
            Cancel
          </Button>
        ) : null}
        <Button kind="primary" size="small" type="submit" busy={busy}>
          {actionLabel}
        </Button>
      </div>
    </Form>
  );
}
