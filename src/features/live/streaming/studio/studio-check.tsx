/** Checks before a show: the camera preview, the microphone level, and the expected connection quality. */
import type { Devices } from '@web/device/use-devices';
import { Button } from '@web/ui/actions/button';
import { DeviceErrorNotice, DevicePickers } from '@web/ui/live/device-parts';
import { LevelMeter } from '@web/ui/live/level-meter';
import { LiveVideo } from '@web/ui/live/live-video';
import { Notice } from '@web/ui/feedback/notice';
import { useConnectionTest } from './studio-connection';
import type { Verdict } from './studio-connection';
import styles from '../show-settings/studio.module.css';

export function StudioCheck({ devices }: { devices: Devices }) {
  return (
    <section className={styles.column} aria-label="Camera, microphone and connection">
      <DeviceCheck devices={devices} />
      <ConnectionCheck />
    </section>
  );
}

const permissionHint = 'Allow camera and microphone when your browser asks. No one can see you yet.';

function DeviceCheck({ devices }: { devices: Devices }) {
  const { state, stream, tracks, retry } = devices;
  return (
    <>
      <LiveVideo
        stream={state === 'ready' ? stream : null}
        label="Your video"
        own
        statusText={state === 'ready' ? null : state === 'asking' ? permissionHint : <DeviceErrorNotice error={state} onRetry={retry} />}
      />
      <LevelMeter track={tracks.audio} />
      <DevicePickers devices={devices} />
    </>
  );
}

const verdictNotices: Record<Exclude<Verdict['state'], 'testing'>, { tone: 'ok' | 'warn'; title: string; text: string }> = {
  good: { tone: 'ok', title: 'Your connection works', text: 'You’ll see your connection quality while you’re live.' },
  weak: {
    tone: 'warn',
    title: 'Your connection is slow',
    text: 'Viewers may see interruptions. Move closer to your router or use a cable, and pause other downloads.',
  },
  no_path: {
    tone: 'warn',
    title: 'Your network blocks UDP',
    text: 'Fans wouldn’t see anything. Switch to mobile data, turn off your VPN, or ask your network admin to allow UDP.',
  },
  engine_unreachable: {
    tone: 'warn',
    title: 'The streaming server isn’t responding',
    text: 'Your network is fine. Test again in a minute, or contact us.',
  },
  rate_limited: { tone: 'warn', title: 'Too many tests', text: 'Test again in a few minutes. You can still go live now.' },
  api_unreachable: { tone: 'warn', title: 'The site isn’t responding', text: 'Check your connection and test again.' },
  unsupported: { tone: 'warn', title: 'This browser can’t stream', text: 'Use an up-to-date browser or an external encoder.' },
};

const testingNotice = {
  tone: 'hint',
  title: 'Testing the connection…',
  text: 'We’re sending a test video for a few seconds. No one can see it.',
} as const;

function ConnectionCheck() {
  const { verdict, retest } = useConnectionTest();
  // Same height as the result that replaces it.
  const { tone, title, text } = verdict.state === 'testing' ? testingNotice : verdictNotices[verdict.state];
  const measured_kbps = 'bitrate_kbps' in verdict ? verdict.bitrate_kbps : null;
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        <Button size="small" disabled={verdict.state === 'testing'} onPress={retest}>
          Test again
        </Button>
      }
    >
      {measured_kbps === null ? text : `We received a test video at ${String(measured_kbps)} kbit/s. ${text}`}
    </Notice>
  );
}
