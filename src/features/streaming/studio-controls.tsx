/** Silence and darkness at a touch; nobody has to come again for it. */
import type { Devices } from '@web/session/use-devices';
import type { Muted } from '@web/session/use-live-line';
import { Button } from '@web/ui/button';
import { EyeOffIcon, MutedIcon, SoundIcon, VideoIcon } from '@web/ui/icons';
import styles from './studio.module.css';

interface StudioControlsProps {
  devices: Devices;
  muted: Muted;
  onMute: (muted: Muted) => void;
}

export function StudioControls({ devices: { tracks }, muted, onMute }: StudioControlsProps) {
  return (
    <div className={styles.row} role="group" aria-label="Sound and picture">
      <Button
        icon={muted.audio ? <MutedIcon /> : <SoundIcon />}
        aria-pressed={muted.audio}
        disabled={!tracks.audio}
        onPress={() => onMute({ ...muted, audio: !muted.audio })}
      >
        Mute
      </Button>
      <Button
        icon={muted.video ? <EyeOffIcon /> : <VideoIcon />}
        aria-pressed={muted.video}
        disabled={!tracks.video}
        onPress={() => onMute({ ...muted, video: !muted.video })}
      >
        Camera off
      </Button>
      {muted.audio || muted.video ? (
        <span role="status" className={styles.warn}>
          {[...(muted.audio ? ['Nobody hears you.'] : []), ...(muted.video ? ['Nobody sees you.'] : [])].join(' ')}
        </span>
      ) : null}
    </div>
  );
}
