/** Replacing a picture in place: choose, see it go, cancel or retry. */
import * as limits from '@contract/kernel/limits';
import type { ReactNode } from 'react';
import { useUpload } from '@web/session/use-upload';
import type { CallOptions } from '@web/services/call';
import { DropZone, sizeWords, UploadRow } from '@web/ui/forms/upload';
import styles from '../shared/account.module.css';

interface PictureFieldProps<A> {
  label: string;
  /** The picture as it is now. */
  children: ReactNode;
  send: (file: File, options: CallOptions) => Promise<A>;
  onDone: (answer: A) => void;
}

const most = limits.upload_bytes.image;

export function PictureField<A>({ label, children, send, onDone }: PictureFieldProps<A>) {
  const { upload, start, cancel, retry } = useUpload(send, onDone);
  const isShown = upload.file !== null && upload.state !== 'done';
  return (
    <div className={styles.fields}>
      <div className={styles.picture}>
        {children}
        <div className={styles.pictureDrop}>
          <DropZone
            label={label}
            hint={`JPEG, PNG, WebP or GIF, up to ${sizeWords(most)}. Position data is removed.`}
            accept="image/jpeg,image/png,image/webp,image/gif"
            sizeMax={most}
            onFiles={([file]) => {
              if (file) start(file);
            }}
          />
        </div>
      </div>
      {isShown ? (
        <UploadRow
          name={upload.file?.name ?? ''}
          size={sizeWords(upload.file?.size ?? 0)}
          state={upload.state}
          percent={upload.percent}
          reason={upload.reason}
          onCancel={cancel}
          onRetry={retry}
        />
      ) : null}
    </div>
  );
}
