/** The files of a post or the photos of a product in order, each with its actions and its description. */
import * as limits from '@contract/kernel/limits';
import { discardUploads } from '@web/uploads/uploads';
import type { Upload } from '@web/uploads/upload-list';
import { MediaFileRow } from '@web/uploads/upload-rows';
import { IconButton } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { ChevronDownIcon, CloseIcon } from '@web/ui/icons/icons';
import { moved } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';
import styles from './editing.module.css';

interface MediaRowsProps {
  label: string;
  media: readonly Medium[];
  uploads: readonly Upload[];
  onChange: (media: Medium[]) => void;
  /** Whether each file has a description field. */
  hasDescriptions?: boolean;
}

export function MediaRows({ label, media, uploads, onChange, hasDescriptions = false }: MediaRowsProps) {
  if (media.length === 0) return null;
  const remove = (key: string) => {
    discardUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <ol className={styles.rows} aria-label={label}>
      {media.map(({ key, file, alt }, index) => {
        const upload = uploads.find(({ id }) => id === key);
        const name = upload?.name ?? file?.name ?? 'File';
        return (
          <li key={key} className={styles.row}>
            <MediaFileRow file={file} upload={upload} />
            <div className={styles.rowActions}>
              {media.length < 2 ? null : (
                <>
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
                </>
              )}
              <IconButton label={`Remove ${name}`} icon={<CloseIcon />} onPress={() => remove(key)} />
            </div>
            {hasDescriptions ? (
              <div className={styles.described}>
                <TextField
                  label={`Description of ${name}`}
                  optional
                  hint="Read aloud by screen readers."
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
