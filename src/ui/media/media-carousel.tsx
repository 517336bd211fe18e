/**
 * The photos, videos and audio files of a post in a carousel: by swipe, buttons and keys, in a box whose aspect ratio is known before
 * anything has loaded.
 */
import { useRef, useState } from 'react';
import { IconButton } from '../actions/button';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons';
import { LazyAudio } from './lazy-audio';
import { LazyVideo } from './lazy-video';
import type { MediaFile } from './lazy-video';
import { MediaBox } from './media-box';
import styles from './media-carousel.module.css';

/** A file with its alt text, if any. */
type CarouselFile = MediaFile & { alt?: string };

export interface MediaCarouselProps {
  files: readonly CarouselFile[];
  /** The poster of videos, instead of their own. */
  poster?: MediaFile | null;
  /** The item's title, used for files without an alt text. */
  title: string;
  /** Width : height of the box. Defaults to that of the first file, within the limits of posts. */
  ratio?: number;
  /** A photo was pressed; `index` counts the photos of `files` only. */
  onOpen: (index: number) => void;
  /** The links have expired: requests new ones. Settles when they have arrived or failed. */
  onExpired?: () => Promise<unknown>;
  /** Loads the first image eagerly, for the first items of the page. */
  first?: true;
}

const isPhoto = ({ mimeType }: MediaFile): boolean => mimeType.startsWith('image/');
const isAudio = ({ mimeType }: MediaFile): boolean => mimeType.startsWith('audio/');

/** From portrait photos to 16:9. Other ratios are letterboxed. */
const ratioLimits = { min: 4 / 5, max: 16 / 9 };

/** Width : height of the box for a file, within the limits of posts. */
export function boxRatioOf(file: Pick<MediaFile, 'width' | 'height'> | null | undefined): number {
  if (!file?.width || !file.height) return 1;
  return Math.min(Math.max(file.width / file.height, ratioLimits.min), ratioLimits.max);
}

/** The photos of `files` as `PhotoViewer` takes them, in the same order as `onOpen` counts. */
export function viewerPhotos(files: readonly CarouselFile[], title: string) {
  return files.filter(isPhoto).map((file, index, { length }) => ({
    src: file.url ?? file.thumbnailUrl ?? '',
    alt: file.alt || (length > 1 ? `${title}, photo ${index + 1}` : title),
    width: file.width,
    height: file.height,
  }));
}

export function MediaCarousel({ files, poster, title, ratio, onOpen, onExpired, first }: MediaCarouselProps) {
  const visualFiles = files.filter((file) => !isAudio(file));
  const audioFiles = files.filter(isAudio);
  return (
    <div className={styles.media}>
      {visualFiles.length > 0 ? (
        <Slides files={visualFiles} poster={poster} title={title} onOpen={onOpen} onExpired={onExpired} first={first} ratio={ratio} />
      ) : null}
      {audioFiles.map((file, index) => (
        <LazyAudio
          key={file._id}
          source={file.sources[0]?.url ?? file.url ?? ''}
          title={audioFiles.length > 1 ? `${title}, ${index + 1}` : title}
          duration_s={file.duration}
          {...(onExpired ? { onExpired } : {})}
        />
      ))}
    </div>
  );
}

function Slides({ files, poster, title, ratio, onOpen, onExpired, first }: MediaCarouselProps) {
  const list = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const isSingle = files.length === 1;
  const go = (to: number) => list.current?.children[to]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  const updateIndex = () => {
    const { current } = list;
    if (current && current.clientWidth > 0) setIndex(Math.round(Math.abs(current.scrollLeft) / current.clientWidth));
  };
  const photos = files.filter(isPhoto);
  return (
    <div
      className={styles.frame}
      role={isSingle ? undefined : 'group'}
      aria-label={isSingle ? undefined : `${title}, ${files.length} files`}
    >
      <ul ref={list} className={styles.row} onScroll={updateIndex} style={{ aspectRatio: ratio ?? boxRatioOf(files[0]) }}>
        {files.map((file, position) => (
          <li key={file._id} className={styles.slide}>
            {isPhoto(file) ? (
              <Photo
                file={file}
                ratio={ratio ?? boxRatioOf(file)}
                alt={file.alt || (isSingle ? title : `${title}, ${position + 1} of ${files.length}`)}
                onPress={() => onOpen(photos.indexOf(file))}
                first={first === true && position === 0}
              />
            ) : (
              <LazyVideo
                file={poster ? { ...file, blur: poster.blur } : file}
                poster={poster?.thumbnails[0] ?? poster?.thumbnailUrl}
                title={file.alt || (isSingle ? title : `${title}, ${position + 1}`)}
                {...(onExpired ? { onExpired } : {})}
                {...(first && position === 0 ? { first } : {})}
              />
            )}
          </li>
        ))}
      </ul>
      {isSingle ? null : (
        <>
          <span className={styles.count}>
            {index + 1} / {files.length}
          </span>
          <span className={styles.before}>
            <IconButton label="Previous" icon={<ChevronLeftIcon />} disabled={index === 0} onPress={() => go(index - 1)} />
          </span>
          <span className={styles.after}>
            <IconButton label="Next" icon={<ChevronRightIcon />} disabled={index === files.length - 1} onPress={() => go(index + 1)} />
          </span>
        </>
      )}
    </div>
  );
}

interface PhotoProps {
  file: MediaFile;
  ratio: number;
  alt: string;
  onPress: () => void;
  first: boolean;
}

function Photo({ file, ratio, alt, onPress, first }: PhotoProps) {
  return (
    <button type="button" className={styles.photo} onClick={onPress} aria-label={`Open ${alt}`}>
      <MediaBox src={file.url ?? file.thumbnailUrl} alt={alt} ratio={ratio} blur={file.blur} fit="contain" first={first} square />
    </button>
  );
}
