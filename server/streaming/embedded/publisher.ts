/** Whoever sends into a room: her packets are checked, counted and asked for again, and she is told what we received. */
import type { Offer } from './offer';
import type { Peer } from './peer';
import { Reception } from './reception';
import { bitrateLimit, keyFrameRequest, nackOf, readRtcp, receiverReport } from './rtcp';
import { isRtcp, readRtp } from './rtp';
import type { Codec, Kind, RtpPacket } from './rtp';
import { SourceClock } from './source-clock';

/** A packet that belongs to what she sends. */
export interface Media {
  kind: Kind;
  codec: Codec;
  /** As it came, to be rewritten. */
  packet: Buffer;
  rtp: RtpPacket;
  /** Her sequence number in full. */
  number: number;
  /** When it was taken, on the engine's clock. */
  at_ms: number;
}

export interface PublisherEars {
  media(media: Media, now_ms: number): void;
  /** Her clock at a timestamp, on the engine's clock. */
  clock(kind: Kind, timestamp: number, at_ms: number): void;
  /** Packets are gone for good: only a whole picture helps. */
  lost(): void;
}

interface Inbound {
  ssrc: number;
  codecs: Map<number, Codec>;
  reception: Reception;
  report: { middle: number; at_ms: number } | null;
}

const reports_ms = 1_000;

export class Publisher {
  readonly role = 'publisher';
  peer: Peer | null = null;
  isConnected = false;
  lastPacketAt_ms = -Infinity;
  private readonly clock = new SourceClock();
  private readonly inbound: Partial<Record<Kind, Inbound>> = {};
  private reportedAt_ms = -Infinity;

  constructor(
    readonly identity: string,
    offer: Offer,
    private readonly bits_per_s_max: number,
    private readonly ears: PublisherEars,
  ) {
    for (const { accepted } of offer.sections) {
      if (!accepted || accepted.ssrc === null) continue;
      const codecs = new Map(accepted.payloads.map(({ type, codec }) => [type, codec]));
      this.inbound[accepted.kind] = { ssrc: accepted.ssrc, codecs, reception: new Reception(), report: null };
    }
  }

  get hasVideo(): boolean {
    return this.inbound.video !== undefined;
  }

  get hasAudio(): boolean {
    return this.inbound.audio !== undefined;
  }

  take(kind: Kind, packet: Buffer, now_ms: number): void {
    if (isRtcp(packet)) this.takeReports(packet, now_ms);
    else this.takeMedia(kind, packet, now_ms);
  }

  /** Forgets which packets came, and asks for none of them. */
  beginAnew(): void {
    for (const inbound of Object.values(this.inbound)) inbound.reception = new Reception();
  }

  askForKeyFrame(): void {
    if (this.inbound.video) this.peer?.send('video', keyFrameRequest(this.inbound.video.ssrc));
  }

  /** To be called every few hundredths of a second. */
  tick(now_ms: number): void {
    const { audio, video } = this.inbound;
    // Sound is not asked for again: it would come too late. What is missing of it is forgotten all the same.
    audio?.reception.due(now_ms);
    if (video) {
      const { ask, isLost } = video.reception.due(now_ms);
      if (ask.length > 0) this.peer?.send('video', nackOf(video.ssrc, ask));
      if (isLost) this.ears.lost();
    }
    if (now_ms - this.reportedAt_ms < reports_ms) return;
    this.reportedAt_ms = now_ms;
    for (const kind of ['audio', 'video'] as const) this.report(kind, now_ms);
    if (video) this.peer?.send('video', bitrateLimit(video.ssrc, this.bits_per_s_max));
  }

  private takeMedia(kind: Kind, packet: Buffer, now_ms: number): void {
    const rtp = readRtp(packet);
    const inbound = this.inbound[kind];
    if (!rtp || rtp.ssrc !== inbound?.ssrc) return;
    const codec = inbound.codecs.get(rtp.payloadType);
    const number = codec === undefined ? null : inbound.reception.take(rtp.sequence, now_ms);
    if (codec === undefined || number === null) return;
    this.lastPacketAt_ms = now_ms;
    this.ears.media({ kind, codec, packet, rtp, number, at_ms: this.clock.at(kind, rtp.timestamp, now_ms) }, now_ms);
  }

  private takeReports(packet: Buffer, now_ms: number): void {
    for (const message of readRtcp(packet)) {
      if (message.type !== 'sender_report') continue;
      for (const kind of ['audio', 'video'] as const) {
        const inbound = this.inbound[kind];
        if (inbound?.ssrc !== message.ssrc) continue;
        inbound.report = { middle: message.middle, at_ms: now_ms };
        this.ears.clock(kind, message.timestamp, this.clock.report(kind, message.timestamp, message.ntp_ms, now_ms));
      }
    }
  }

  private report(kind: Kind, now_ms: number): void {
    const inbound = this.inbound[kind];
    if (!inbound) return;
    const { ssrc, reception, report } = inbound;
    const since = report ? { middle: report.middle, since_ms: now_ms - report.at_ms } : { middle: 0, since_ms: 0 };
    this.peer?.send(kind, receiverReport({ ssrc, ...reception.report(), ...since }));
  }
}
