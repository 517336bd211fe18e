/**
 * One WebRTC connection. The only file that knows node-datachannel, for its sake:
 * - an exception in any of its callbacks aborts the process, so every callback is guarded;
 * - connections and tracks stop when nothing refers to them, so all are kept here until they end;
 * - it sends nothing to a publisher by itself: her tracks are opened both ways, and the answer that she gets says one.
 */
import { randomBytes } from 'node:crypto';
import { Audio, IceUdpMuxListener, PeerConnection, Video, initLogger } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import type { Logger } from '../../kernel/log';
import type { LiveRole } from '../engine';
import { readOwnTransport } from './answer';
import type { OwnTransport } from './answer';
import { plainOffer } from './offer';
import type { Offer } from './offer';
import { goodbye } from './rtcp';
import type { Kind } from './rtp';

export interface PeerEars {
  connected(): void;
  /** Once, whoever ended it. */
  ended(): void;
  packet(kind: Kind, packet: Buffer): void;
}

export interface Peer {
  readonly own: OwnTransport;
  /** False when it was dropped: there is no such track, or the way is full. Never waits. */
  send(kind: Kind, packet: Buffer): boolean;
  close(): void;
}

export interface Air {
  port: number;
  bindAddress: string | undefined;
  log: Logger;
}

const open = new Set<unknown>();

/** Holds the port for as long as the process runs, and hands the library's complaints to the log. */
export function openAir({ port, bindAddress, log }: Air): void {
  initLogger('Warning', (level, message) => {
    try {
      log.debug({ level }, message);
    } catch {
      // Nothing may leave a callback.
    }
  });
  open.add(new IceUdpMuxListener(port, bindAddress));
}

/**
 * Opens a connection that answers `offer`.
 * @throws when the library refuses the offer
 */
export function openPeer(offer: Offer, role: LiveRole, ssrcs: Readonly<Record<Kind, number>>, air: Air, ears: PeerEars): Peer {
  const connection = new PeerConnection(role, {
    iceServers: [],
    bindAddress: air.bindAddress,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    enableIceUdpMux: true,
    portRangeBegin: air.port,
    portRangeEnd: air.port,
  });
  const tracks = new Map<Kind, Track>();
  let [isOpen, isOver] = [false, false];
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    open.delete(connection);
    // Not from within one of its callbacks.
    setImmediate(() => {
      guarded(() => connection.close());
      tracks.clear();
    });
    guarded(() => ears.ended());
  };
  const guarded = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      air.log.error({ err: error }, 'a connection failed');
      end();
    }
  };
  open.add(connection);
  try {
    connection.onStateChange((state) =>
      guarded(() => {
        if (['disconnected', 'failed', 'closed'].includes(state)) end();
      }),
    );
    connection.setRemoteDescription(plainOffer(offer, role), 'offer');
    for (const { mid, accepted } of offer.sections) {
      if (!accepted) continue;
      const { kind, payloads } = accepted;
      const media = new (kind === 'audio' ? Audio : Video)(mid, role === 'publisher' ? 'SendRecv' : 'SendOnly');
      for (const { type, codec } of payloads) addCodec(media, type, codec);
      if (role === 'viewer') media.addSSRC(ssrcs[kind], 'live', 'live', kind);
      const track = connection.addTrack(media);
      track.onMessage((packet) =>
        guarded(() => {
          if (!isOver) ears.packet(kind, packet);
        }),
      );
      track.onOpen(() =>
        guarded(() => {
          // Connected is not enough: what is sent before a track is open is lost.
          if (isOver || isOpen || ![...tracks.values()].every((one) => one.isOpen())) return;
          isOpen = true;
          ears.connected();
        }),
      );
      tracks.set(kind, track);
    }
    // Long names: all connections share the port, and are told apart by them.
    connection.setLocalDescription('answer', { iceUfrag: randomBytes(12).toString('hex'), icePwd: randomBytes(18).toString('hex') });
    const own = readOwnTransport(connection.localDescription()?.sdp ?? '');
    const send = (kind: Kind, packet: Buffer): boolean => {
      const track = tracks.get(kind);
      if (isOver || !isOpen || !track) return false;
      try {
        return track.sendMessageBinary(packet);
      } catch {
        // It went away between one look and the next; its end is told by the state.
        return false;
      }
    };
    const close = (): void => {
      // The library says nothing to the other side, which would find out after half a minute.
      for (const kind of tracks.keys()) send(kind, goodbye(ssrcs[kind]));
      end();
    };
    return { own, send, close };
  } catch (error) {
    end();
    throw error;
  }
}

function addCodec(media: Audio | Video, type: number, codec: string): void {
  if (codec === 'opus') (media as Audio).addOpusCodec(type);
  else if (codec === 'VP8') (media as Video).addVP8Codec(type);
  else (media as Video).addH264Codec(type);
}
