/** The three statistics that the studio shows, from WebRTC stats reports. */
import type { LiveStats } from './engine-client';

export type { LiveStats } from './engine-client';

/** The fields of a stats entry that are read, for all its types. */
interface StatsEntry {
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

const sum = (entries: StatsEntry[], of: (entry: StatsEntry) => number | undefined): number =>
  entries.reduce((whole, entry) => whole + (of(entry) ?? 0), 0);
const highest = (values: (number | undefined)[]): number | null => {
  const defined = values.filter((figure) => figure !== undefined);
  return defined.length === 0 ? null : Math.max(...defined);
};

function totalsOf(entries: StatsEntry[]): Totals {
  const flows = entries.filter(({ type }) => type === 'outbound-rtp' || type === 'inbound-rtp');
  return {
    at_ms: highest(flows.map(({ timestamp }) => timestamp)) ?? 0,
    bytes: sum(flows, ({ bytesSent, bytesReceived }) => bytesSent ?? bytesReceived),
    received: sum(flows, ({ packetsReceived }) => packetsReceived),
    lost: sum(flows, ({ packetsLost }) => packetsLost),
  };
}

/** Reads consecutive reports of one connection. Rates are computed since the previous call. */
export function statsReader(): (reports: (RTCStatsReport | undefined)[]) => LiveStats {
  let before: Totals | null = null;
  return (reports) => {
    const entries = reports.flatMap((report) => [...(report?.values() ?? [])] as StatsEntry[]);
    const now = totalsOf(entries);
    const since = before;
    before = now;
    const time_ms = since ? now.at_ms - since.at_ms : 0;
    const [received, lost] = since ? [now.received - since.received, Math.max(0, now.lost - since.lost)] : [0, 0];
    const remoteInbound = entries.filter(({ type }) => type === 'remote-inbound-rtp');
    const pairs = entries.filter(({ type, nominated }) => type === 'candidate-pair' && nominated === true);
    const rtt_s = highest([...pairs.map((pair) => pair.currentRoundTripTime), ...remoteInbound.map((one) => one.roundTripTime)]);
    return {
      bitrate_kbps: since && time_ms > 0 ? Math.round(((now.bytes - since.bytes) * 8) / time_ms) : null,
      loss: received + lost > 0 ? lost / (received + lost) : highest(remoteInbound.map(({ fractionLost }) => fractionLost)),
      rtt_ms: rtt_s === null ? null : Math.round(rtt_s * 1000),
    };
  };
}

const unstableLimits = { loss: 0.05, bitrate_kbps: 300, rtt_ms: 500 };

/** Whether viewers are likely to see interruptions. Unknown values are ignored. */
export const isUnstable = ({ bitrate_kbps, loss, rtt_ms }: LiveStats): boolean =>
  (loss ?? 0) > unstableLimits.loss || (bitrate_kbps ?? Infinity) < unstableLimits.bitrate_kbps || (rtt_ms ?? 0) > unstableLimits.rtt_ms;
