/**
 * One WebRTC connection. The only file that uses node-datachannel, because of its traps:
 * - an exception in any of its callbacks aborts the process, so every callback is guarded;
 * - connections and tracks stop when they are garbage-collected, so references are retained here until they end;
 * - it sends nothing to a publisher by itself: a publisher's tracks are opened in both directions, while the answer says `recvonly`.
 */
import { randomBytes } from 'node:crypto';
import { Audio, IceUdpMuxListener, PeerConnection, Video, initLogger } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import { readLocalTransport } from './answer';
import type { LocalTransport } from './answer';
import { sanitizedOffer } from './offer';
import type { Log } from './log';
import type { Offer } from './offer';
import { goodbye } from './rtcp';
import type { MediaKind } from './rtp';
import type { LiveRole } from './wire';

export interface PeerHandlers {
  connected(): void;
  /** Called once, whichever side closed the connection. */
  ended(): void;
  packet(kind: MediaKind, packet: Buffer): void;
}

export interface Peer {
  readonly local: LocalTransport;
  /** Returns false when the packet was dropped: there is no such track, or the send buffer is full. Never blocks. */
  send(kind: MediaKind, packet: Buffer): boolean;
  close(): void;
}

export interface UdpMux {
  port: number;
  bindAddress: string | undefined;
  log: Log;
}

const retained = new Set<unknown>();

/** Binds the port for as long as the process runs, and forwards the library's warnings to the log. */
export function openUdpMux({ port, bindAddress, log }: UdpMux): void {
  initLogger('Warning', (level, message) => {
    try {
      log.debug({ level }, message);
    } catch {
      // A callback must not throw.
    }
  });
  retained.add(new IceUdpMuxListener(port, bindAddress));
}

/**
 * Opens a connection that answers `offer`.
 * @throws when the library rejects the offer
 */
export function openPeer(
  offer: Offer,
  role: LiveRole,
  ssrcs: Readonly<Record<MediaKind, number>>,
  udp: UdpMux,
  handlers: PeerHandlers,
): Peer {
  const connection = new PeerConnection(role, {
    iceServers: [],
    bindAddress: udp.bindAddress,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    enableIceUdpMux: true,
    portRangeBegin: udp.port,
    portRangeEnd: udp.port,
  });
  const tracks = new Map<MediaKind, Track>();
  let [isOpen, isEnded] = [false, false];
  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    retained.delete(connection);
    // A connection must not be closed from within its own callback.
    setImmediate(() => {
      guarded(() => connection.close());
      tracks.clear();
    });
    guarded(() => handlers.ended());
  };
  const guarded = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      udp.log.error({ err: error }, 'a connection failed');
      end();
    }
  };
  retained.add(connection);
  try {
    connection.onStateChange((state) =>
      guarded(() => {
        if (['disconnected', 'failed', 'closed'].includes(state)) end();
      }),
    );
    connection.setRemoteDescription(sanitizedOffer(offer, role), 'offer');
    for (const { mid, accepted } of offer.sections) {
      if (!accepted) continue;
      const { kind, payloads } = accepted;
      const description = new (kind === 'audio' ? Audio : Video)(mid, role === 'publisher' ? 'SendRecv' : 'SendOnly');
      for (const { type, codec } of payloads) addCodec(description, type, codec);
      if (role === 'viewer') description.addSSRC(ssrcs[kind], 'live', 'live', kind);
      const track = connection.addTrack(description);
      track.onMessage((packet) =>
        guarded(() => {
          if (!isEnded) handlers.packet(kind, packet);
        }),
      );
      track.onOpen(() =>
        guarded(() => {
          // A connected state is not enough: what is sent before all tracks are open is lost.
          if (isEnded || isOpen || ![...tracks.values()].every((candidate) => candidate.isOpen())) return;
          isOpen = true;
          handlers.connected();
        }),
      );
      tracks.set(kind, track);
    }
    // All connections share the port and are distinguished by `ice-ufrag`, so it is long.
    connection.setLocalDescription('answer', { iceUfrag: randomBytes(12).toString('hex'), icePwd: randomBytes(18).toString('hex') });
    const local = readLocalTransport(connection.localDescription()?.sdp ?? '');
    const send = (kind: MediaKind, packet: Buffer): boolean => {
      const track = tracks.get(kind);
      if (isEnded || !isOpen || !track) return false;
      try {
        return track.sendMessageBinary(packet);
      } catch {
        // The track closed since the check; the state change reports the end.
        return false;
      }
    };
    const close = (): void => {
      // The library does not notify the peer, which would notice only after half a minute.
      for (const kind of tracks.keys()) send(kind, goodbye(ssrcs[kind]));
      end();
    };
    return { local, send, close };
  } catch (error) {
    end();
    throw error;
  }
}

function addCodec(description: Audio | Video, type: number, codec: string): void {
  if (codec === 'opus') (description as Audio).addOpusCodec(type);
  else if (codec === 'VP8') (description as Video).addVP8Codec(type);
  else (description as Video).addH264Codec(type);
}
