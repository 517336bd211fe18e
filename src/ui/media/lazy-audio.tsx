/** An audio file before playback: its duration and a play button. Pressing it loads the player and starts playback. */
import { useState } from 'react';
import type { AudioPlayer, AudioPlayerProps } from './audio-player';
import { IconButton } from '../actions/button';
import { PlayIcon } from '../icons/icons';
import { clockAt, TimeSlider } from './time-slider';
import styles from './audio-player.module.css';

const load = () => import('./audio-player').then((loaded) => loaded.AudioPlayer);
const noop = () => undefined;

export function LazyAudio(sound: Omit<AudioPlayerProps, 'autoPlay'>) {
  const [Player, setPlayer] = useState<typeof AudioPlayer | null>(null);
  const [isLoading, setLoading] = useState(false);
  if (Player !== null) return <Player {...sound} autoPlay />;
  const { title, duration_s } = sound;
  const start = async () => {
    setLoading(true);
    try {
      const loaded = await load();
      setPlayer(() => loaded);
    } catch {
      // The code could not be loaded; the next press retries.
      setLoading(false);
    }
  };
  return (
    <div className={styles.player} role="region" aria-label={`Audio: ${title}`}>
      <IconButton kind="primary" label={`Play ${title}`} icon={<PlayIcon />} busy={isLoading} onPress={() => void start()} />
      <TimeSlider time_s={0} duration_s={duration_s ?? 0} disabled onSeek={noop} />
      <span className={styles.time}>
        {clockAt(0)} / {clockAt(duration_s ?? 0)}
      </span>
    </div>
  );
}
