/** The files of a post in their order, each with what can be done about it, and what it shows in words. */
import * as limits from '@contract/limits';
import { Fragment } from 'react';
import { cancelUpload, dropUploads, retryUpload } from '@web/session/uploads';
import type { StoredFile, Upload } from '@web/session/upload-list';
import { IconButton } from '@web/ui/button';
import { TextField } from '@web/ui/fields';
import { ChevronDownIcon, CloseIcon } from '@web/ui/icons';
import { sizeWords, timeLeftWords, UploadRow } from '@web/ui/upload';
import { moved } from '@web/session/media-list';
import type { Medium } from '@web/session/media-list';
import styles from './editing.module.css';

interface MediaRowsProps {
  label: string;
  media: readonly Medium[];
  uploads: readonly Upload[];
  onChange: (media: Medium[]) => void;
  /** Each can be described in words. */
  described?: boolean;
}

export function MediaRows({ label, media, uploads, onChange, described = false }: MediaRowsProps) {
  if (media.length === 0) return null;
  const remove = (key: string) => {
    dropUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <ol className={styles.rows} aria-label={label}>
      {media.map(({ key, file, alt }, index) => {
        const upload = uploads.find(({ id }) => id === key);
        const name = upload?.name ?? file?.name ?? 'File';
        return (
          <li key={key} className={styles.row}>
            {upload === undefined ? <StoredRow file={file} /> : <OneUpload upload={upload} />}
            <div className={styles.rowActions}>
              {media.length < 2 ? null : (
                <Fragment>
                  <IconButton
                    label={`Move ${name} up`}
                    icon={<ChevronDownIcon className={styles.up} />}
                    disabled={index === 0}
                    onPress={() => onChange(moved(media, index, -1))}
                  />
                  <IconButton
                    label={`Move ${name} down`}
                    icon={<ChevronDownIcon />}
                    disabled={index === media.length - 1}
                    onPress={() => onChange(moved(media, index, 1))}
                  />
                </Fragment>
              )}
              <IconButton label={`Remove ${name}`} icon={<CloseIcon />} onPress={() => remove(key)} />
            </div>
            {described ? (
              <div className={styles.described}>
                <TextField
                  label={`What ${name} shows`}
                  optional
                  hint="Read out to those who do not see it."
                  maxLength={limits.altTextLengthMax}
                  value={alt}
                  onChange={({ target }) => onChange(media.map((one) => (one.key === key ? { ...one, alt: target.value } : one)))}
                />
              </div>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

export function OneUpload({ upload }: { upload: Upload }) {
  const { id, name, size, preview, state, percent, secondsLeft, reason } = upload;
  return (
    <UploadRow
      name={name}
      size={sizeWords(size)}
      thumbnail={preview ?? upload.file?.thumbnailUrl}
      state={state}
      percent={percent}
      reason={reason}
      {...(secondsLeft === null ? {} : { timeLeft: timeLeftWords(secondsLeft) })}
      onCancel={() => cancelUpload(id)}
      onRetry={() => retryUpload(id)}
    />
  );
}

const stateOf = { created: 'processing', processing: 'processing', finished: 'done', error: 'unready' } as const;

export function StoredRow({ file }: { file: StoredFile | null }) {
  if (file === null) return null;
  return (
    <UploadRow
      name={file.name}
      size={sizeWords(file.size)}
      thumbnail={file.thumbnailUrl}
      state={stateOf[file.status]}
      percent={file.progress}
      reason={file.failure}
    />
  );
}
