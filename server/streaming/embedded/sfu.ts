/**
 * All rooms and connections of the engine. Whoever asks here was let in by the host; what the engine adds is what it alone knows:
 * whether the credentials are of this run, of a room that lives, and given after the person was last put out.
 */
import { randomBytes } from 'node:crypto';
import type { LiveRole, RoomState } from '../engine';
import { writeAnswer } from './answer';
import { liveLimits } from './limits';
import { CodecsUnknown, OfferUnusable, readOffer } from './offer';
import type { Offer } from './offer';
import { openPeer } from './peer';
import type { Air, Peer } from './peer';
import { Publisher } from './publisher';
import { Room } from './room';
import type { Kind } from './rtp';
import { Viewer } from './viewer';
import { Refused } from './wire';
import type { Admission, EntryOrder, EventLine, Owner } from './wire';

export interface SfuOptions {
  air: Air;
  /** Named in every answer. */
  addresses: string[];
  bitrate_kbps_max: number;
  tell(event: EventLine): void;
  /** In milliseconds, never backwards. */
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
  /** Differs from one process to the next: credentials of another run are worthless. */
  readonly run = randomBytes(12).toString('hex');
  private readonly rooms = new Map<string, Room>();
  private readonly ended = new Set<string>();
  private readonly connections = new Map<string, Connection>();
  /** Counts the admissions: later credentials have higher numbers, whatever the clocks of hosts say. */
  private serial = 0;
  private sweptAt_ms = -Infinity;
  private tickedAt_ms: number;

  constructor(private readonly options: SfuOptions) {
    this.tickedAt_ms = options.now();
  }

  get size(): { rooms: number; connections: number } {
    return { rooms: this.rooms.size, connections: this.connections.size };
  }

  /** Makes the room unless it is there; answers what new credentials for it must name. */
  admit(name: string): Admission {
    this.room(name);
    this.serial += 1;
    return { run: this.run, serial: this.serial };
  }

  /** Answers an offer. @throws Refused */
  enter(order: EntryOrder): { resource: string; answer: string } {
    if (order.run !== this.run) throw new Refused('credentials', 'The engine started anew since.');
    const room = this.room(order.room);
    if (order.serial <= (room.barred.get(order.identity) ?? 0)) throw new Refused('credentials', 'The person was put out since.');
    const offer = this.offerOf(order);
    this.makeWay(order.identity);
    const connection = this.connect(room, order, offer);
    const { air, addresses, bitrate_kbps_max } = this.options;
    const plan = { role: order.role, own: connection.peer.own, addresses, port: air.port, ssrcs: room.ssrcs, bitrate_kbps_max };
    return { resource: connection.id, answer: writeAnswer(offer, plan) };
  }

  /** Whose a connection is, where and as what; null when there is no such connection. */
  ownerOf(resource: string): Owner | null {
    const connection = this.connections.get(resource);
    return connection ? { room: connection.room.name, identity: connection.member.identity, role: connection.member.role } : null;
  }

  leave(resource: string): void {
    this.connections.get(resource)?.peer.close();
  }

  state(name: string): RoomState {
    return this.rooms.get(name)?.state() ?? { isPublished: false, viewers: [] };
  }

  putOut(name: string, identity: string): void {
    const room = this.rooms.get(name);
    if (!room) return;
    room.usedAt_ms = this.options.now();
    room.barred.set(identity, this.serial);
    this.close((connection) => connection.room === room && connection.member.identity === identity);
  }

  /** Ends the room for good, also one that nobody was in. */
  endRoom(name: string): void {
    const room = this.rooms.get(name);
    this.ended.add(name);
    for (const oldest of this.ended) {
      if (this.ended.size <= liveLimits.endedRooms) break;
      this.ended.delete(oldest);
    }
    if (!room) return;
    this.close((connection) => connection.room === room);
    this.rooms.delete(name);
  }

  /** The room, made unless it is there. @throws Refused */
  room(name: string): Room {
    if (this.ended.has(name)) throw new Refused('ended', 'The room has ended.');
    const known = this.rooms.get(name);
    if (known) {
      known.usedAt_ms = this.options.now();
      return known;
    }
    if (this.rooms.size >= liveLimits.rooms) throw new Refused('full', 'There are too many rooms.');
    const room = new Room(name, this.options.tell, this.options.now());
    this.rooms.set(name, room);
    return room;
  }

  /** To be called every few hundredths of a second. */
  tick(): void {
    const now_ms = this.options.now();
    this.tickedAt_ms = now_ms;
    for (const room of this.rooms.values()) {
      room.tick(now_ms);
      if (now_ms - room.usedAt_ms > liveLimits.idleRoom_ms) this.rooms.delete(room.name);
    }
    if (now_ms - this.sweptAt_ms >= sweep_ms) this.sweep(now_ms);
  }

  closeAll(): void {
    this.close(() => true);
  }

  private sweep(now_ms: number): void {
    this.sweptAt_ms = now_ms;
    this.close(({ member, openedAt_ms }) => !member.isConnected && now_ms - openedAt_ms > liveLimits.unfinished_ms);
    this.close(({ member }) => member.role === 'publisher' && member.isConnected && now_ms - member.lastPacketAt_ms > liveLimits.mute_ms);
  }

  private offerOf({ offer, role }: EntryOrder): Offer {
    try {
      return readOffer(offer, role);
    } catch (error) {
      if (!(error instanceof OfferUnusable)) throw error;
      throw new Refused(error instanceof CodecsUnknown ? 'codecs' : 'offer', error.message);
    }
  }

  private makeWay(identity: string): void {
    const own = [...this.connections.values()].filter(({ member }) => member.identity === identity);
    if (own.length >= liveLimits.connectionsPerIdentity) own[0]?.peer.close();
    if (this.connections.size >= liveLimits.connections) throw new Refused('full', 'There are too many connections.');
  }

  private connect(room: Room, { role, identity }: EntryOrder, offer: Offer): Connection {
    const { air, now } = this.options;
    const id = randomBytes(id_bytes).toString('hex');
    const member = role === 'publisher' ? this.publisher(room, identity, offer) : this.viewer(room, identity, offer);
    const ears = {
      connected: () => this.connected(id),
      ended: () => this.disconnected(id),
      packet: (kind: Kind, packet: Buffer) => {
        const now_ms = now();
        if (now_ms - this.tickedAt_ms > liveLimits.behind_ms) {
          if (member.role === 'publisher') room.skip(member);
        } else if (member.role === 'publisher') member.take(kind, packet, now_ms);
        else member.take(packet, now_ms);
      },
    };
    const peer = openedPeer(offer, role, room, air, ears);
    member.peer = peer;
    const connection: Connection = { id, room, member, peer, openedAt_ms: now() };
    this.connections.set(id, connection);
    return connection;
  }

  private publisher(room: Room, identity: string, offer: Offer): Publisher {
    const { now, bitrate_kbps_max } = this.options;
    const publisher: Publisher = new Publisher(identity, offer, bitrate_kbps_max * 1000, {
      media: (media, now_ms) => room.forward(media, publisher, now_ms),
      clock: (kind, timestamp, at_ms) => room.clock(kind, timestamp, at_ms, publisher),
      lost: () => room.wantKeyFrame(now()),
    });
    return publisher;
  }

  private viewer(room: Room, identity: string, offer: Offer): Viewer {
    return new Viewer(identity, offer, room.relays, () => room.wantKeyFrame(this.options.now()));
  }

  private connected(id: string): void {
    const connection = this.connections.get(id);
    if (!connection || connection.member.isConnected) return;
    const { room, member } = connection;
    member.isConnected = true;
    if (member.role === 'viewer') {
      room.watch(member, this.options.now());
      return;
    }
    const before = room.publish(member, this.options.now());
    before?.peer?.close();
  }

  private disconnected(id: string): void {
    const connection = this.connections.get(id);
    if (!connection) return;
    this.connections.delete(id);
    const { room, member } = connection;
    if (member.role === 'viewer') room.unwatch(member);
    else room.unpublish(member);
  }

  private close(isMeant: (connection: Connection) => boolean): void {
    for (const connection of [...this.connections.values()].filter(isMeant)) connection.peer.close();
  }
}

/** What the library makes of an offer that we understood is still the library's to say. */
function openedPeer(offer: Offer, role: LiveRole, room: Room, air: Air, ears: Parameters<typeof openPeer>[4]): Peer {
  try {
    return openPeer(offer, role, room.ssrcs, air, ears);
  } catch (error) {
    throw new Refused('offer', error instanceof Error ? error.message : 'The offer cannot be used.');
  }
}
