/**
 * The video player: quality, speed, keyboard, picture in picture, full screen. Nothing is loaded before playback. Import it with
 * `next/dynamic` through `LazyVideo`, which shows the poster and loads the player when it is pressed.
 */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { StartButton } from './start-button';
import { useFullScreen } from './use-full-screen';
import { playbackKey, seekTo, togglePlaying, usePlayback } from './use-playback';
import { useVideoSource } from './use-video-source';
import type { VideoSource } from './use-video-source';
import { VideoControls } from './video-controls';
import styles from './video-player.module.css';

export interface VideoPlayerProps {
  sources: readonly VideoSource[];
  /** The poster image. */
  poster: string | null;
  title: string;
  startAt_s?: number;
  /** Called with the position about four times a second during playback. */
  onTime?: (time_s: number) => void;
  onEnded?: () => void;
  /** The links have expired: requests new `sources`. Settles when they have arrived or failed. */
  onExpired?: () => Promise<unknown>;
  /** Starts immediately. */
  autoPlay?: boolean;
  /** Gets the focus on mount, since the pressed button was unmounted. */
  takesFocus?: boolean;
  /** Starts muted. */
  muted?: boolean;
}

const hideControlsAfter_ms = 2500;

export function VideoPlayer(props: VideoPlayerProps) {
  const { sources, poster, title, startAt_s = 0, onTime, onEnded, onExpired, autoPlay = false, muted = false, takesFocus = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(autoPlay);
  const [playback, eventProps] = usePlayback(video);
  const source = useVideoSource(video, { sources, isStarted, startAt_s, onExpired });
  const fullScreen = useFullScreen(frame, video);
  const { isIdle, onActivity } = useIdle(playback.isPlaying);

  // Focused so that keyboard shortcuts work immediately and the focus does not fall back to the page.
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);
  const start = () => {
    setStarted(true);
    frame.current?.focus();
  };
  const onVideoClick = ({ nativeEvent }: MouseEvent) => {
    onActivity();
    // Touch shows the controls; a mouse click toggles playback.
    if (!('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')) togglePlaying(video.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !video.current || !isStarted) return;
    if (!isForPlayer(event)) return;
    onActivity();
    const isHandled = event.key === 'f' ? fullScreen.toggle() : playbackKey(video.current, event.key);
    if (isHandled) event.preventDefault();
  };
  const { onTimeUpdate } = eventProps;
  return (
    <div
      ref={frame}
      className={cx(styles.frame, isIdle && styles.resting)}
      tabIndex={-1}
      role="region"
      aria-label={`Video: ${title}`}
      onKeyDown={onKeyDown}
      onPointerMove={onActivity}
      onFocus={onActivity}
    >
      <video
        {...eventProps}
        ref={video}
        className={styles.video}
        poster={poster ?? undefined}
        playsInline
        muted={muted}
        preload="none"
        onClick={isStarted ? onVideoClick : undefined}
        onError={source.onError}
        onEnded={() => {
          eventProps.onEnded();
          onEnded?.();
        }}
        onTimeUpdate={() => {
          onTimeUpdate();
          if (video.current && !video.current.paused) onTime?.(video.current.currentTime);
        }}
      />
      {playback.isWaiting && !source.hasFailed ? <span className={styles.waiting} role="status" aria-label="Loading" /> : null}
      {isStarted ? null : <StartButton label={`Play ${title}`} onPress={start} />}
      {source.hasFailed ? <Failed onRetry={source.retry} /> : null}
      {isStarted && !source.hasFailed ? (
        <VideoControls
          video={video}
          playback={playback}
          source={source}
          fullScreen={fullScreen}
          onSeek={(time_s) => seekTo(video.current, time_s)}
        />
      ) : null}
    </div>
  );
}

/** Ignores keys in selects, and Space and Enter on buttons. */
function isForPlayer({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return false;
  return !(target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter'));
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>Couldn’t play this video.</p>
      <Button size="small" kind="primary" onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Hides the controls when there was no input for a while during playback. */
function useIdle(isPlaying: boolean): { isIdle: boolean; onActivity: () => void } {
  const [activity, setActivity] = useState(0);
  const [idleActivity, setIdleActivity] = useState(-1);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setIdleActivity(activity), hideControlsAfter_ms);
    return () => clearTimeout(timer);
  }, [isPlaying, activity]);
  return { isIdle: isPlaying && idleActivity === activity, onActivity: () => setActivity((count) => count + 1) };
}
