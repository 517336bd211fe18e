/** The files of a message that is being written: each with how far it is, and a way to stop it, to try again, or to leave it out. */
import { cancelUpload, dropUploads, retryUpload } from '@web/session/uploads';
import type { Upload } from '@web/session/upload-list';
import type { Medium } from '@web/session/media-list';
import { IconButton } from '@web/ui/button';
import { CloseIcon } from '@web/ui/icons';
import { sizeWords, timeLeftWords, UploadRow } from '@web/ui/upload';
import styles from './composer.module.css';

interface ComposerFilesProps {
  media: readonly Medium[];
  uploads: readonly Upload[];
  onChange: (media: Medium[]) => void;
}

export function ComposerFiles({ media, uploads, onChange }: ComposerFilesProps) {
  if (media.length === 0) return null;
  const remove = (key: string) => {
    dropUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <ul className={styles.files} aria-label="Files of the message">
      {media.map(({ key, file }) => {
        const upload = uploads.find(({ id }) => id === key);
        const name = upload?.name ?? file?.name ?? 'File';
        return (
          <li key={key} className={styles.file}>
            <Row medium={{ key, file, alt: '' }} upload={upload} />
            <IconButton label={`Remove ${name}`} icon={<CloseIcon />} onPress={() => remove(key)} />
          </li>
        );
      })}
    </ul>
  );
}

const stateOf = { created: 'processing', processing: 'processing', finished: 'done', error: 'unready' } as const;

function Row({ medium: { file }, upload }: { medium: Medium; upload: Upload | undefined }) {
  if (upload !== undefined) {
    const { id, name, size, preview, state, percent, secondsLeft, reason } = upload;
    return (
      <UploadRow
        {...{ name, state, percent, reason }}
        size={sizeWords(size)}
        thumbnail={preview ?? upload.file?.thumbnailUrl}
        {...(secondsLeft === null ? {} : { timeLeft: timeLeftWords(secondsLeft) })}
        onCancel={() => cancelUpload(id)}
        onRetry={() => retryUpload(id)}
      />
    );
  }
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
