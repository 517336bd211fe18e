/** The three figures that a studio shows, out of the many that a browser counts. */
import type { LiveStats } from '@web/lib/live/engine-client';

/** The fields that are read, of whatever kind a figure is. */
interface Figure {
  type: string;
  timestamp: number;
  bytesSent?: number;
  bytesReceived?: number;
  packetsReceived?: number;
  packetsLost?: number;
  fractionLost?: number;
  roundTripTime?: number;
  nominated?: boolean;
  currentRoundTripTime?: number;
}

interface Totals {
  at_ms: number;
  bytes: number;
  received: number;
  lost: number;
}

const sum = (figures: Figure[], of: (figure: Figure) => number | undefined): number =>
  figures.reduce((whole, figure) => whole + (of(figure) ?? 0), 0);
const highest = (figures: (number | undefined)[]): number | null => {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === 0 ? null : Math.max(...known);
};

function totalsOf(figures: Figure[]): Totals {
  const flows = figures.filter(({ type }) => type === 'outbound-rtp' || type === 'inbound-rtp');
  return {
    at_ms: highest(flows.map(({ timestamp }) => timestamp)) ?? 0,
    bytes: sum(flows, ({ bytesSent, bytesReceived }) => bytesSent ?? bytesReceived),
    received: sum(flows, ({ packetsReceived }) => packetsReceived),
    lost: sum(flows, ({ packetsLost }) => packetsLost),
  };
}

/** Reads the reports of one connection, one time after the other. */
export function statsReader(): (reports: (RTCStatsReport | undefined)[]) => LiveStats {
  let before: Totals | null = null;
  return (reports) => {
    const figures = reports.flatMap((report) => [...(report?.values() ?? [])] as Figure[]);
    const now = totalsOf(figures);
    const since = before;
    before = now;
    const time_ms = since ? now.at_ms - since.at_ms : 0;
    const [received, lost] = since ? [now.received - since.received, Math.max(0, now.lost - since.lost)] : [0, 0];
    const answered = figures.filter(({ type }) => type === 'remote-inbound-rtp');
    const pairs = figures.filter(({ type, nominated }) => type === 'candidate-pair' && nominated === true);
    const rtt_s = highest([...pairs.map((pair) => pair.currentRoundTripTime), ...answered.map((one) => one.roundTripTime)]);
    return {
      bitrate_kbps: since && time_ms > 0 ? Math.round(((now.bytes - since.bytes) * 8) / time_ms) : null,
      loss: received + lost > 0 ? lost / (received + lost) : highest(answered.map(({ fractionLost }) => fractionLost)),
      rtt_ms: rtt_s === null ? null : Math.round(rtt_s * 1000),
    };
  };
}
