/** What is said of cameras and microphones: why there is no picture and what helps, and the choice among several. */
import { Button } from '../actions/button';
import { SelectField } from '../forms/fields';
import { EyeOffIcon, MutedIcon, SoundIcon, VideoIcon } from '../icons/icons';
import { Notice } from '../feedback/notice';
import styles from './device-parts.module.css';

type Fault = 'refused' | 'none' | 'taken' | 'unsupported';
type Kind = 'audio' | 'video';

const kindWords: Record<Kind, string> = { video: 'Camera', audio: 'Microphone' };

/** How a browser that has said no is told yes; each has its own place for that. */
function howToAllow(browser: string): string {
  if (/iPhone|iPad/.test(browser))
    return 'On this phone: press “aA” in the address bar, then Website Settings, and allow camera and microphone.';
  if (/Firefox\//.test(browser)) return 'In Firefox: press the crossed-out camera beside the address, take the block away, and try again.';
  if (/Edg\//.test(browser)) return 'In Edge: press the lock beside the address, open Permissions, and allow camera and microphone.';
  if (/Chrome\//.test(browser)) return 'In Chrome: press the sign beside the address, switch camera and microphone on, and try again.';
  if (/Safari\//.test(browser)) return 'In Safari: open Settings for This Website in the Safari menu, and allow camera and microphone.';
  return 'Open the settings of this page in your browser, and allow camera and microphone.';
}

const titles: Record<Fault, string> = {
  refused: 'The browser keeps camera and microphone from us',
  none: 'No camera or microphone was found',
  taken: 'Another program uses the camera or microphone',
  unsupported: 'This browser cannot send pictures from here',
};
const textOf: Record<Fault, () => string> = {
  refused: () => howToAllow(navigator.userAgent),
  none: () => 'Plug one in, or switch it on, and try again.',
  taken: () => 'Close the other program or window, and try again.',
  unsupported: () => 'Use a recent browser, and an address that begins with https.',
};

export function DeviceFaultNotice({ fault, onRetry }: { fault: Fault; onRetry: () => void }) {
  return (
    <Notice tone="warn" title={titles[fault]} action={fault === 'unsupported' ? null : <Button onPress={onRetry}>Try again</Button>}>
      {textOf[fault]()}
    </Notice>
  );
}

interface MuteButtonsProps {
  muted: Record<Kind, boolean>;
  /** What there is to be silenced or darkened; without it what is still to come can be, too. */
  tracks?: Partial<Record<Kind, MediaStreamTrack>>;
  onMute: (muted: Record<Kind, boolean>) => void;
}

/** Silence and darkness at a touch. */
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
    tracks: Partial<Record<Kind, MediaStreamTrack>>;
    offered: Record<Kind, { value: string; label: string }[]>;
    /** `ready`: something gives pictures or sound. */
    state: Fault | 'asking' | 'ready';
    problem: { kind: Kind; fault: Fault } | null;
    choose: (kind: Kind, deviceId: string) => Promise<void>;
  };
}

const missing: Record<Kind, string> = {
  video: 'There is no camera: nobody sees you.',
  audio: 'There is no microphone: nobody hears you.',
};
const chosenOf = (track: MediaStreamTrack | undefined): string => track?.getSettings().deviceId ?? '';

export function DevicePickers({ devices: { tracks, offered, state, problem, choose } }: DevicePickersProps) {
  return (
    <div className={styles.pickers}>
      {(['video', 'audio'] as const).map((kind) => (
        <div key={kind}>
          <SelectField
            label={kindWords[kind]}
            options={offered[kind]}
            {...(tracks[kind] ? {} : { placeholder: offered[kind].length === 0 ? 'None yet' : 'Choose one' })}
            disabled={offered[kind].length === 0}
            value={chosenOf(tracks[kind])}
            error={problem?.kind === kind ? `${titles[problem.fault]}. ${textOf[problem.fault]()}` : undefined}
            onChange={(event) => void choose(kind, event.target.value)}
          />
          {tracks[kind] || state !== 'ready' ? null : <Notice tone="warn">{missing[kind]}</Notice>}
        </div>
      ))}
    </div>
  );
}
