/** Where a comment or an answer is written. What was typed survives until it was sent; a refusal stands below the field. */
import { isBlank } from '@contract/values';
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { problemOf } from '@web/session/problem';
import { useTextDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import styles from './comments.module.css';

interface CommentFieldProps {
  label: string;
  /** The words of the button. */
  verb: string;
  /** Names the draft. */
  place: string;
  /** What it begins with, where there is no draft. */
  first?: string;
  /** Rejects with what the host refuses. */
  onSend: (content: string) => Promise<void>;
  /** With it, the field can be put away. */
  onCancel?: () => void;
  /** Between the field and its buttons. */
  children?: ReactNode;
}

export function CommentField({ label, verb, place, first = '', onSend, onCancel, children }: CommentFieldProps) {
  const [draft, write, forget] = useTextDraft(place);
  const [isTouched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const isUnderWay = useRef(false);
  const text = draft === '' && !isTouched ? first : draft;
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });

  const send = async () => {
    if (isUnderWay.current) return;
    if (isBlank(text)) {
      setWrong('Write something first.');
      return;
    }
    isUnderWay.current = true;
    setBusy(true);
    setWrong('');
    try {
      await onSend(text.trim());
      // What was typed meanwhile is the next one.
      if (latest.current !== text) return;
      write('');
      forget();
      setTouched(false);
    } catch (thrown) {
      const { code, message } = problemOf(thrown, messages.anyFailure);
      if (code !== 'session_ended') setWrong(message);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return (
    <form
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
        error={wrong}
        onChange={({ target }) => {
          setTouched(true);
          setWrong('');
          write(target.value);
        }}
      />
      {children}
      <div className={styles.actions}>
        {onCancel ? (
          <Button
            size="small"
            onPress={() => {
              forget();
              onCancel();
            }}
          >
            Cancel
          </Button>
        ) : null}
        <Button kind="primary" size="small" type="submit" busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
