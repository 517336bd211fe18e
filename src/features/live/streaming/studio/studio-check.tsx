/** What is tried before a show: the own picture, the microphone's level, and what to expect of the connection. */
import type { Devices } from '@web/device/use-devices';
import { Button } from '@web/ui/actions/button';
import { DeviceFaultNotice, DevicePickers } from '@web/ui/live/device-parts';
import { LevelMeter } from '@web/ui/live/level-meter';
import { LivePicture } from '@web/ui/live/live-picture';
import { Notice } from '@web/ui/feedback/notice';
import { useConnectionTest } from '../../../streaming/studio-connection';
import type { Verdict } from '../../../streaming/studio-connection';
import styles from '../show-settings/studio.module.css';

export function StudioCheck({ devices }: { devices: Devices }) {
  return (
    <section className={styles.column} aria-label="Camera, microphone and connection">
      <DeviceCheck devices={devices} />
      <ConnectionCheck />
    </section>
  );
}

const asking = 'Allow camera and microphone when your browser asks. Nobody sees you yet.';

function DeviceCheck({ devices }: { devices: Devices }) {
  const { state, stream, tracks, askAgain } = devices;
  return (
    <>
      <LivePicture
        stream={state === 'ready' ? stream : null}
        label="Your own picture"
        own
        words={state === 'ready' ? null : state === 'asking' ? asking : <DeviceFaultNotice fault={state} onRetry={askAgain} />}
      />
      <LevelMeter track={tracks.audio} />
      <DevicePickers devices={devices} />
    </>
  );
}

const words: Record<Exclude<Verdict['state'], 'testing'>, { tone: 'ok' | 'warn'; title: string; text: string }> = {
  good: { tone: 'ok', title: 'Connection looks good', text: 'How much of your picture arrives is shown once you are live.' },
  weak: {
    tone: 'warn',
    title: 'Connection looks weak',
    text: 'People may see you with breaks. Come closer to your router, or use a cable, and close what else is loading.',
  },
  away: { tone: 'warn', title: 'The site does not answer', text: 'Check your connection and test it again.' },
  unsupported: { tone: 'warn', title: 'This browser cannot send live', text: 'Use a recent browser, or an outside encoder.' },
};

const testing = {
  tone: 'hint',
  title: 'Testing the connection…',
  text: 'The site is asked a few times how soon it answers. How much of your picture arrives is shown once you are live.',
} as const;

function ConnectionCheck() {
  const { verdict, again } = useConnectionTest();
  // As high as what comes in its place.
  const { tone, title, text } = verdict.state === 'testing' ? testing : words[verdict.state];
  const isMeasured = verdict.state === 'good' || verdict.state === 'weak';
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        <Button size="small" disabled={verdict.state === 'testing'} onPress={again}>
          Test again
        </Button>
      }
    >
      {isMeasured ? `The site answers within ${String(verdict.answer_ms)} ms. ${text}` : text}
    </Notice>
  );
}
