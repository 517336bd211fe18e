/** Edits the viewer's own comment: its text and an optional picture. */
import * as limits from '@contract/kernel/limits';
import * as messages from '@contract/kernel/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { toSupportedImage, heicTypes, heicErrorMessage, isHeic } from '@web/lib/files/heic';
import { CommentField } from './comment-field';
import { useCommentChanges } from './use-comments';
import type { Comment } from './use-comments';
import styles from './comments.module.css';

const pictureTypes = `image/jpeg,image/png,image/webp,${heicTypes}`;
const megabyte = 1_048_576;

export function CommentEdit({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { edit } = useCommentChanges(comment);
  const picture = useRef<File | undefined>(undefined);
  /** Resolves when the selected picture has been converted and checked; the comment is sent only then. */
  const pictureReady = useRef<Promise<void>>(Promise.resolve());
  const [fieldError, setFieldError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const inputId = useId();
  const noteId = useId();
  const converting = useRef<AbortController | null>(null);
  useEffect(() => () => converting.current?.abort(), []);
  const choosePicture = async (selected: File | undefined) => {
    converting.current?.abort();
    const controller = new AbortController();
    converting.current = controller;
    picture.current = undefined;
    setFieldError('');
    let file = selected;
    if (selected && isHeic(selected)) {
      setBusy(true);
      try {
        file = await toSupportedImage(selected, controller.signal);
      } catch (thrown) {
        if (controller.signal.aborted) return;
        setBusy(false);
        setFieldError(heicErrorMessage(thrown, messages.anyFailure));
        return;
      }
      setBusy(false);
    }
    if (file !== undefined && file.size > limits.upload_bytes.image)
      setFieldError(`${file.name} is larger than ${String(limits.upload_bytes.image / megabyte)} MB. Choose a smaller file.`);
    else picture.current = file;
  };
  return (
    <CommentField
      label="Edit comment"
      actionLabel="Save comment"
      draftKey={`comment-edit-${comment._id}`}
      initialValue={comment.content}
      onSend={async (content) => {
        await pictureReady.current;
        await edit(content, picture.current);
        onClose();
      }}
      onCancel={onClose}
    >
      <div className={styles.file}>
        <label htmlFor={inputId}>{comment.image === null ? 'Photo (optional)' : 'New photo (optional)'}</label>
        <input
          id={inputId}
          type="file"
          accept={pictureTypes}
          aria-describedby={noteId}
          aria-invalid={fieldError !== ''}
          onChange={({ target }) => {
            pictureReady.current = choosePicture(target.files?.[0]);
          }}
        />
        <p id={noteId} className={fieldError === '' ? styles.quiet : styles.error} role={fieldError === '' ? undefined : 'alert'}>
          {fieldError === ''
            ? `Up to ${String(limits.upload_bytes.image / megabyte)} MB. Location data is removed automatically.`
            : fieldError}
        </p>
        {isBusy ? <p role="status">Converting to JPEG</p> : null}
      </div>
    </CommentField>
  );
}
