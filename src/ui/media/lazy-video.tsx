/**
 * A video before playback: its poster with a play button. Pressing it loads the player and starts playback. Shows the progress while the
 * file is processed.
 */
import { formatPercent } from '@web/lib/i18n/counts';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { clockOf } from '@web/lib/i18n/dates';
import { StartButton } from './start-button';
import { useImageState } from '../core/use-image-state';
import type { VideoPlayerProps } from './video-player';
import styles from './lazy-video.module.css';

export type MediaFile = ResponseOf<'GET /files/:id/status'>;

const load = () => import('./video-player').then((loaded) => loaded.VideoPlayer);
const VideoPlayer = dynamic(load, { ssr: false });

export interface LazyVideoProps extends Pick<VideoPlayerProps, 'startAt_s' | 'onTime' | 'onEnded' | 'onExpired' | 'muted'> {
  file: MediaFile;
  title: string;
  /** Replaces the file's own poster. */
  poster?: string | null | undefined;
  /** Loads the poster eagerly, as the largest image of the page. */
  first?: true;
  /** Starts immediately, for instance after a purchase. */
  autoPlay?: boolean;
}

/** Why a file cannot be played yet; null if it can. */
function waitingText({ sources, status, progress, failure }: MediaFile): string | null {
  if (sources.length > 0) return null;
  if (status === 'error') return failure ?? 'This file couldn’t be processed.';
  return status === 'finished' ? 'This file is not available.' : `Processing ${formatPercent(progress / 100)}`;
}

/** Fills its container; the caller sets the aspect ratio. */
export function LazyVideo({ file, title, poster, first, autoPlay = false, ...player }: LazyVideoProps) {
  const [isStarted, setStarted] = useState(autoPlay);
  const [isPressed, setPressed] = useState(false);
  const waiting = waitingText(file);
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
  const { shownSrc, placeholderStyle, imageProps } = useImageState(src, blur);
  return (
    <div
      className={styles.behind}
      style={placeholderStyle ?? (shownSrc === null && blur ? { backgroundImage: `url("${blur}")` } : undefined)}
    >
      {shownSrc === null ? null : (
        <img
          className={styles.picture}
          src={shownSrc}
          alt=""
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          {...imageProps}
        />
      )}
    </div>
  );
}
