/** How long the show has run and how well it goes out. */
import { useEffect, useState } from 'react';
import type { LiveStats } from '@web/lib/live/engine-client';
import type { LiveState } from '@web/lib/live/live';
import { Facts } from '@web/ui/facts';
import type { OwnStream } from './studio-show';
import styles from './studio.module.css';

const second_ms = 1000;
const two = (figure: number): string => String(figure).padStart(2, '0');

/** `01:05`, and hours once there are some. */
export function showTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${String(hours)}:` : ''}${two(minutes)}:${two(Math.floor(seconds) % 60)}`;
}

/** Seconds that a clock at `known_s` shows, as long as it goes on. */
export function useRunningSeconds(known_s: number, isGoing: boolean): number {
  const [passed, setPassed] = useState({ known_s, more_s: 0 });
  useEffect(() => {
    if (!isGoing) return;
    const begun = performance.now();
    const timer = setInterval(() => setPassed({ known_s, more_s: (performance.now() - begun) / second_ms }), second_ms);
    return () => clearInterval(timer);
  }, [known_s, isGoing]);
  return known_s + (passed.known_s === known_s ? passed.more_s : 0);
}

const standings = { idle: 'Starting', live: 'LIVE', reconnecting: 'Reconnecting', ended: 'Ended' } as const;

export function ShowClock({ stream }: { stream: OwnStream }) {
  const { status, startedAt, streamingTime, viewers } = stream;
  const seconds = useRunningSeconds(streamingTime, status === 'live');
  const word = status === 'reconnecting' && startedAt === null ? standings.idle : standings[status];
  return (
    <p className={styles.clock}>
      <span className={status === 'live' ? styles.live : styles.waiting} role="status">
        {word}
      </span>
      <span className="figures" role="timer" aria-label="Time of your show">
        {showTime(seconds)}
      </span>
      <span className="figures">{viewers === 1 ? '1 viewer' : `${String(viewers)} viewers`}</span>
    </p>
  );
}

const shaky = { loss: 0.05, bitrate_kbps: 300, rtt_ms: 500 };

function verdictOf({ bitrate_kbps, loss, rtt_ms }: LiveStats): string {
  if (bitrate_kbps === null && loss === null) return 'Measuring…';
  const isShaky = (loss ?? 0) > shaky.loss || (bitrate_kbps ?? Infinity) < shaky.bitrate_kbps || (rtt_ms ?? 0) > shaky.rtt_ms;
  return isShaky ? 'Weak: your fans may see breaks' : 'Good';
}

const or = (value: string | null): string => value ?? '–';

export function HealthPanel({ stats, state }: { stats: LiveStats; state: LiveState }) {
  const { bitrate_kbps, loss, rtt_ms } = stats;
  return (
    <section aria-label="Connection">
      <Facts
        facts={[
          { label: 'Connection', value: state === 'connected' ? verdictOf(stats) : 'Not connected' },
          { label: 'Bitrate', value: or(bitrate_kbps === null ? null : `${String(bitrate_kbps)} kbit/s`) },
          { label: 'Loss', value: or(loss === null ? null : `${(loss * 100).toFixed(1)} %`) },
          { label: 'Way there and back', value: or(rtt_ms === null ? null : `${String(rtt_ms)} ms`) },
        ]}
      />
    </section>
  );
}
