/**
 * The full-screen photo viewer: swipe, arrow keys, and zoom by pinch, wheel, double press and buttons. Esc and Back close it. Loaded when
 * the first photo is opened.
 */
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../actions/button';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, ZoomInIcon, ZoomOutIcon } from '../icons/icons';
import { readingDirection } from '../core/reading-direction';
import { useModal } from '../dialogs/use-modal';
import { useZoom } from './use-zoom';
import styles from './photo-viewer.module.css';

export interface ViewerPhoto {
  src: string;
  /** The alt text, which is also shown below the photo. */
  alt: string;
  width: number | null;
  height: number | null;
}

export interface PhotoViewerProps {
  photos: readonly ViewerPhoto[];
  index: number;
  onClose: () => void;
  onIndexChange: (index: number) => void;
  /** More actions for the current photo. */
  more?: ReactNode;
}

export function PhotoViewer({ photos, index, onClose, onIndexChange, more }: PhotoViewerProps) {
  const close = useRef<HTMLButtonElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const dialog = useModal(close);
  const photo = photos[index];
  const go = (step: number) => {
    if (photos[index + step]) onIndexChange(index + step);
  };
  const goRight = (step: 1 | -1) => go(step * readingDirection());
  const zoom = useZoom(stage, photo?.src ?? '', goRight);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') goRight(1);
    if (key === 'ArrowLeft') goRight(-1);
    if (key === '+' || key === '=') zoom.by(1.5);
    if (key === '-') zoom.by(1 / 1.5);
    if (key === '0') zoom.reset();
  };
  if (!photo) return null;
  const position = `${index + 1} of ${photos.length}`;
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={`Photo ${position}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <span className={styles.count} role="status">
          {position}
        </span>
        {more}
        <IconButton label="Zoom out" icon={<ZoomOutIcon />} disabled={!zoom.isZoomed} onPress={() => zoom.by(1 / 1.5)} />
        <IconButton label="Zoom in" icon={<ZoomInIcon />} onPress={() => zoom.by(1.5)} />
        <IconButton ref={close} label="Close" icon={<CloseIcon />} onPress={onClose} />
      </div>
      <div ref={stage} className={styles.stage} {...zoom.handlers}>
        <img
          key={photo.src}
          className={styles.photo}
          src={photo.src}
          alt={photo.alt}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          draggable={false}
          style={zoom.style}
        />
      </div>
      {index > 0 ? (
        <span className={styles.before}>
          <IconButton label="Previous photo" icon={<ChevronLeftIcon />} onPress={() => go(-1)} />
        </span>
      ) : null}
      {index < photos.length - 1 ? (
        <span className={styles.after}>
          <IconButton label="Next photo" icon={<ChevronRightIcon />} onPress={() => go(1)} />
        </span>
      ) : null}
      {photo.alt === '' ? null : (
        <p className={styles.words} aria-hidden="true">
          {photo.alt}
        </p>
      )}
      <PreloadedNeighbors photos={[photos[index - 1], photos[index + 1]]} />
    </dialog>
  );
}

/** Preloads the previous and next photos. */
function PreloadedNeighbors({ photos }: { photos: readonly (ViewerPhoto | undefined)[] }) {
  return <div hidden>{photos.map((photo) => (photo ? <img key={photo.src} src={photo.src} alt="" /> : null))}</div>;
}
