/** A sound as a page first shows it: its length and a way to start it. The player comes when it is pressed, and begins at once. */
import { useState } from 'react';
import type { AudioPlayer, AudioPlayerProps } from './audio-player';
import { IconButton } from '../actions/button';
import { PlayIcon } from '../icons/icons';
import { clockAt, TimeSlider } from './time-slider';
import styles from './audio-player.module.css';

const load = () => import('./audio-player').then((loaded) => loaded.AudioPlayer);
const stay = () => undefined;

export function LazySound(sound: Omit<AudioPlayerProps, 'autoPlay'>) {
  const [Player, setPlayer] = useState<typeof AudioPlayer | null>(null);
  const [isComing, setComing] = useState(false);
  if (Player !== null) return <Player {...sound} autoPlay />;
  const { title, duration_s } = sound;
  const start = async () => {
    setComing(true);
    try {
      const loaded = await load();
      setPlayer(() => loaded);
    } catch {
      // Away for a moment: the next press tries again.
      setComing(false);
    }
  };
  return (
    <div className={styles.player} role="region" aria-label={`Sound: ${title}`}>
      <IconButton kind="primary" label={`Play ${title}`} icon={<PlayIcon />} busy={isComing} onPress={() => void start()} />
      <TimeSlider time_s={0} duration_s={duration_s ?? 0} disabled onSeek={stay} />
      <span className={styles.time}>
        {clockAt(0)} / {clockAt(duration_s ?? 0)}
      </span>
    </div>
  );
}
