/** Components for camera and microphone: errors with instructions, mute buttons, and device selects. */
import { Button } from '../actions/button';
import { SelectField } from '../forms/fields';
import { EyeOffIcon, MutedIcon, SoundIcon, VideoIcon } from '../icons/icons';
import { Notice } from '../feedback/notice';
import styles from './device-parts.module.css';

type DeviceError = 'denied' | 'not_found' | 'in_use' | 'unsupported';
type TrackKind = 'audio' | 'video';

const kindLabels: Record<TrackKind, string> = { video: 'Camera', audio: 'Microphone' };

/** How to grant a denied permission, by browser. */
function permissionInstructions(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent))
    return 'On this device, tap “aA” in the address bar, then Website Settings, and allow camera and microphone.';
  if (/Firefox\//.test(userAgent)) return 'In Firefox, click the crossed-out camera next to the address, remove the block, then try again.';
  if (/Edg\//.test(userAgent)) return 'In Edge, click the lock next to the address, open Permissions, and allow camera and microphone.';
  if (/Chrome\//.test(userAgent)) return 'In Chrome, click the icon next to the address, turn on camera and microphone, then try again.';
  if (/Safari\//.test(userAgent)) return 'In Safari, open Settings for This Website in the Safari menu, and allow camera and microphone.';
  return 'Open the settings for this site in your browser, and allow camera and microphone.';
}

const titles: Record<DeviceError, string> = {
  denied: 'Camera and microphone are blocked',
  not_found: 'No camera or microphone found',
  in_use: 'Your camera or microphone is already in use',
  unsupported: 'This browser can’t use your camera here',
};
const instructionsOf: Record<DeviceError, () => string> = {
  denied: () => permissionInstructions(navigator.userAgent),
  not_found: () => 'Connect a device or turn it on, then try again.',
  in_use: () => 'Close the other app or window, then try again.',
  unsupported: () => 'Use an up-to-date browser and an address that starts with https.',
};

export function DeviceErrorNotice({ error, onRetry }: { error: DeviceError; onRetry: () => void }) {
  return (
    <Notice tone="warn" title={titles[error]} action={error === 'unsupported' ? null : <Button onPress={onRetry}>Try again</Button>}>
      {instructionsOf[error]()}
    </Notice>
  );
}

interface MuteButtonsProps {
  muted: Record<TrackKind, boolean>;
  /** The current tracks: buttons without a track are disabled. Without this prop both are enabled. */
  tracks?: Partial<Record<TrackKind, MediaStreamTrack>>;
  onMute: (muted: Record<TrackKind, boolean>) => void;
}

/** Buttons that mute the microphone and the camera. */
export function MuteButtons({ muted, tracks, onMute }: MuteButtonsProps) {
  return (
    <>
      <Button
        icon={muted.audio ? <MutedIcon /> : <SoundIcon />}
        aria-pressed={muted.audio}
        disabled={tracks !== undefined && !tracks.audio}
        onPress={() => onMute({ ...muted, audio: !muted.audio })}
      >
        Mute
      </Button>
      <Button
        icon={muted.video ? <EyeOffIcon /> : <VideoIcon />}
        aria-pressed={muted.video}
        disabled={tracks !== undefined && !tracks.video}
        onPress={() => onMute({ ...muted, video: !muted.video })}
      >
        Camera off
      </Button>
    </>
  );
}

interface DevicePickersProps {
  devices: {
    tracks: Partial<Record<TrackKind, MediaStreamTrack>>;
    offered: Record<TrackKind, { value: string; label: string }[]>;
    /** `ready`: at least one device has a track. */
    state: DeviceError | 'asking' | 'ready';
    failure: { kind: TrackKind; error: DeviceError } | null;
    choose: (kind: TrackKind, deviceId: string) => Promise<void>;
  };
}

const missingTexts: Record<TrackKind, string> = {
  video: 'No camera. Others can’t see you.',
  audio: 'No microphone. Others can’t hear you.',
};
const deviceIdOf = (track: MediaStreamTrack | undefined): string => track?.getSettings().deviceId ?? '';

export function DevicePickers({ devices: { tracks, offered, state, failure, choose } }: DevicePickersProps) {
  return (
    <div className={styles.pickers}>
      {(['video', 'audio'] as const).map((kind) => (
        <div key={kind}>
          <SelectField
            label={kindLabels[kind]}
            options={offered[kind]}
            {...(tracks[kind] ? {} : { placeholder: offered[kind].length === 0 ? 'None available' : 'Select a device' })}
            disabled={offered[kind].length === 0}
            value={deviceIdOf(tracks[kind])}
            error={failure?.kind === kind ? `${titles[failure.error]}. ${instructionsOf[failure.error]()}` : undefined}
            onChange={(event) => void choose(kind, event.target.value)}
          />
          {tracks[kind] || state !== 'ready' ? null : <Notice tone="warn">{missingTexts[kind]}</Notice>}
        </div>
      ))}
    </div>
  );
}
