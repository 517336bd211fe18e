/** Replaces a photo in place: choose, progress, cancel or retry. */
import type { FileType } from '@contract/kernel/values/files';
import type { ReactNode } from 'react';
import { heicTypes } from '@web/lib/files/heic';
import * as limits from '@contract/kernel/limits';
import type { Finish } from '@web/uploads/uploads';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { useSingleUpload } from '@web/uploads/use-single-upload';
import { DropZone, sizeText } from '@web/ui/forms/upload';
import styles from '../shared/account.module.css';

interface PictureFieldProps {
  label: string;
  /** The current photo. */
  children: ReactNode;
  type: Extract<FileType, 'avatar' | 'cover'>;
  /** Sends the photo, and shows the new one. */
  send: Finish;
}

const max_bytes = limits.upload_bytes.image;

export function PictureField({ label, children, type, send }: PictureFieldProps) {
  const { upload, start } = useSingleUpload({ formKey: type, type, finish: send });
  return (
    <div className={styles.fields}>
      <div className={styles.picture}>
        {children}
        <div className={styles.pictureDrop}>
          <DropZone
            label={label}
            hint={`JPEG, PNG, WebP, GIF or HEIC, up to ${sizeText(max_bytes)}. Location data is removed.`}
            accept={`image/jpeg,image/png,image/webp,image/gif,${heicTypes}`}
            sizeMax={max_bytes}
            onFiles={([file]) => {
              if (file) start(file);
            }}
          />
        </div>
      </div>
      {upload === null ? null : <UploadProgressRow upload={upload} />}
    </div>
  );
}
