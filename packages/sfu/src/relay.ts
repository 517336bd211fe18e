/**
 * Makes one continuous RTP stream from successive senders: sequence numbers and timestamps continue where the previous sender
 * stopped. All viewers of a room get the same stream, so that a packet is rewritten and stored once.
 */
import { sfuLimits } from './limits';
import type { MediaPacket } from './publisher';
import { clockRates } from './rtp';
import type { Codec, MediaKind } from './rtp';

interface StoredPacket {
  /** Unwrapped sequence number in the stream. */
  number: number;
  packet: Buffer;
  codec: Codec;
}

/** Leaves room below the first number for reordered packets. */
const initialNumber = 0x20000;

export class Relay {
  private sequenceOffset = 0;
  private timestampOffset = 0;
  /** Numbers up to this one belong to previous senders. */
  private floor = initialNumber;
  private newest = initialNumber;
  private newestTimestamp: number;
  private newestAt_ms: number | null = null;
  private readonly history: (StoredPacket | undefined)[] = [];
  /** Where the last key frame begins. */
  private keyFrame: { number: number; at_ms: number } | null = null;

  constructor(
    private readonly kind: MediaKind,
    readonly ssrc: number,
    firstTimestamp: number,
  ) {
    this.newestTimestamp = firstTimestamp;
  }

  /** Switches to another sender. Its first `number` (unwrapped) and `timestamp` continue where the previous sender stopped. */
  switchSource(number: number, timestamp: number, now_ms: number): void {
    const pause_ms = this.newestAt_ms === null ? 0 : now_ms - this.newestAt_ms;
    this.floor = this.newest;
    this.keyFrame = null;
    this.sequenceOffset = this.newest + 1 - number;
    this.timestampOffset = this.newestTimestamp + Math.max(1, Math.round((pause_ms * clockRates[this.kind]) / 1000)) - timestamp;
  }

  /** Maps a timestamp of the current sender to the stream. */
  timestampOf(timestamp: number): number {
    return (timestamp + this.timestampOffset) >>> 0;
  }

  /**
   * Rewrites a packet of the current sender in place and stores it; `isKeyFrame`: a key frame begins with it. Returns its unwrapped
   * number in the stream, or null for a packet from before the switch to this sender.
   */
  rewrite({ packet, codec, number, rtp: { timestamp } }: MediaPacket, isKeyFrame: boolean, now_ms: number): number | null {
    const streamNumber = number + this.sequenceOffset;
    if (streamNumber <= this.floor) return null;
    const streamTimestamp = this.timestampOf(timestamp);
    packet.writeUInt16BE(streamNumber & 0xffff, 2);
    packet.writeUInt32BE(streamTimestamp, 4);
    packet.writeUInt32BE(this.ssrc, 8);
    this.history[streamNumber % sfuLimits.history_packets] = { number: streamNumber, packet, codec };
    if (isKeyFrame && streamNumber > (this.keyFrame?.number ?? 0)) this.keyFrame = { number: streamNumber, at_ms: now_ms };
    if (streamNumber > this.newest) {
      this.newest = streamNumber;
      this.newestTimestamp = streamTimestamp;
      this.newestAt_ms = now_ms;
    }
    return streamNumber;
  }

  /** All packets since the last key frame, oldest first; empty when it is older than `age_ms`. */
  sinceKeyFrame(age_ms: number, now_ms: number): StoredPacket[] {
    const { keyFrame } = this;
    if (!keyFrame || now_ms - keyFrame.at_ms > age_ms) return [];
    const length = Math.min(this.newest - keyFrame.number + 1, sfuLimits.history_packets);
    const slots = Array.from({ length }, (_none, index) => this.history[(keyFrame.number + index) % sfuLimits.history_packets]);
    const stored = slots.filter((packet, index): packet is StoredPacket => packet?.number === keyFrame.number + index);
    return stored[0]?.number === keyFrame.number ? stored : [];
  }

  /** A recently sent packet, by its 16-bit sequence number. */
  find(sequence: number): StoredPacket | null {
    const distance = (this.newest - sequence) & 0xffff;
    if (distance >= sfuLimits.history_packets) return null;
    const number = this.newest - distance;
    const stored = this.history[number % sfuLimits.history_packets];
    return stored?.number === number ? stored : null;
  }
}
