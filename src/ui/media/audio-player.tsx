/** A sound with its controls, in one line: what stands in the place of `LazySound` once somebody has started it. */
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
  /** As the file says, until the sound itself is known; null where it does not. */
  duration_s: number | null;
  /** The link is too old: asks for a new `source`. */
  onExpired?: () => Promise<unknown>;
  /** Somebody has pressed Play already: it begins at once, and its button takes the focus. */
  autoPlay?: boolean;
}

export function AudioPlayer({ source, title, duration_s, onExpired, autoPlay = false }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [playback, listen] = usePlayback(audio);
  const [hasFailed, setFailed] = useState(false);
  const [used, setUsed] = useState(source);
  const place = useRef({ at_s: 0, isAsked: false });

  // A new link is taken up when the old one has failed, and not whenever the page is read again.
  if (hasFailed && used !== source) {
    setUsed(source);
    setFailed(false);
  }
  useEffect(() => {
    const { isAsked, at_s } = place.current;
    if (!isAsked || !audio.current) return;
    audio.current.currentTime = at_s;
    play(audio.current);
  }, [used]);
  useEffect(() => {
    if (!autoPlay || !audio.current) return;
    play(audio.current);
    button.current?.focus();
  }, [autoPlay]);
  const failed = () => {
    place.current = { at_s: playback.time_s, isAsked: true };
    setFailed(true);
    void onExpired?.().catch(() => undefined);
  };
  const whole_s = playback.duration_s || (duration_s ?? 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPressed = event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    if (isPressed || event.altKey || event.ctrlKey || event.metaKey || !audio.current) return;
    if (event.key !== 'Tab' && playbackKey(audio.current, event.key)) event.preventDefault();
  };
  return (
    <div className={styles.player} role="region" aria-label={`Sound: ${title}`} onKeyDown={onKeyDown}>
      <audio {...listen} ref={audio} src={used} preload="none" onError={failed} onLoadedData={() => setFailed(false)} />
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
        duration_s={whole_s}
        disabled={playback.duration_s === 0}
        onSeek={(time_s) => seekTo(audio.current, time_s)}
      />
      <span className={styles.time}>
        {clockAt(playback.time_s)} / {clockAt(whole_s)}
      </span>
      <IconButton
        label={playback.isMuted ? 'Sound on' : 'Sound off'}
        icon={playback.isMuted ? <MutedIcon /> : <SoundIcon />}
        onPress={() => toggleSound(audio.current)}
      />
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          This sound cannot be played right now. Press Play to try again.
        </p>
      ) : null}
    </div>
  );
}
