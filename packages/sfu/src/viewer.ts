/** A viewer: gets the room's stream from a key frame on, and a limited number of retransmissions. */
import { sfuLimits } from './limits';
import type { Offer } from './offer';
import type { Peer } from './peer';
import type { Relay } from './relay';
import { readRtcp, senderReport } from './rtcp';
import { isRtcp } from './rtp';
import type { Codec, MediaKind } from './rtp';

/** From 1900, the NTP epoch, to 1970. */
const ntpEpochOffset_ms = 2_208_988_800_000;

export interface Outgoing {
  kind: MediaKind;
  codec: Codec;
  packet: Buffer;
  number: number;
  /** Whether a key frame begins here; true for every audio packet. */
  isKeyFrame: boolean;
}

interface Outbound {
  payloadTypes: Map<Codec, number>;
  /** The first number sent; nothing before it is retransmitted. */
  firstNumber: number | null;
  packets: number;
  bytes: number;
}

export class Viewer {
  readonly role = 'viewer';
  peer: Peer | null = null;
  isConnected = false;
  private readonly outbound: Partial<Record<MediaKind, Outbound>> = {};
  private retransmitted = { since_ms: -Infinity, packets: 0 };

  constructor(
    readonly identity: string,
    offer: Offer,
    private readonly relays: Readonly<Record<MediaKind, Relay>>,
    private readonly requestKeyFrame: () => void,
  ) {
    for (const { accepted } of offer.sections) {
      if (!accepted) continue;
      const payloadTypes = new Map(accepted.payloads.map(({ type, codec }) => [codec, type]));
      this.outbound[accepted.kind] = { payloadTypes, firstNumber: null, packets: 0, bytes: 0 };
    }
  }

  get hasVideo(): boolean {
    return this.outbound.video !== undefined;
  }

  forward(outgoing: Outgoing): void {
    const outbound = this.outbound[outgoing.kind];
    if (!this.isConnected || !outbound) return;
    if (outbound.firstNumber === null) {
      if (!outgoing.isKeyFrame) return;
      outbound.firstNumber = outgoing.number;
    }
    this.send(outbound, outgoing.kind, outgoing.codec, outgoing.packet);
  }

  /** Sends a sender report: the capture time of a timestamp of the stream. */
  sendReport(kind: MediaKind, timestamp: number, at_ms: number): void {
    const outbound = this.outbound[kind];
    if (!this.isConnected || !outbound) return;
    const { packets, bytes } = outbound;
    this.peer?.send(kind, senderReport({ ssrc: this.relays[kind].ssrc, ntp_ms: at_ms + ntpEpochOffset_ms, timestamp, packets, bytes }));
  }

  receive(packet: Buffer, now_ms: number): void {
    if (!isRtcp(packet)) return;
    for (const message of readRtcp(packet)) {
      if (message.type === 'key_frame_request') this.requestKeyFrame();
      if (message.type === 'nack') this.retransmit(message.ssrc, message.sequences, now_ms);
    }
  }

  private retransmit(ssrc: number, sequences: number[], now_ms: number): void {
    const kind = (['video', 'audio'] as const).find((candidate) => this.relays[candidate].ssrc === ssrc);
    const outbound = kind && this.outbound[kind];
    if (!outbound || outbound.firstNumber === null) return;
    if (now_ms - this.retransmitted.since_ms >= 1_000) this.retransmitted = { since_ms: now_ms, packets: 0 };
    for (const sequence of sequences) {
      const stored = this.relays[kind].find(sequence);
      if (!stored || stored.number < outbound.firstNumber) continue;
      if (this.retransmitted.packets >= sfuLimits.retransmissionsPerSecond) return;
      this.retransmitted.packets += 1;
      this.send(outbound, kind, stored.codec, stored.packet);
    }
  }

  private send(outbound: Outbound, kind: MediaKind, codec: Codec, packet: Buffer): void {
    const type = outbound.payloadTypes.get(codec);
    if (type === undefined) return;
    // All viewers share the packet, and sending copies it. Only the payload type differs per viewer.
    packet[1] = ((packet[1] ?? 0) & 0x80) | type;
    if (!this.peer?.send(kind, packet)) return;
    outbound.packets += 1;
    outbound.bytes += packet.length;
  }
}
