/** Checks before a show: the camera preview, the microphone level, and the expected connection quality. */
import type { Devices } from '@web/device/use-devices';
import { Button } from '@web/ui/actions/button';
import { DeviceErrorNotice, DevicePickers } from '@web/ui/live/device-parts';
import { LevelMeter } from '@web/ui/live/level-meter';
import { LiveVideo } from '@web/ui/live/live-picture';
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

const permissionHint = 'Allow camera and microphone when your browser asks. Nobody sees you yet.';

function DeviceCheck({ devices }: { devices: Devices }) {
  const { state, stream, tracks, retry } = devices;
  return (
    <>
      <LiveVideo
        stream={state === 'ready' ? stream : null}
        label="Your own picture"
        own
        words={state === 'ready' ? null : state === 'asking' ? permissionHint : <DeviceErrorNotice error={state} onRetry={retry} />}
      />
      <LevelMeter track={tracks.audio} />
      <DevicePickers devices={devices} />
    </>
  );
}

const verdictNotices: Record<Exclude<Verdict['state'], 'testing'>, { tone: 'ok' | 'warn'; title: string; text: string }> = {
  good: { tone: 'ok', title: 'Pictures get through', text: 'How much of your picture arrives is shown once you are live.' },
  weak: {
    tone: 'warn',
    title: 'Pictures get through slowly',
    text: 'People may see you with breaks. Come closer to your router, or use a cable, and close what else is loading.',
  },
  no_path: {
    tone: 'warn',
    title: 'Your network lets no UDP through',
    text: 'Live pictures cannot leave it, and fans would see nothing. Try another one, such as mobile data, turn a VPN off, or ask the people who run the network to allow UDP.',
  },
  engine_away: {
    tone: 'warn',
    title: 'The live engine does not answer',
    text: 'The site does, so your network is not at fault. Test again in a minute, or tell the site.',
  },
  often: { tone: 'warn', title: 'You have tested often', text: 'Test again in a few minutes. You can start your show all the same.' },
  away: { tone: 'warn', title: 'The site does not answer', text: 'Check your connection and test it again.' },
  unsupported: { tone: 'warn', title: 'This browser cannot send live', text: 'Use a recent browser, or an outside encoder.' },
};

const testing = {
  tone: 'hint',
  title: 'Testing the connection…',
  text: 'A test picture is sent to the live engine for a few seconds. It is not shown to anyone.',
} as const;

function ConnectionCheck() {
  const { verdict, retest } = useConnectionTest();
  // Same height as the result that replaces it.
  const { tone, title, text } = verdict.state === 'testing' ? testing : verdictNotices[verdict.state];
  const carried_kbps = 'bitrate_kbps' in verdict ? verdict.bitrate_kbps : null;
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
      {carried_kbps === null ? text : `A test picture arrived with ${String(carried_kbps)} kbit/s. ${text}`}
    </Notice>
  );
}
