/** Packets put in order and together again: what a file wants are whole pictures. */
import { readVp8 } from '../rtp';
import type { Codec } from '../rtp';
import { isKeyPicture, pictureOf, setupOf, takeUnits } from './h264';

export type PictureCodec = Exclude<Codec, 'opus'>;

export interface Packet {
  number: number;
  timestamp: number;
  isMarked: boolean;
  payload: Buffer;
  /** On the engine's clock. */
  at_ms: number;
}

export interface Frame {
  at_ms: number;
  isKey: boolean;
  data: Buffer;
  /** Of a key picture what all that follow rely on: another one begins another file. */
  setup: Buffer | null;
}

/** How long a missing packet is waited for. */
const wait_ms = 500;
const waitingMax = 600;

/** Hands packets on in the order of their numbers; a missing one is given up after a while, and `handOn` told so. */
export class Order {
  private readonly waiting = new Map<number, Packet>();
  private next: number | null = null;

  constructor(private readonly handOn: (packet: Packet, isAfterLoss: boolean) => void) {}

  take(packet: Packet): void {
    this.next ??= packet.number;
    if (packet.number < this.next) return;
    this.waiting.set(packet.number, packet);
    this.drain();
    while (this.waiting.size > 0 && (this.waiting.size > waitingMax || packet.at_ms - this.oldestWaiting().at_ms > wait_ms)) {
      const { number } = this.oldestWaiting();
      this.next = number;
      this.drain(number);
    }
  }

  /** Everything that is left, whatever is missing. */
  flush(): void {
    while (this.waiting.size > 0) {
      const { number } = this.oldestWaiting();
      this.next = number;
      this.drain(number);
    }
  }

  private drain(afterLoss?: number): void {
    for (;;) {
      const packet = this.next === null ? undefined : this.waiting.get(this.next);
      if (!packet) return;
      this.waiting.delete(packet.number);
      this.next = packet.number + 1;
      this.handOn(packet, packet.number === afterLoss);
    }
  }

  private oldestWaiting(): Packet {
    const [first, ...others] = [...this.waiting.values()];
    if (!first) throw new Error('nothing waits');
    return others.reduce((oldest, packet) => (packet.number < oldest.number ? packet : oldest), first);
  }
}

/** Puts pictures together from packets in order; one that lacks a part is left out. */
export class Pictures {
  private parts: Buffer[] = [];
  private timestamp: number | null = null;
  private at_ms = 0;
  private isBroken = false;

  constructor(
    private readonly codec: PictureCodec,
    private readonly handOn: (frame: Frame) => void,
  ) {}

  take({ timestamp, isMarked, payload, at_ms }: Packet, isAfterLoss: boolean): void {
    const vp8 = this.codec === 'VP8' ? readVp8(payload) : null;
    if (timestamp !== this.timestamp) {
      this.parts = [];
      this.timestamp = timestamp;
      this.at_ms = at_ms;
      // Where a picture of H.264 begins cannot be told from its packets: after a loss it may lack its first.
      this.isBroken = this.codec === 'VP8' ? vp8?.startsFrame !== true : isAfterLoss;
    } else if (isAfterLoss) this.isBroken = true;
    if (vp8) this.parts.push(vp8.data);
    else if (this.codec === 'H264' && payload.length > 2) takeUnits(this.parts, payload);
    if (!isMarked) return;
    const frame = this.frameOf(this.parts);
    if (!this.isBroken && frame.data.length > 0) this.handOn(frame);
    this.parts = [];
    this.timestamp = null;
  }

  private frameOf(parts: Buffer[]): Frame {
    const { at_ms } = this;
    if (this.codec === 'H264') return { at_ms, isKey: isKeyPicture(parts), data: pictureOf(parts), setup: setupOf(parts) };
    const data = Buffer.concat(parts);
    const isKey = ((data[0] ?? 1) & 1) === 0;
    // A key picture's size stands behind its start code.
    return { at_ms, isKey, data, setup: isKey ? data.subarray(6, 10) : null };
  }
}
