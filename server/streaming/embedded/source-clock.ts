/**
 * Where the timestamps of a sender's sound and picture lie on the engine's clock. Until a sender report told it, the time of
 * arrival is the best guess; from then on both kinds stand on the sender's own clock, which keeps them in step.
 */
import { clockRates, timestampsBetween } from './rtp';
import type { Kind } from './rtp';

interface Anchor {
  timestamp: number;
  at_ms: number;
}

export class SourceClock {
  private readonly anchors: Partial<Record<Kind, Anchor>> = {};
  /** From the sender's clock to ours. */
  private offset_ms: number | null = null;

  /** The instant of a timestamp; the first of a kind is taken to be of now. */
  at(kind: Kind, timestamp: number, now_ms: number): number {
    const anchor = (this.anchors[kind] ??= { timestamp, at_ms: now_ms });
    return anchor.at_ms + (timestampsBetween(anchor.timestamp, timestamp) / clockRates[kind]) * 1000;
  }

  /** Takes a sender report into account; answers the instant of its timestamp. */
  report(kind: Kind, timestamp: number, ntp_ms: number, now_ms: number): number {
    this.offset_ms ??= this.at(kind, timestamp, now_ms) - ntp_ms;
    const at_ms = ntp_ms + this.offset_ms;
    this.anchors[kind] = { timestamp, at_ms };
    return at_ms;
  }
}
