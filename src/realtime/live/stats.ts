/** Bitrate, packet loss and round-trip time from WebRTC stats reports. */
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

const sum = (entries: StatsEntry[], valueOf: (entry: StatsEntry) => number | undefined): number =>
  entries.reduce((total, entry) => total + (valueOf(entry) ?? 0), 0);
const highest = (values: (number | undefined)[]): number | null => {
  const defined = values.filter((value) => value !== undefined);
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

/** Returns a function that reads consecutive reports of one connection. Rates are computed since its previous call. */
export function statsReader(): (reports: (RTCStatsReport | undefined)[]) => LiveStats {
  let last: Totals | null = null;
  return (reports) => {
    const entries = reports.flatMap((report) => [...(report?.values() ?? [])] as StatsEntry[]);
    const now = totalsOf(entries);
    const previous = last;
    last = now;
    const time_ms = previous ? now.at_ms - previous.at_ms : 0;
    const [received, lost] = previous ? [now.received - previous.received, Math.max(0, now.lost - previous.lost)] : [0, 0];
    const remoteInbound = entries.filter(({ type }) => type === 'remote-inbound-rtp');
    const pairs = entries.filter(({ type, nominated }) => type === 'candidate-pair' && nominated === true);
    const rtt_s = highest([
      ...pairs.map(({ currentRoundTripTime }) => currentRoundTripTime),
      ...remoteInbound.map(({ roundTripTime }) => roundTripTime),
    ]);
    return {
      bitrate_kbps: previous && time_ms > 0 ? Math.round(((now.bytes - previous.bytes) * 8) / time_ms) : null,
      loss: received + lost > 0 ? lost / (received + lost) : highest(remoteInbound.map(({ fractionLost }) => fractionLost)),
      rtt_ms: rtt_s === null ? null : Math.round(rtt_s * 1000),
    };
  };
}

const unstableLimits = { loss: 0.05, bitrate_kbps: 300, rtt_ms: 500 };

/** Whether viewers are likely to see interruptions. Unknown values are ignored. */
export const isUnstable = ({ bitrate_kbps, loss, rtt_ms }: LiveStats): boolean =>
  (loss ?? 0) > unstableLimits.loss || (bitrate_kbps ?? Infinity) < unstableLimits.bitrate_kbps || (rtt_ms ?? 0) > unstableLimits.rtt_ms;
