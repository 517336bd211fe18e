/**
 * One stream of packets without a seam, whoever sends: numbers and timestamps go on where the last sender left off. All viewers
 * of a room are sent the same stream, so that a packet is rewritten once and kept once.
 */
import { liveLimits } from './limits';
import type { Media } from './publisher';
import { clockRates } from './rtp';
import type { Codec, Kind } from './rtp';

interface Kept {
  /** In full. */
  number: number;
  packet: Buffer;
  codec: Codec;
}

/** Room below the first number for packets that come a little late. */
const firstNumber = 0x20000;

export class Relay {
  private sequenceOffset = 0;
  private timestampOffset = 0;
  /** Numbers up to here belong to senders that are gone. */
  private floor = firstNumber;
  private newest = firstNumber;
  private newestTimestamp: number;
  private newestAt_ms: number | null = null;
  private readonly history: (Kept | undefined)[] = [];
  /** Where the last picture begins that needs no other. */
  private start: { number: number; at_ms: number } | null = null;

  constructor(
    private readonly kind: Kind,
    readonly ssrc: number,
    firstTimestamp: number,
  ) {
    this.newestTimestamp = firstTimestamp;
  }

  /** The next packets are another sender's: `number` (full) and `timestamp` are its first, and take up where the last one ended. */
  begin(number: number, timestamp: number, now_ms: number): void {
    const pause_ms = this.newestAt_ms === null ? 0 : now_ms - this.newestAt_ms;
    this.floor = this.newest;
    this.start = null;
    this.sequenceOffset = this.newest + 1 - number;
    this.timestampOffset = this.newestTimestamp + Math.max(1, Math.round((pause_ms * clockRates[this.kind]) / 1000)) - timestamp;
  }

  /** The timestamp of the stream for one of the present sender. */
  timestampOf(timestamp: number): number {
    return (timestamp + this.timestampOffset) >>> 0;
  }

  /**
   * Rewrites a packet of the present sender in place and keeps it; `isStart`: a picture that needs no other begins with it. Answers
   * its full number in the stream, or null for one from before the sender's beginning.
   */
  take({ packet, codec, number, rtp: { timestamp } }: Media, isStart: boolean, now_ms: number): number | null {
    const own = number + this.sequenceOffset;
    if (own <= this.floor) return null;
    const ownTimestamp = this.timestampOf(timestamp);
    packet.writeUInt16BE(own & 0xffff, 2);
    packet.writeUInt32BE(ownTimestamp, 4);
    packet.writeUInt32BE(this.ssrc, 8);
    this.history[own % liveLimits.history_packets] = { number: own, packet, codec };
    if (isStart && own > (this.start?.number ?? 0)) this.start = { number: own, at_ms: now_ms };
    if (own > this.newest) {
      this.newest = own;
      this.newestTimestamp = ownTimestamp;
      this.newestAt_ms = now_ms;
    }
    return own;
  }

  /** All from the last picture on that needs no other, the oldest first; nothing when that one is older than `age_ms`. */
  sinceStart(age_ms: number, now_ms: number): Kept[] {
    const { start } = this;
    if (!start || now_ms - start.at_ms > age_ms) return [];
    const length = Math.min(this.newest - start.number + 1, liveLimits.history_packets);
    const all = Array.from({ length }, (_none, index) => this.history[(start.number + index) % liveLimits.history_packets]);
    const kept = all.filter((one, index): one is Kept => one?.number === start.number + index);
    return kept[0]?.number === start.number ? kept : [];
  }

  /** A packet that was sent lately, by its 16-bit number. */
  again(sequence: number): Kept | null {
    const behind = (this.newest - sequence) & 0xffff;
    if (behind >= liveLimits.history_packets) return null;
    const number = this.newest - behind;
    const kept = this.history[number % liveLimits.history_packets];
    return kept?.number === number ? kept : null;
  }
}
