/** A publisher's media: validates and counts its packets, requests lost ones, and sends receiver reports. */
import type { Offer } from './offer';
import type { Peer } from './peer';
import { SequenceTracker } from './sequence-tracker';
import { bitrateLimit, keyFrameRequest, nackOf, readRtcp, receiverReport } from './rtcp';
import { isRtcp, readRtp } from './rtp';
import type { Codec, MediaKind, RtpPacket } from './rtp';
import { SourceClock } from './source-clock';

/** An RTP packet of a publisher. */
export interface MediaPacket {
  kind: MediaKind;
  codec: Codec;
  /** As received; the relay rewrites it in place. */
  packet: Buffer;
  rtp: RtpPacket;
  /** The sender's sequence number, unwrapped from 16 bits. */
  number: number;
  /** Capture time on the engine's clock. */
  at_ms: number;
  /** The part of `at_ms` that is a correction from sender reports, when the packet arrived. */
  shift_ms: number;
}

export interface PublisherHandlers {
  media(media: MediaPacket, now_ms: number): void;
  /** The clock was updated: the capture time of an RTP timestamp, on the engine's clock. */
  clockUpdated(kind: MediaKind, timestamp: number, at_ms: number): void;
  /** Packets are lost for good: only a key frame repairs the video. */
  lost(): void;
}

interface Inbound {
  ssrc: number;
  codecs: Map<number, Codec>;
  sequences: SequenceTracker;
  senderReport: { ntpMiddle: number; at_ms: number } | null;
}

const reportInterval_ms = 1_000;

export class Publisher {
  readonly role = 'publisher';
  peer: Peer | null = null;
  isConnected = false;
  lastPacketAt_ms = -Infinity;
  private readonly clock = new SourceClock();
  private readonly inbound: Partial<Record<MediaKind, Inbound>> = {};
  private reportSentAt_ms = -Infinity;

  constructor(
    readonly identity: string,
    offer: Offer,
    private readonly bits_per_s_max: number,
    private readonly handlers: PublisherHandlers,
  ) {
    for (const { accepted } of offer.sections) {
      if (!accepted || accepted.ssrc === null) continue;
      const codecs = new Map(accepted.payloads.map(({ type, codec }) => [type, codec]));
      this.inbound[accepted.kind] = { ssrc: accepted.ssrc, codecs, sequences: new SequenceTracker(), senderReport: null };
    }
  }

  get hasVideo(): boolean {
    return this.inbound.video !== undefined;
  }

  get hasAudio(): boolean {
    return this.inbound.audio !== undefined;
  }

  /** The sender reports contradict the packets and are ignored. */
  get isClockSkewed(): boolean {
    return this.clock.isSkewed;
  }

  /** Sender reports have synchronized audio and video. */
  get isInSync(): boolean {
    return this.clock.isInSync;
  }

  /** The current correction of a kind from sender reports, in milliseconds. */
  shiftOf(kind: MediaKind): number {
    return this.clock.shiftOf(kind);
  }

  receive(kind: MediaKind, packet: Buffer, now_ms: number): void {
    if (isRtcp(packet)) this.receiveReports(packet, now_ms);
    else this.receiveMedia(kind, packet, now_ms);
  }

  /** Forgets missing packets and requests none of them. */
  resetSequences(): void {
    for (const inbound of Object.values(this.inbound)) inbound.sequences = new SequenceTracker(inbound.sequences.last);
  }

  sendKeyFrameRequest(): void {
    if (this.inbound.video) this.peer?.send('video', keyFrameRequest(this.inbound.video.ssrc));
  }

  /** Called every 25 ms. */
  tick(now_ms: number): void {
    const { audio, video } = this.inbound;
    // Lost audio is not requested: it would arrive too late. `due` is called to expire the missing packets.
    audio?.sequences.due(now_ms);
    if (video) {
      const { nack, isLost } = video.sequences.due(now_ms);
      if (nack.length > 0) this.peer?.send('video', nackOf(video.ssrc, nack));
      if (isLost) this.handlers.lost();
    }
    if (now_ms - this.reportSentAt_ms < reportInterval_ms) return;
    this.reportSentAt_ms = now_ms;
    for (const kind of ['audio', 'video'] as const) this.sendReceiverReport(kind, now_ms);
    if (video) this.peer?.send('video', bitrateLimit(video.ssrc, this.bits_per_s_max));
  }

  private receiveMedia(kind: MediaKind, packet: Buffer, now_ms: number): void {
    const rtp = readRtp(packet);
    const inbound = this.inbound[kind];
    if (!rtp || rtp.ssrc !== inbound?.ssrc) return;
    const codec = inbound.codecs.get(rtp.payloadType);
    const number = codec === undefined ? null : inbound.sequences.receive(rtp.sequence, now_ms);
    if (codec === undefined || number === null) return;
    this.lastPacketAt_ms = now_ms;
    const at_ms = this.clock.captureTime(kind, rtp.timestamp, now_ms);
    this.handlers.media({ kind, codec, packet, rtp, number, at_ms, shift_ms: this.clock.shiftOf(kind) }, now_ms);
  }

  private receiveReports(packet: Buffer, now_ms: number): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report') continue;
      for (const kind of ['audio', 'video'] as const) {
        const inbound = this.inbound[kind];
        if (inbound?.ssrc !== message.ssrc) continue;
        inbound.senderReport = { ntpMiddle: message.ntpMiddle, at_ms: now_ms };
        const newest = this.clock.report(kind, message.timestamp, message.ntp_ms, now_ms);
        if (newest) this.handlers.clockUpdated(kind, newest.timestamp, newest.at_ms);
      }
    }
  }

  private sendReceiverReport(kind: MediaKind, now_ms: number): void {
    const inbound = this.inbound[kind];
    if (!inbound) return;
    const { ssrc, sequences, senderReport } = inbound;
    const since = senderReport
      ? { ntpMiddle: senderReport.ntpMiddle, since_ms: now_ms - senderReport.at_ms }
      : { ntpMiddle: 0, since_ms: 0 };
    this.peer?.send(kind, receiverReport({ ssrc, ...sequences.lossReport(), ...since }));
  }
}
