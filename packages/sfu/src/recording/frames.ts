/** Reorders packets and assembles them into frames. */
import { readVp8 } from '../rtp';
import type { Codec } from '../rtp';
import { isKeyFrame, lengthPrefixed, avcConfigOf, appendNalUnits } from './h264';

export type VideoCodec = Exclude<Codec, 'opus'>;

export interface Packet {
  number: number;
  timestamp: number;
  isMarked: boolean;
  payload: Buffer;
  /** Capture time on the engine's clock. */
  at_ms: number;
}

export interface Frame {
  at_ms: number;
  isKey: boolean;
  data: Buffer;
  /** Of a key frame: what the decoder needs for it and later frames. A change starts another part. */
  codecConfig: Buffer | null;
}

/** How long to wait for a missing packet. */
const lossTimeout_ms = 500;
const bufferedMax = 600;

/** Delivers packets in the order of their numbers. A missing packet is skipped after a timeout; the next has `isAfterLoss`. */
export class ReorderBuffer {
  private readonly buffered = new Map<number, Packet>();
  private next: number | null = null;

  constructor(private readonly deliver: (packet: Packet, isAfterLoss: boolean) => void) {}

  push(packet: Packet): void {
    this.next ??= packet.number;
    if (packet.number < this.next) return;
    this.buffered.set(packet.number, packet);
    this.drain();
    while (this.buffered.size > 0 && (this.buffered.size > bufferedMax || packet.at_ms - this.oldestBuffered().at_ms > lossTimeout_ms)) {
      const { number } = this.oldestBuffered();
      this.next = number;
      this.drain(number);
    }
  }

  /** Delivers all buffered packets and skips the missing ones. */
  flush(): void {
    while (this.buffered.size > 0) {
      const { number } = this.oldestBuffered();
      this.next = number;
      this.drain(number);
    }
  }

  private drain(afterLoss?: number): void {
    for (;;) {
      const packet = this.next === null ? undefined : this.buffered.get(this.next);
      if (!packet) return;
      this.buffered.delete(packet.number);
      this.next = packet.number + 1;
      this.deliver(packet, packet.number === afterLoss);
    }
  }

  private oldestBuffered(): Packet {
    const [first, ...others] = [...this.buffered.values()];
    if (!first) throw new Error('nothing waits');
    return others.reduce((oldest, packet) => (packet.number < oldest.number ? packet : oldest), first);
  }
}

/** Assembles frames from ordered packets and drops incomplete ones. */
export class FrameAssembler {
  private parts: Buffer[] = [];
  private timestamp: number | null = null;
  private at_ms = 0;
  private isBroken = false;

  constructor(
    private readonly codec: VideoCodec,
    private readonly deliver: (frame: Frame) => void,
  ) {}

  push({ timestamp, isMarked, payload, at_ms }: Packet, isAfterLoss: boolean): void {
    const vp8 = this.codec === 'VP8' ? readVp8(payload) : null;
    if (timestamp !== this.timestamp) {
      this.parts = [];
      this.timestamp = timestamp;
      this.at_ms = at_ms;
      // H.264 packets do not mark the start of a frame: after a loss, its first packet may be missing.
      this.isBroken = this.codec === 'VP8' ? vp8?.isFrameStart !== true : isAfterLoss;
    } else if (isAfterLoss) this.isBroken = true;
    if (vp8) this.parts.push(vp8.data);
    else if (this.codec === 'H264' && payload.length > 2) appendNalUnits(this.parts, payload);
    if (!isMarked) return;
    const frame = this.frameOf(this.parts);
    if (!this.isBroken && frame.data.length > 0) this.deliver(frame);
    this.parts = [];
    this.timestamp = null;
  }

  private frameOf(parts: Buffer[]): Frame {
    const { at_ms } = this;
    if (this.codec === 'H264') return { at_ms, isKey: isKeyFrame(parts), data: lengthPrefixed(parts), codecConfig: avcConfigOf(parts) };
    const data = Buffer.concat(parts);
    const isKey = ((data[0] ?? 1) & 1) === 0;
    // The size of a VP8 key frame follows its start code.
    return { at_ms, isKey, data, codecConfig: isKey ? data.subarray(6, 10) : null };
  }
}
