/** Whoever watches a room: sent the room's stream from a whole picture on, and again what it missed, within bounds. */
import { liveLimits } from './limits';
import type { Offer } from './offer';
import type { Peer } from './peer';
import type { Relay } from './relay';
import { readRtcp, senderReport } from './rtcp';
import { isRtcp } from './rtp';
import type { Codec, Kind } from './rtp';

/** From 1900, where NTP begins, to 1970. */
const ntpBefore1970_ms = 2_208_988_800_000;

export interface Outgoing {
  kind: Kind;
  codec: Codec;
  packet: Buffer;
  number: number;
  /** Whether a picture that needs no other begins here; every packet of sound. */
  isStart: boolean;
}

interface Outbound {
  types: Map<Codec, number>;
  /** The first number that was sent; nothing before it is sent again. */
  first: number | null;
  packets: number;
  bytes: number;
}

export class Viewer {
  readonly role = 'viewer';
  peer: Peer | null = null;
  isConnected = false;
  private readonly outbound: Partial<Record<Kind, Outbound>> = {};
  private resent = { since_ms: -Infinity, packets: 0 };

  constructor(
    readonly identity: string,
    offer: Offer,
    private readonly relays: Readonly<Record<Kind, Relay>>,
    private readonly wantKeyFrame: () => void,
  ) {
    for (const { accepted } of offer.sections) {
      if (!accepted) continue;
      const types = new Map(accepted.payloads.map(({ type, codec }) => [codec, type]));
      this.outbound[accepted.kind] = { types, first: null, packets: 0, bytes: 0 };
    }
  }

  get hasVideo(): boolean {
    return this.outbound.video !== undefined;
  }

  forward(outgoing: Outgoing): void {
    const outbound = this.outbound[outgoing.kind];
    if (!this.isConnected || !outbound) return;
    if (outbound.first === null) {
      if (!outgoing.isStart) return;
      outbound.first = outgoing.number;
    }
    this.send(outbound, outgoing.kind, outgoing.codec, outgoing.packet);
  }

  /** Tells it which instant a timestamp of the stream was. */
  clock(kind: Kind, timestamp: number, at_ms: number): void {
    const outbound = this.outbound[kind];
    if (!this.isConnected || !outbound) return;
    const { packets, bytes } = outbound;
    this.peer?.send(kind, senderReport({ ssrc: this.relays[kind].ssrc, ntp_ms: at_ms + ntpBefore1970_ms, timestamp, packets, bytes }));
  }

  take(packet: Buffer, now_ms: number): void {
    if (!isRtcp(packet)) return;
    for (const message of readRtcp(packet)) {
      if (message.type === 'key_frame_wanted') this.wantKeyFrame();
      if (message.type === 'nack') this.sendAgain(message.ssrc, message.sequences, now_ms);
    }
  }

  private sendAgain(ssrc: number, sequences: number[], now_ms: number): void {
    const kind = (['video', 'audio'] as const).find((one) => this.relays[one].ssrc === ssrc);
    const outbound = kind && this.outbound[kind];
    if (!outbound || outbound.first === null) return;
    if (now_ms - this.resent.since_ms >= 1_000) this.resent = { since_ms: now_ms, packets: 0 };
    for (const sequence of sequences) {
      const kept = this.relays[kind].again(sequence);
      if (!kept || kept.number < outbound.first) continue;
      if (this.resent.packets >= liveLimits.resentPerSecond) return;
      this.resent.packets += 1;
      this.send(outbound, kind, kept.codec, kept.packet);
    }
  }

  private send(outbound: Outbound, kind: Kind, codec: Codec, packet: Buffer): void {
    const type = outbound.types.get(codec);
    if (type === undefined) return;
    // The packet is shared by all viewers and copied when it is sent; only its number of the codec is each one's own.
    packet[1] = ((packet[1] ?? 0) & 0x80) | type;
    if (!this.peer?.send(kind, packet)) return;
    outbound.packets += 1;
    outbound.bytes += packet.length;
  }
}
