/** The photos and videos of a mass message: uploaded from this device, or taken from earlier uploads. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { ruleFor } from '@web/uploads/file-rules';
import type { Medium } from '@web/uploads/media-list';
import { discardUploads } from '@web/uploads/uploads';
import { MediaFileRow } from '@web/uploads/upload-rows';
import { useEditorMedia } from '@web/uploads/use-editor-media';
import { Button, IconButton } from '@web/ui/actions/button';
import { CloseIcon, ImageIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone } from '@web/ui/forms/upload';
import { finishUpload } from '../composer/message-files';
import { VaultPicker } from '../fans/vault-picker';
import styles from './mass.module.css';

const kinds = [
  { type: 'message-photo', label: 'Add photos' },
  { type: 'message-video', label: 'Add videos' },
] as const;
const max = limits.messageFilesMax;

interface MassMediaProps {
  formKey: string;
  href: string;
  media: Medium[];
  error: string | undefined;
  onChange: (media: Medium[]) => void;
}

export function MassMedia({ formKey, href, media, error, onChange }: MassMediaProps) {
  const { uploads, send } = useEditorMedia({ formKey, href, media, onChange });
  const [isPicking, setPicking] = useState(false);
  const freeSlots = max - media.length;
  const remove = (key: string) => {
    discardUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <section className={styles.part} aria-label="Photos and videos">
      {media.length === 0 ? null : (
        <ol className={styles.rows} aria-label="Attached files">
          {media.map(({ key, file }) => {
            const upload = uploads.find(({ id }) => id === key);
            return (
              <li key={key} className={styles.row}>
                <MediaFileRow file={file} upload={upload} />
                <IconButton label={`Remove ${upload?.name ?? file?.name ?? 'File'}`} icon={<CloseIcon />} onPress={() => remove(key)} />
              </li>
            );
          })}
        </ol>
      )}
      {freeSlots < 1 ? (
        <p className={styles.quiet}>You can attach up to {max} files.</p>
      ) : (
        <>
          <div className={styles.zones}>
            {kinds.map(({ type, label }) => {
              const { accept, sizeMax, hint } = ruleFor(type);
              return (
                <DropZone
                  key={type}
                  label={label}
                  accept={accept}
                  sizeMax={sizeMax}
                  hint={hint}
                  countMax={freeSlots}
                  onFiles={(files) => send(files, type, finishUpload[type])}
                />
              );
            })}
          </div>
          <div className={styles.actions}>
            <Button icon={<ImageIcon />} onPress={() => setPicking(true)}>
              Choose from earlier uploads
            </Button>
          </div>
        </>
      )}
      {error === undefined ? null : (
        <Notice tone="danger" isFormError>
          {error}
        </Notice>
      )}
      {isPicking ? (
        <VaultPicker
          fanId={null}
          attachedIds={media.flatMap(({ file }) => (file === null ? [] : [file._id]))}
          max={max - media.filter(({ file }) => file === null).length}
          onChoose={(files) => {
            onChange([...media, ...files.map((file) => ({ key: file._id, file, alt: '' }))]);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </section>
  );
}
