/** The files of a draft, each with its progress and buttons to cancel, retry or remove it. */
import { discardUploads } from '@web/uploads/uploads';
import type { Upload } from '@web/uploads/upload-list';
import { MediaFileRow } from '@web/uploads/upload-rows';
import type { Medium } from '@web/uploads/media-list';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import styles from './composer.module.css';

interface ComposerFilesProps {
  media: readonly Medium[];
  uploads: readonly Upload[];
  onChange: (media: Medium[]) => void;
}

export function ComposerFiles({ media, uploads, onChange }: ComposerFilesProps) {
  if (media.length === 0) return null;
  const remove = (key: string) => {
    discardUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <ul className={styles.files} aria-label="Attached files">
      {media.map(({ key, file }) => {
        const upload = uploads.find(({ id }) => id === key);
        const name = upload?.name ?? file?.name ?? 'File';
        return (
          <li key={key} className={styles.file}>
            <MediaFileRow file={file} upload={upload} />
            <IconButton label={`Remove ${name}`} icon={<CloseIcon />} onPress={() => remove(key)} />
          </li>
        );
      })}
    </ul>
  );
}
