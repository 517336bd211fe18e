/** Mutes the microphone or turns off the camera, without renegotiating the connection. */
import type { Devices } from '@web/device/use-devices';
import type { Muted } from '@web/realtime/use-live-connection';
import { MuteButtons } from '@web/ui/live/device-parts';
import styles from '../show-settings/studio.module.css';

interface StudioControlsProps {
  devices: Devices;
  muted: Muted;
  onMute: (muted: Muted) => void;
}

export function StudioControls({ devices: { tracks }, muted, onMute }: StudioControlsProps) {
  return (
    <div className={styles.row} role="group" aria-label="Sound and video">
      <MuteButtons muted={muted} tracks={tracks} onMute={onMute} />
      {muted.audio || muted.video ? (
        <span role="status" className={styles.warn}>
          {[...(muted.audio ? ['No one can hear you.'] : []), ...(muted.video ? ['No one can see you.'] : [])].join(' ')}
        </span>
      ) : null}
    </div>
  );
}
