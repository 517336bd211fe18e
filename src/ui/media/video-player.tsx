/**
 * A video with its controls: quality, speed, keyboard, picture in picture, full screen. Nothing of the video is loaded before
 * somebody starts it. Imported with `next/dynamic`: pages show its first picture and bring it when it is pressed.
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
  /** The first picture. */
  poster: string | null;
  title: string;
  startAt_s?: number;
  /** Told the place that was reached, in seconds, about four times a second. */
  onTime?: (time_s: number) => void;
  onEnded?: () => void;
  /** The links are too old: asks for new `sources`. Settled once they are there, or cannot be had. */
  onExpired?: () => Promise<unknown>;
  /** Begins at once: somebody has asked for it already. */
  autoPlay?: boolean;
  /** Takes the focus as it appears: what was pressed for it is gone. */
  takesFocus?: boolean;
  /** Begins without sound. */
  muted?: boolean;
}

const restAfter_ms = 2500;

export function VideoPlayer(props: VideoPlayerProps) {
  const { sources, poster, title, startAt_s = 0, onTime, onEnded, onExpired, autoPlay = false, muted = false, takesFocus = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(autoPlay);
  const [playback, listen] = usePlayback(video);
  const source = useVideoSource(video, { sources, isStarted, startAt_s, onExpired });
  const fullScreen = useFullScreen(frame, video);
  const { isResting, stir } = useRest(playback.isPlaying);

  // Its keys work as soon as it plays: the focus never falls back to the page.
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);
  const start = () => {
    setStarted(true);
    frame.current?.focus();
  };
  const press = ({ nativeEvent }: MouseEvent) => {
    stir();
    // A finger brings the controls; a mouse, to which they are always near, plays and pauses.
    if (!('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')) togglePlaying(video.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !video.current || !isStarted) return;
    if (!isForPlayer(event)) return;
    stir();
    const isDone = event.key === 'f' ? fullScreen.toggle() : playbackKey(video.current, event.key);
    if (isDone) event.preventDefault();
  };
  const { onTimeUpdate } = listen;
  return (
    <div
      ref={frame}
      className={cx(styles.frame, isResting && styles.resting)}
      tabIndex={-1}
      role="region"
      aria-label={`Video: ${title}`}
      onKeyDown={onKeyDown}
      onPointerMove={stir}
      onFocus={stir}
    >
      <video
        {...listen}
        ref={video}
        className={styles.video}
        poster={poster ?? undefined}
        playsInline
        muted={muted}
        preload="none"
        onClick={isStarted ? press : undefined}
        onError={source.failed}
        onEnded={() => {
          listen.onEnded();
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

/** Letters typed into a field, and arrows within a choice, are not meant for the video; a button is pressed by its own key. */
function isForPlayer({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return false;
  return !(target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter'));
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>This video cannot be played right now.</p>
      <Button size="small" kind="primary" onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Whether nobody has moved for a while as it plays: the controls then step back. */
function useRest(isPlaying: boolean): { isResting: boolean; stir: () => void } {
  const [stirred, setStirred] = useState(0);
  const [rested, setRested] = useState(-1);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setRested(stirred), restAfter_ms);
    return () => clearTimeout(timer);
  }, [isPlaying, stirred]);
  return { isResting: isPlaying && rested === stirred, stir: () => setStirred((count) => count + 1) };
}
