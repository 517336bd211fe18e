/** How long the show has run and how well it goes out. */
import type { LiveStats } from '@web/lib/live/engine-client';
import type { LiveState } from '@web/realtime/live/live';
import { Facts } from '@web/ui/display/description-list';
import { LiveBadge } from '@web/ui/live/live-badge';
import { LiveTime } from '../live/streaming/watch/live-time';
import type { OwnStream } from './studio-show';
import { viewerWords } from './words';
import styles from '../live/streaming/show-settings/studio.module.css';

const standings = { idle: 'Starting', reconnecting: 'Reconnecting', ended: 'Ended' } as const;

export function ShowClock({ stream }: { stream: OwnStream }) {
  const { status, viewers } = stream;
  return (
    <p className={styles.clock}>
      <LiveTime stream={stream} />
      <span className="figures">{viewerWords(viewers)}</span>
      {/* Last: its words differ in length, and the clock stays where it is. */}
      <span role="status">{status === 'live' ? <LiveBadge /> : <span className={styles.waiting}>{standings[status]}</span>}</span>
    </p>
  );
}

const shaky = { loss: 0.05, bitrate_kbps: 300, rtt_ms: 500 };

function verdictOf({ bitrate_kbps, loss, rtt_ms }: LiveStats): string {
  if (bitrate_kbps === null && loss === null) return 'Measuring…';
  const isShaky = (loss ?? 0) > shaky.loss || (bitrate_kbps ?? Infinity) < shaky.bitrate_kbps || (rtt_ms ?? 0) > shaky.rtt_ms;
  return isShaky ? 'Weak: fans may see breaks' : 'Good';
}

const unconnected: Partial<Record<LiveState, string>> = {
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  no_path: 'No way out of your network',
  away: 'No answer',
};

const or = (value: string | null): string => value ?? '–';

export function HealthPanel({ stats, state }: { stats: LiveStats; state: LiveState }) {
  const { bitrate_kbps, loss, rtt_ms } = stats;
  return (
    <section aria-label="Connection">
      <Facts
        steady
        facts={[
          { label: 'Connection', value: state === 'connected' ? verdictOf(stats) : (unconnected[state] ?? 'Not connected') },
          { label: 'Bitrate', value: or(bitrate_kbps === null ? null : `${String(bitrate_kbps)} kbit/s`) },
          { label: 'Loss', value: or(loss === null ? null : `${(loss * 100).toFixed(1)} %`) },
          { label: 'Way there and back', value: or(rtt_ms === null ? null : `${String(rtt_ms)} ms`) },
        ]}
      />
    </section>
  );
}
