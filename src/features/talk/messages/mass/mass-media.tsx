/** The photos and videos of a message to many: sent from this device, or taken from earlier uploads. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { ruleFor } from '@web/uploads/file-rules';
import type { Medium } from '@web/uploads/media-list';
import { dropUploads } from '@web/uploads/uploads';
import { MediumRow } from '@web/uploads/upload-rows';
import { usePlaceMedia } from '@web/uploads/use-editor-media';
import { Button, IconButton } from '@web/ui/actions/button';
import { CloseIcon, ImageIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone } from '@web/ui/forms/upload';
import { finishes } from '../composer/message-files';
import { VaultPicker } from '../fans/vault-picker';
import styles from './mass.module.css';

const kinds = [
  { type: 'message-photo', label: 'Add photos' },
  { type: 'message-video', label: 'Add videos' },
] as const;
const most = limits.messageFilesMax;

interface MassMediaProps {
  place: string;
  href: string;
  media: Medium[];
  fault: string | undefined;
  onChange: (media: Medium[]) => void;
}

export function MassMedia({ place, href, media, fault, onChange }: MassMediaProps) {
  const { uploads, send } = usePlaceMedia({ place, href, media, onChange });
  const [isPicking, setPicking] = useState(false);
  const room = most - media.length;
  const remove = (key: string) => {
    dropUploads([key]);
    onChange(media.filter((medium) => medium.key !== key));
  };
  return (
    <section className={styles.part} aria-label="Photos and videos">
      {media.length === 0 ? null : (
        <ol className={styles.rows} aria-label="Files of the message">
          {media.map(({ key, file }) => {
            const upload = uploads.find(({ id }) => id === key);
            return (
              <li key={key} className={styles.row}>
                <MediumRow file={file} upload={upload} />
                <IconButton label={`Remove ${upload?.name ?? file?.name ?? 'File'}`} icon={<CloseIcon />} onPress={() => remove(key)} />
              </li>
            );
          })}
        </ol>
      )}
      {room < 1 ? (
        <p className={styles.quiet}>A message has at most {most} files.</p>
      ) : (
        <>
          <div className={styles.zones}>
            {kinds.map(({ type, label }) => {
              const { accept, sizeMax, hint } = ruleFor(type);
              return (
                <DropZone
                  key={type}
                  {...{ label, accept, sizeMax, hint }}
                  countMax={room}
                  onFiles={(files) => send(files, type, finishes[type])}
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
      {fault === undefined ? null : (
        <Notice tone="danger" isFault>
          {fault}
        </Notice>
      )}
      {isPicking ? (
        <VaultPicker
          fanId={null}
          chosen={media.flatMap(({ file }) => (file === null ? [] : [file._id]))}
          max={most - media.filter(({ file }) => file === null).length}
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
