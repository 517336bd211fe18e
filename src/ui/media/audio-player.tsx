/** The audio player in one line. Replaces `LazyAudio` after the first press. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../actions/button';
import { MutedIcon, PauseIcon, PlayIcon, SoundIcon } from '../icons/icons';
import { clockAt, TimeSlider } from './time-slider';
import { playbackKey, seekTo, togglePlaying, toggleSound, usePlayback } from './use-playback';
import { play } from './use-video-source';
import styles from './audio-player.module.css';

export interface AudioPlayerProps {
  source: string;
  title: string;
  /** The file's duration until the audio has loaded; null if unknown. */
  duration_s: number | null;
  /** The link has expired: requests a new `source`. */
  onExpired?: () => Promise<unknown>;
  /** Play was already pressed: starts immediately and focuses the button. */
  autoPlay?: boolean;
}

export function AudioPlayer({ source, title, duration_s, onExpired, autoPlay = false }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [playback, eventProps] = usePlayback(audio);
  const [hasFailed, setFailed] = useState(false);
  const [activeSource, setActiveSource] = useState(source);
  const resumeAt = useRef({ at_s: 0, isPending: false });

  // A new link is used only after the old one failed, so that refetches do not interrupt playback.
  if (hasFailed && activeSource !== source) {
    setActiveSource(source);
    setFailed(false);
  }
  useEffect(() => {
    const { isPending, at_s } = resumeAt.current;
    if (!isPending || !audio.current) return;
    audio.current.currentTime = at_s;
    play(audio.current);
  }, [activeSource]);
  useEffect(() => {
    if (!autoPlay || !audio.current) return;
    play(audio.current);
    button.current?.focus();
  }, [autoPlay]);
  const onError = () => {
    resumeAt.current = { at_s: playback.time_s, isPending: true };
    setFailed(true);
    void onExpired?.().catch(() => undefined);
  };
  const total_s = playback.duration_s || (duration_s ?? 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPressed = event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    if (isPressed || event.altKey || event.ctrlKey || event.metaKey || !audio.current) return;
    if (event.key !== 'Tab' && playbackKey(audio.current, event.key)) event.preventDefault();
  };
  return (
    <div className={styles.player} role="region" aria-label={`Audio: ${title}`} onKeyDown={onKeyDown}>
      <audio {...eventProps} ref={audio} src={activeSource} preload="none" onError={onError} onLoadedData={() => setFailed(false)} />
      <IconButton
        ref={button}
        kind="primary"
        label={playback.isPlaying ? `Pause ${title}` : `Play ${title}`}
        icon={playback.isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={() => {
          if (hasFailed) audio.current?.load();
          togglePlaying(audio.current);
        }}
      />
      <TimeSlider
        time_s={playback.time_s}
        duration_s={total_s}
        disabled={playback.duration_s === 0}
        onSeek={(time_s) => seekTo(audio.current, time_s)}
      />
      <span className={styles.time}>
        {clockAt(playback.time_s)} / {clockAt(total_s)}
      </span>
      <IconButton
        label={playback.isMuted ? 'Turn sound on' : 'Turn sound off'}
        icon={playback.isMuted ? <MutedIcon /> : <SoundIcon />}
        onPress={() => toggleSound(audio.current)}
      />
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          Couldn’t play this audio. Press Play to try again.
        </p>
      ) : null}
    </div>
  );
}
