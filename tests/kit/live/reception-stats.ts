/** What a test viewer computes from the packets: which frames a decoder could show, because it has all frames that they depend on. */
import { ReorderBuffer, FrameAssembler } from '@sfu/recording/frames';
import { SequenceTracker } from '@sfu/sequence-tracker';
import { keyFrameRequest, nackOf } from '@sfu/rtcp';
import { isRtcp, readRtp, readVp8 } from '@sfu/rtp';
import { sentAt_offset } from './media-source';

const delays_max = 20_000;
/** One packet in this many is parsed: parsing each packet of hundreds of viewers would cost more than sending them. */
const sampleInterval = 32;

/** The statistics of what a viewer has received. */
export interface ReceptionStats {
  /** Of the video; 0 before the first packet. */
  ssrc: number;
  frames: number;
  audioPackets: number;
  packets: number;
  firstFrameAt_ms: number | null;
  freeze_ms: number;
  readonly delays_ms: number[];
  receiveAudio(packet: Buffer): void;
  receiveVideo(packet: Buffer, now_ms: number): void;
  /** The feedback packets to send now. */
  feedbackDue(now_ms: number): Buffer[];
}

function delayOf(data: Buffer | undefined, now_ms: number): number[] {
  return data && data.length >= sentAt_offset + 8 ? [now_ms - data.readDoubleBE(sentAt_offset)] : [];
}

/** Counts packets only, for load tests. */
export class PacketCounter implements ReceptionStats {
  ssrc = 0;
  frames = 0;
  audioPackets = 0;
  packets = 0;
  firstFrameAt_ms = null;
  freeze_ms = 0;
  readonly delays_ms: number[] = [];

  receiveAudio(): void {
    this.audioPackets += 1;
  }

  receiveVideo(packet: Buffer, now_ms: number): void {
    this.packets += 1;
    if (this.packets % sampleInterval === 0 && !isRtcp(packet)) this.delays_ms.push(...delayOf(readVp8(packet.subarray(12))?.data, now_ms));
  }

  feedbackDue(): Buffer[] {
    return [];
  }
}

export class FrameReceiver implements ReceptionStats {
  /** Frames that could be shown. */
  frames = 0;
  audioPackets = 0;
  packets = 0;
  firstFrameAt_ms: number | null = null;
  lastFrameAt_ms: number | null = null;
  /** The longest gap between two frames. */
  freeze_ms = 0;
  readonly delays_ms: number[] = [];
  private readonly sequences = new SequenceTracker();
  private isBroken = false;
  ssrc = 0;
  private readonly assembler = new FrameAssembler('VP8', ({ isKey }) => this.onFrame(isKey));
  private readonly reorderBuffer = new ReorderBuffer((packet, isAfterLoss) => {
    if (isAfterLoss) this.isBroken = true;
    this.assembler.push(packet, isAfterLoss);
  });

  receiveAudio(packet: Buffer): void {
    if (!isRtcp(packet)) this.audioPackets += 1;
  }

  receiveVideo(packet: Buffer, now_ms: number): void {
    const rtp = isRtcp(packet) ? null : readRtp(packet);
    if (!rtp) return;
    this.packets += 1;
    this.ssrc = rtp.ssrc;
    const number = this.sequences.receive(rtp.sequence, now_ms);
    if (number === null) return;
    if (this.delays_ms.length < delays_max) this.delays_ms.push(...delayOf(readVp8(rtp.payload)?.data, now_ms));
    this.reorderBuffer.push({ number, timestamp: rtp.timestamp, isMarked: rtp.isMarked, payload: rtp.payload, at_ms: now_ms });
  }

  feedbackDue(now_ms: number): Buffer[] {
    if (this.ssrc === 0) return [];
    const { nack: missing, isLost } = this.sequences.due(now_ms);
    const wantsKey = isLost || this.isBroken;
    return [...(missing.length > 0 ? [nackOf(this.ssrc, missing)] : []), ...(wantsKey ? [keyFrameRequest(this.ssrc)] : [])];
  }

  private onFrame(isKey: boolean): void {
    if (isKey) this.isBroken = false;
    if (this.isBroken) return;
    const now_ms = performance.timeOrigin + performance.now();
    this.firstFrameAt_ms ??= now_ms;
    if (this.lastFrameAt_ms !== null) this.freeze_ms = Math.max(this.freeze_ms, now_ms - this.lastFrameAt_ms);
    this.lastFrameAt_ms = now_ms;
    this.frames += 1;
  }
}
