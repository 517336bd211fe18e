/** Changing an own comment: its words, and a picture to go with them. */
import * as limits from '@contract/kernel/limits';
import { useId, useState } from 'react';
import { CommentField } from '../content/comments/comment-field';
import { useCommentChanges } from '../content/comments/use-comments';
import type { Comment } from '../content/comments/use-comments';
import styles from '../content/comments/comments.module.css';

const pictureTypes = 'image/jpeg,image/png,image/webp';
const megabyte = 1_048_576;

export function CommentEdit({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { edit } = useCommentChanges(comment);
  const [picture, setPicture] = useState<File | undefined>(undefined);
  const [wrong, setWrong] = useState('');
  const inputId = useId();
  const noteId = useId();
  const choose = (file: File | undefined) => {
    const isLarge = file !== undefined && file.size > limits.upload_bytes.image;
    setWrong(isLarge ? `${file.name} is larger than ${String(limits.upload_bytes.image / megabyte)} MB.` : '');
    setPicture(isLarge ? undefined : file);
  };
  return (
    <CommentField
      label="Edit comment"
      verb="Save comment"
      place={`comment-edit-${comment._id}`}
      first={comment.content}
      onSend={async (content) => {
        await edit(content, picture);
        onClose();
      }}
      onCancel={onClose}
    >
      <div className={styles.file}>
        <label htmlFor={inputId}>{comment.image === null ? 'Picture (optional)' : 'Another picture (optional)'}</label>
        <input
          id={inputId}
          type="file"
          accept={pictureTypes}
          aria-describedby={noteId}
          aria-invalid={wrong !== ''}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <p id={noteId} className={wrong === '' ? styles.quiet : styles.wrong} role={wrong === '' ? undefined : 'alert'}>
          {wrong === '' ? `At most ${String(limits.upload_bytes.image / megabyte)} MB. Where it was taken is removed from it.` : wrong}
        </p>
      </div>
    </CommentField>
  );
}
