/**
 * All rooms and connections of the engine. The application has authorized every request; the engine adds the checks that only it can make:
 * credentials must be of this run, of a room that has not ended, and issued after the person was last evicted.
 */
import { randomBytes } from 'node:crypto';
import { writeAnswer } from './answer';
import { sfuLimits } from './limits';
import { UnsupportedCodecs, InvalidOffer, readOffer } from './offer';
import type { Offer } from './offer';
import { openPeer } from './peer';
import type { UdpMux, Peer } from './peer';
import { Publisher } from './publisher';
import { Room } from './room';
import type { MediaKind } from './rtp';
import { Viewer } from './viewer';
import { RejectedError } from './wire';
import type { Admission, ConnectRequest, EventLine, LiveRole, Owner, RoomState } from './wire';

export interface SfuOptions {
  udp: UdpMux;
  /** Advertised in every answer. */
  addresses: string[];
  bitrate_kbps_max: number;
  emit(event: EventLine): void;
  /** In milliseconds, monotonic. */
  now(): number;
}

interface Connection {
  id: string;
  room: Room;
  member: Publisher | Viewer;
  peer: Peer;
  openedAt_ms: number;
}

const id_bytes = 24;
const sweep_ms = 1_000;

export class Sfu {
  /** Identifies this process: credentials of another run are invalid. */
  readonly run = randomBytes(12).toString('hex');
  private readonly rooms = new Map<string, Room>();
  private readonly endedRooms = new Set<string>();
  private readonly connections = new Map<string, Connection>();
  /** Counts admissions: later credentials have higher serials, independent of the application's clocks. */
  private serial = 0;
  private sweptAt_ms = -Infinity;
  private tickedAt_ms: number;

  constructor(private readonly options: SfuOptions) {
    this.tickedAt_ms = options.now();
  }

  get size(): { rooms: number; connections: number } {
    return { rooms: this.rooms.size, connections: this.connections.size };
  }

  /** Creates the room if it does not exist. Returns what new credentials for it must contain. */
  admit(name: string): Admission {
    this.room(name);
    this.serial += 1;
    return { run: this.run, serial: this.serial };
  }

  /** Answers an offer. @throws RejectedError */
  connect(request: ConnectRequest): { resource: string; answer: string } {
    if (request.run !== this.run) throw new RejectedError('credentials', 'The engine has restarted since.');
    const room = this.room(request.room);
    if (request.serial <= (room.revokedSerials.get(request.identity) ?? 0))
      throw new RejectedError('credentials', 'The person was put out since.');
    const offer = this.parseOffer(request);
    this.enforceConnectionLimits(request.identity);
    const connection = this.openConnection(room, request, offer);
    const { udp, addresses, bitrate_kbps_max } = this.options;
    const plan = { role: request.role, local: connection.peer.local, addresses, port: udp.port, ssrcs: room.ssrcs, bitrate_kbps_max };
    return { resource: connection.id, answer: writeAnswer(offer, plan) };
  }

  /** Room, identity and role of a connection; null when it does not exist. */
  ownerOf(resource: string): Owner | null {
    const connection = this.connections.get(resource);
    return connection ? { room: connection.room.name, identity: connection.member.identity, role: connection.member.role } : null;
  }

  disconnect(resource: string): void {
    this.connections.get(resource)?.peer.close();
  }

  state(name: string): RoomState {
    return this.rooms.get(name)?.state() ?? { isPublished: false, viewers: [] };
  }

  evict(name: string, identity: string): void {
    const room = this.rooms.get(name);
    if (!room) return;
    room.lastUsedAt_ms = this.options.now();
    room.revokedSerials.set(identity, this.serial);
    this.closeWhere((connection) => connection.room === room && connection.member.identity === identity);
  }

  /** Ends the room permanently, even when it was never used. */
  endRoom(name: string): void {
    const room = this.rooms.get(name);
    this.endedRooms.add(name);
    for (const oldest of this.endedRooms) {
      if (this.endedRooms.size <= sfuLimits.endedRooms) break;
      this.endedRooms.delete(oldest);
    }
    if (!room) return;
    this.closeWhere((connection) => connection.room === room);
    this.rooms.delete(name);
  }

  /** Returns the room; creates it if it does not exist. @throws RejectedError */
  room(name: string): Room {
    if (this.endedRooms.has(name)) throw new RejectedError('ended', 'The room has ended.');
    const existing = this.rooms.get(name);
    if (existing) {
      existing.lastUsedAt_ms = this.options.now();
      return existing;
    }
    if (this.rooms.size >= sfuLimits.rooms) throw new RejectedError('full', 'There are too many rooms.');
    const room = new Room(name, this.options.emit, this.options.now());
    this.rooms.set(name, room);
    return room;
  }

  /** Called every 25 ms. */
  tick(): void {
    const now_ms = this.options.now();
    this.tickedAt_ms = now_ms;
    for (const room of this.rooms.values()) {
      room.tick(now_ms);
      if (room.isExpired(now_ms)) this.rooms.delete(room.name);
    }
    if (now_ms - this.sweptAt_ms >= sweep_ms) this.sweep(now_ms);
  }

  closeAll(): void {
    this.closeWhere(() => true);
  }

  private sweep(now_ms: number): void {
    this.sweptAt_ms = now_ms;
    this.closeWhere(({ member, openedAt_ms }) => !member.isConnected && now_ms - openedAt_ms > sfuLimits.connectTimeout_ms);
    this.closeWhere(
      ({ member }) => member.role === 'publisher' && member.isConnected && now_ms - member.lastPacketAt_ms > sfuLimits.silentDisconnect_ms,
    );
  }

  private parseOffer({ offer, role }: ConnectRequest): Offer {
    try {
      return readOffer(offer, role);
    } catch (error) {
      if (!(error instanceof InvalidOffer)) throw error;
      throw new RejectedError(error instanceof UnsupportedCodecs ? 'codecs' : 'offer', error.message);
    }
  }

  private enforceConnectionLimits(identity: string): void {
    const existing = [...this.connections.values()].filter(({ member }) => member.identity === identity);
    if (existing.length >= sfuLimits.connectionsPerIdentity) existing[0]?.peer.close();
    if (this.connections.size >= sfuLimits.connections) throw new RejectedError('full', 'There are too many connections.');
  }

  private openConnection(room: Room, { role, identity }: ConnectRequest, offer: Offer): Connection {
    const { udp, now } = this.options;
    const id = randomBytes(id_bytes).toString('hex');
    const member = role === 'publisher' ? this.createPublisher(room, identity, offer) : this.createViewer(room, identity, offer);
    const handlers = {
      connected: () => this.onConnected(id),
      ended: () => this.onDisconnected(id),
      packet: (kind: MediaKind, packet: Buffer) => {
        const now_ms = now();
        if (now_ms - this.tickedAt_ms > sfuLimits.overload_ms) {
          if (member.role === 'publisher') room.resync(member);
        } else if (member.role === 'publisher') member.receive(kind, packet, now_ms);
        else member.receive(packet, now_ms);
      },
    };
    const peer = openPeerOrReject(offer, role, room, udp, handlers);
    member.peer = peer;
    const connection: Connection = { id, room, member, peer, openedAt_ms: now() };
    this.connections.set(id, connection);
    return connection;
  }

  private createPublisher(room: Room, identity: string, offer: Offer): Publisher {
    const { now, bitrate_kbps_max } = this.options;
    const publisher: Publisher = new Publisher(identity, offer, bitrate_kbps_max * 1000, {
      media: (media, now_ms) => room.forward(media, publisher, now_ms),
      clockUpdated: (kind, timestamp, at_ms) => room.updateClock(kind, timestamp, at_ms, publisher),
      lost: () => room.requestKeyFrame(now()),
    });
    return publisher;
  }

  private createViewer(room: Room, identity: string, offer: Offer): Viewer {
    return new Viewer(identity, offer, room.relays, () => room.requestKeyFrame(this.options.now()));
  }

  private onConnected(id: string): void {
    const connection = this.connections.get(id);
    if (!connection || connection.member.isConnected) return;
    const { room, member } = connection;
    member.isConnected = true;
    if (member.role === 'viewer') {
      room.addViewer(member, this.options.now());
      return;
    }
    const previous = room.setPublisher(member, this.options.now());
    previous?.peer?.close();
  }

  private onDisconnected(id: string): void {
    const connection = this.connections.get(id);
    if (!connection) return;
    this.connections.delete(id);
    const { room, member } = connection;
    if (member.role === 'viewer') room.removeViewer(member);
    else room.removePublisher(member);
  }

  private closeWhere(matches: (connection: Connection) => boolean): void {
    for (const connection of [...this.connections.values()].filter(matches)) connection.peer.close();
  }
}

/** The library may reject an offer that our parser accepted. */
function openPeerOrReject(offer: Offer, role: LiveRole, room: Room, udp: UdpMux, handlers: Parameters<typeof openPeer>[4]): Peer {
  try {
    return openPeer(offer, role, room.ssrcs, udp, handlers);
  } catch (error) {
    throw new RejectedError('offer', error instanceof Error ? error.message : 'The offer cannot be used.');
  }
}
