/** What a viewer of a test makes of the packets: pictures that a decoder could show, each with all before it that it needs. */
import { Order, Pictures } from '@server/streaming/embedded/recording/frames';
import { Reception } from '@server/streaming/embedded/reception';
import { keyFrameRequest, nackOf } from '@server/streaming/embedded/rtcp';
import { isRtcp, readRtp, readVp8 } from '@server/streaming/embedded/rtp';
import { sentAt_offset } from './media-source';

const delaysKept = 20_000;
/** Looking into every packet of hundreds of viewers would cost more than sending them. */
const lookedAt = 32;

/** What is known of all that a viewer takes in. */
export interface Taken {
  /** Of the pictures; 0 before the first. */
  ssrc: number;
  frames: number;
  sounds: number;
  packets: number;
  firstFrameAt_ms: number | null;
  freeze_ms: number;
  readonly delays_ms: number[];
  sound(packet: Buffer): void;
  video(packet: Buffer, now_ms: number): void;
  due(now_ms: number): Buffer[];
}

function delayOf(data: Buffer | undefined, now_ms: number): number[] {
  return data && data.length >= sentAt_offset + 8 ? [now_ms - data.readDoubleBE(sentAt_offset)] : [];
}

/** Counts packets alone, for crowds. */
export class Counted implements Taken {
  ssrc = 0;
  frames = 0;
  sounds = 0;
  packets = 0;
  firstFrameAt_ms = null;
  freeze_ms = 0;
  readonly delays_ms: number[] = [];

  sound(): void {
    this.sounds += 1;
  }

  video(packet: Buffer, now_ms: number): void {
    this.packets += 1;
    if (this.packets % lookedAt === 0 && !isRtcp(packet)) this.delays_ms.push(...delayOf(readVp8(packet.subarray(12))?.data, now_ms));
  }

  due(): Buffer[] {
    return [];
  }
}

export class Watched implements Taken {
  /** Pictures that could be shown. */
  frames = 0;
  sounds = 0;
  packets = 0;
  firstFrameAt_ms: number | null = null;
  lastFrameAt_ms: number | null = null;
  /** The longest time between two pictures. */
  freeze_ms = 0;
  readonly delays_ms: number[] = [];
  private readonly reception = new Reception();
  private isBroken = false;
  ssrc = 0;
  private readonly pictures = new Pictures('VP8', ({ isKey }) => this.picture(isKey));
  private readonly order = new Order((packet, isAfterLoss) => {
    if (isAfterLoss) this.isBroken = true;
    this.pictures.take(packet, isAfterLoss);
  });

  sound(packet: Buffer): void {
    if (!isRtcp(packet)) this.sounds += 1;
  }

  video(packet: Buffer, now_ms: number): void {
    const rtp = isRtcp(packet) ? null : readRtp(packet);
    if (!rtp) return;
    this.packets += 1;
    this.ssrc = rtp.ssrc;
    const number = this.reception.take(rtp.sequence, now_ms);
    if (number === null) return;
    if (this.delays_ms.length < delaysKept) this.delays_ms.push(...delayOf(readVp8(rtp.payload)?.data, now_ms));
    this.order.take({ number, timestamp: rtp.timestamp, isMarked: rtp.isMarked, payload: rtp.payload, at_ms: now_ms });
  }

  /** What the engine is to be asked now. */
  due(now_ms: number): Buffer[] {
    if (this.ssrc === 0) return [];
    const { ask, isLost } = this.reception.due(now_ms);
    const wantsKey = isLost || this.isBroken;
    return [...(ask.length > 0 ? [nackOf(this.ssrc, ask)] : []), ...(wantsKey ? [keyFrameRequest(this.ssrc)] : [])];
  }

  private picture(isKey: boolean): void {
    if (isKey) this.isBroken = false;
    if (this.isBroken) return;
    const now_ms = performance.timeOrigin + performance.now();
    this.firstFrameAt_ms ??= now_ms;
    if (this.lastFrameAt_ms !== null) this.freeze_ms = Math.max(this.freeze_ms, now_ms - this.lastFrameAt_ms);
    this.lastFrameAt_ms = now_ms;
    this.frames += 1;
  }
}
