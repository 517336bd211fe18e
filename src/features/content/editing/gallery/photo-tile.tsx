/** One photo of a gallery, with its actions. */
import { formatPercent } from '@web/lib/i18n/counts';
import * as limits from '@contract/kernel/limits';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { IconButton } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, ImageIcon } from '@web/ui/icons/icons';
import { MediaBox } from '@web/ui/media/media-box';
import { StateMark } from '@web/ui/feedback/state-mark';
import type { Photo } from './gallery-values';
import styles from '../shared/editing.module.css';

interface PhotoTileProps {
  photo: Photo;
  /** Its zero-based position in the gallery. */
  index: number;
  isLast: boolean;
  onMove: (step: number) => void;
  onDrag: () => void;
  onDrop: () => void;
  onCover: () => void;
  onDescribe: (description: string) => void;
  onRemove: () => void;
}

const photoRatio = 4 / 5;

export function PhotoTile({ photo, index, isLast, onMove, onDrag, onDrop, onCover, onDescribe, onRemove }: PhotoTileProps) {
  const { photo: file, description, isGalleryCover } = photo;
  const name = `photo ${String(index + 1)}`;
  return (
    <li
      className={styles.tile}
      draggable
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <MediaBox src={file.thumbnailUrl ?? file.url} blur={file.blur} alt={description || file.name} ratio={photoRatio} />
      <div className={styles.tileState}>
        {isGalleryCover ? <StateMark tone="ok">Cover</StateMark> : null}
        {file.status === 'error' ? (
          <StateMark tone="danger">{file.failure === null ? 'Failed' : translateMessage(file.failure)}</StateMark>
        ) : null}
        {file.status === 'processing' ? <StateMark tone="warn">Processing {formatPercent(file.progress / 100)}</StateMark> : null}
      </div>
      <div className={styles.rowActions}>
        <IconButton label={`Move ${name} earlier`} icon={<ChevronLeftIcon />} disabled={index === 0} onPress={() => onMove(-1)} />
        <IconButton label={`Move ${name} later`} icon={<ChevronRightIcon />} disabled={isLast} onPress={() => onMove(1)} />
        {isGalleryCover ? null : <IconButton label={`Set ${name} as cover`} icon={<ImageIcon />} onPress={onCover} />}
        <IconButton label={`Delete ${name}`} icon={<CloseIcon />} onPress={onRemove} />
      </div>
      <TextField
        key={description}
        label={`Description of ${name}`}
        optional
        hint="Read aloud by screen readers."
        maxLength={limits.itemDescriptionLengthMax}
        defaultValue={description}
        onBlur={(event) => {
          const next = event.target.value.trim();
          if (next !== description) onDescribe(next);
        }}
      />
    </li>
  );
}
