/** How long the show has been running, and its outgoing stream quality. */
import { formatPercent } from '@web/lib/i18n/counts';
import type { LiveStats } from '@web/realtime/live/engine-client';
import type { LiveState } from '@web/realtime/live/live';
import { isUnstable } from '@web/realtime/live/stats';
import { DescriptionList } from '@web/ui/display/description-list';
import { LiveBadge } from '@web/ui/live/live-badge';
import { Notice } from '@web/ui/feedback/notice';
import { LiveTime } from '../watch/live-time';
import type { OwnStream } from '../show-settings/studio-show';
import { viewersText } from '../texts';
import styles from '../show-settings/studio.module.css';

const statusLabels = { idle: 'Starting', reconnecting: 'Reconnecting', ended: 'Ended' } as const;

export function ShowClock({ stream }: { stream: OwnStream }) {
  const { status, viewers } = stream;
  return (
    <p className={styles.clock}>
      <LiveTime stream={stream} />
      <span className="figures">{viewersText(viewers)}</span>
      {/* Last, because its text varies in length and the clock must not move. */}
      <span role="status">{status === 'live' ? <LiveBadge /> : <span className={styles.waiting}>{statusLabels[status]}</span>}</span>
    </p>
  );
}

function verdictOf(stats: LiveStats): string {
  if (stats.bitrate_kbps === null && stats.loss === null) return 'Measuring…';
  return isUnstable(stats) ? 'Weak: may stutter' : 'Good';
}

const disconnectedLabels: Partial<Record<LiveState, string>> = {
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  no_path: 'Blocked by your network',
  away: 'No response',
};

const orDash = (value: string | null): string => value ?? '–';

export function HealthPanel({ stats, state }: { stats: LiveStats; state: LiveState }) {
  const { bitrate_kbps, loss, rtt_ms } = stats;
  return (
    <section aria-label="Connection">
      <DescriptionList
        steady
        details={[
          { label: 'Connection', value: state === 'connected' ? verdictOf(stats) : (disconnectedLabels[state] ?? 'Not connected') },
          { label: 'Bitrate', value: orDash(bitrate_kbps === null ? null : `${String(bitrate_kbps)} kbit/s`) },
          { label: 'Packet loss', value: orDash(loss === null ? null : formatPercent(loss, 1)) },
          { label: 'Latency', value: orDash(rtt_ms === null ? null : `${String(rtt_ms)} ms`) },
        ]}
      />
    </section>
  );
}

/** Warning shown to a creator whose encoder has clock skew. */
export function ClockNotice() {
  return (
    <Notice tone="warn" title="Your encoder sends wrong timestamps">
      We use arrival times instead, so your stream and recording keep their length. If sound and video drift apart, update your encoder or
      use another one.
    </Notice>
  );
}
