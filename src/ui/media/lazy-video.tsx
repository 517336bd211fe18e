/**
 * A video as a page first shows it: its first picture with a large triangle. The player comes when it is pressed, and begins at
 * once. While the file is being made ready it says how far it is.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { clockOf } from '@web/lib/i18n/dates';
import { StartButton } from './start-button';
import { usePicture } from '../core/use-picture';
import type { VideoPlayerProps } from './video-player';
import styles from './lazy-video.module.css';

export type MediaFile = AnswerOf<'GET /files/:id/status'>;

const load = () => import('./video-player').then((loaded) => loaded.VideoPlayer);
const VideoPlayer = dynamic(load, { ssr: false });

export interface LazyVideoProps extends Pick<VideoPlayerProps, 'startAt_s' | 'onTime' | 'onEnded' | 'onExpired' | 'muted'> {
  file: MediaFile;
  title: string;
  /** Instead of the file's own first picture. */
  poster?: string | null | undefined;
  /** The largest picture of the page, which loads at once. */
  first?: true;
  /** Somebody has asked for it already, by buying it for instance. */
  autoPlay?: boolean;
}

/** Why a file cannot be played yet, in words; null when it can. */
function waitingWords({ sources, status, progress, failure }: MediaFile): string | null {
  if (sources.length > 0) return null;
  if (status === 'error') return failure ?? 'This file could not be made ready.';
  return status === 'finished' ? 'This file is not available.' : `Processing ${Math.round(progress)} %`;
}

/** Fills its place; the caller gives it its ratio. */
export function LazyVideo({ file, title, poster, first, autoPlay = false, ...player }: LazyVideoProps) {
  const [isStarted, setStarted] = useState(autoPlay);
  const [isPressed, setPressed] = useState(false);
  const waiting = waitingWords(file);
  const press = () => {
    setPressed(true);
    setStarted(true);
  };
  const picture = poster ?? file.thumbnails[0] ?? file.thumbnailUrl;
  if (isStarted && waiting === null)
    return <VideoPlayer {...player} sources={file.sources} poster={picture} title={title} autoPlay takesFocus={isPressed} />;
  return (
    <div className={styles.still}>
      <Still src={picture} blur={file.blur} {...(first ? { first } : {})} />
      {waiting === null ? <StartButton label={`Play ${title}`} onPress={press} onNear={() => void load()} /> : null}
      {waiting === null ? null : (
        <p className={styles.waiting} role="status">
          {waiting}
        </p>
      )}
      {waiting === null && file.duration !== null ? (
        <span className={styles.length}>{clockOf(file.duration * 1000).padStart(5, '0')}</span>
      ) : null}
    </div>
  );
}

function Still({ src, blur, first }: { src: string | null; blur: string | null; first?: true }) {
  const { shown, behind, watch } = usePicture(src, blur);
  return (
    <div className={styles.behind} style={behind ?? (shown === null && blur ? { backgroundImage: `url("${blur}")` } : undefined)}>
      {shown === null ? null : (
        <img
          className={styles.picture}
          src={shown}
          alt=""
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          {...watch}
        />
      )}
    </div>
  );
}
