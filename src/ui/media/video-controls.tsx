/** The control bar of a video. All controls are reachable by keyboard. */
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import { IconButton } from '../actions/button';
import {
  FullScreenIcon,
  MutedIcon,
  PauseIcon,
  PictureInPictureIcon,
  PlayIcon,
  SettingsIcon,
  SmallScreenIcon,
  SoundIcon,
} from '../icons/icons';
import { clockAt, TimeSlider } from './time-slider';
import { hasPictureInPicture, togglePictureInPicture } from './use-full-screen';
import type { FullScreen } from './use-full-screen';
import { setSpeed, speeds, togglePlaying, toggleSound } from './use-playback';
import type { Playback } from './use-playback';
import type { PlayedSource } from './use-video-source';
import styles from './video-player.module.css';

interface VideoControlsProps {
  video: RefObject<HTMLVideoElement | null>;
  playback: Playback;
  source: PlayedSource;
  fullScreen: FullScreen;
  onSeek: (time_s: number) => void;
}

export function VideoControls({ video, playback, source, fullScreen, onSeek }: VideoControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { isPlaying, isMuted, time_s, duration_s, speed } = playback;
  return (
    <div className={styles.controls}>
      {isOpen ? (
        <div id={panelId} className={styles.panel} role="group" aria-label="Video settings">
          <Quality source={source} />
          <label className={styles.choice}>
            Speed
            <select value={speed} onChange={({ target }) => setSpeed(video.current, Number(target.value))}>
              {speeds.map((value) => (
                <option key={value} value={value}>
                  {value === 1 ? 'Normal' : `${value}×`}
                </option>
              ))}
            </select>
          </label>
        </div>
      ) : null}
      <TimeSlider time_s={time_s} duration_s={duration_s} onSeek={onSeek} />
      <div className={styles.line}>
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
          onPress={() => togglePlaying(video.current)}
        />
        <IconButton
          label={isMuted ? 'Turn sound on' : 'Turn sound off'}
          icon={isMuted ? <MutedIcon /> : <SoundIcon />}
          onPress={() => toggleSound(video.current)}
        />
        <span className={styles.time}>
          {clockAt(time_s)} / {clockAt(duration_s)}
        </span>
        <IconButton
          label="Video settings"
          icon={<SettingsIcon />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onPress={() => setOpen(!isOpen)}
        />
        {hasPictureInPicture() ? (
          <span className={styles.wide}>
            <IconButton label="Picture in picture" icon={<PictureInPictureIcon />} onPress={() => togglePictureInPicture(video.current)} />
          </span>
        ) : null}
        <IconButton
          label={fullScreen.isOn ? 'Exit full screen' : 'Full screen'}
          icon={fullScreen.isOn ? <SmallScreenIcon /> : <FullScreenIcon />}
          onPress={fullScreen.toggle}
        />
      </div>
    </div>
  );
}

const automatic = 'auto';

function Quality({ source: { heights, height, mayAdapt, choose } }: { source: PlayedSource }) {
  if (heights.length === 0) return null;
  const shown = height ?? (mayAdapt ? null : heights[0]);
  return (
    <label className={styles.choice}>
      Quality
      <select value={shown ?? automatic} onChange={({ target }) => choose(target.value === automatic ? null : Number(target.value))}>
        {mayAdapt ? <option value={automatic}>Automatic</option> : null}
        {heights.map((value) => (
          <option key={value} value={value}>
            {value}p
          </option>
        ))}
      </select>
    </label>
  );
}
