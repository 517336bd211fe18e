/** Edits the text of a sent message in its place. Escape cancels; Ctrl or Cmd with Enter saves. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSave } from '@web/forms/use-saving';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { Form } from '@web/ui/forms/form';
import { TextAreaField } from '@web/ui/forms/fields';
import type { Message } from '../store/chat';
import { messageChanged } from '../store/threads.slice';
import styles from './bubble.module.css';

interface MessageEditProps {
  message: Message;
  onClose: () => void;
}

export function MessageEdit({ message, onClose }: MessageEditProps) {
  const { _id: id, type } = message;
  const [text, setText] = useState(message.text);
  const { busy, result, save } = useSave();
  const dispatch = useAppDispatch();
  const field = useRef<HTMLTextAreaElement>(null);
  // A layout effect, so that nothing is typed elsewhere once the field is shown.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const isEmpty = isBlank(text) && type === 'text';
  const submit = async () => {
    if (isEmpty) return;
    const isSaved = await save(async () => {
      dispatch(messageChanged(await services.messages['PUT /messages/:id']({ params: { id }, body: { text } })));
    }, '');
    if (isSaved) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };
  return (
    <Form
      className={styles.edit}
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextAreaField
        ref={field}
        label="Message text"
        labelHidden
        rows={3}
        value={text}
        maxLength={limits.messageTextLengthMax}
        error={result?.text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.editActions}>
        <Button size="small" onPress={onClose}>
          Cancel
        </Button>
        <Button size="small" type="submit" kind="primary" busy={busy} disabled={isEmpty}>
          Save
        </Button>
      </div>
    </Form>
  );
}
