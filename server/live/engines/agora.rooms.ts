/** This API server's in-memory state of Agora rooms: issued credentials and barred uids. Lost on restart. */
import type { Clock } from '../../platform/context';
import type { AgoraRule, AgoraUsers } from './agora.calls';
import { isPublisherUid, publisherUid, viewerUids, type UidSource } from './agora.uids';
import { credentialsLifetime_s, type CredentialsRequest, type EngineEvent, type LiveRole, type RoomState } from './engine';

/** Issued credentials. Agora closes the connection when they expire, so a person without a grant is not in the room. */
interface Grant {
  identity: string;
  role: LiveRole;
  expiresAt: Date;
}

/** The participants of a room at the last poll. */
interface ParticipantSnapshot {
  publisher: string | null;
  viewers: string[];
}

export interface Room {
  readonly name: string;
  readonly grants: Map<number, Grant>;
  /** Uids that can no longer join. */
  readonly barred: Set<number>;
  isEnded: boolean;
  snapshot: ParticipantSnapshot;
  polledAt: Date;
  /** All credentials have expired by then, so the room can be forgotten. */
  keepUntil: Date;
}

/** A request within this time before expiry renews the credentials: with the same uid the connection continues without interruption. */
const renewal_ms = 60_000;

const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** A new room, without grants and barred uids. */
export function newRoom(name: string, now: Date): Room {
  const empty = { publisher: null, viewers: [] };
  return {
    name,
    grants: new Map(),
    barred: new Set(),
    isEnded: false,
    snapshot: empty,
    polledAt: new Date(0),
    keepUntil: addSeconds(now, credentialsLifetime_s),
  };
}

/** The person's first generation without barred uids. */
function uidSourceOf(room: Room, identity: string): UidSource {
  const source = { room: room.name, identity, generation: 0 };
  while (uidsOf(source).some((uid) => room.barred.has(uid))) source.generation += 1;
  return source;
}

/** All uids that credentials of a generation can have, on any API server. */
const uidsOf = (source: UidSource): number[] => [publisherUid(source), ...viewerUids(source)];

/** All uids a person may still join with, including earlier generations that were only partly barred. */
export function usableUids(room: Room, identity: string): number[] {
  const last = uidSourceOf(room, identity);
  const uids = Array.from({ length: last.generation + 1 }, (_none, generation) => uidsOf({ ...last, generation })).flat();
  const granted = [...room.grants].filter(([, held]) => held.identity === identity).map(([uid]) => uid);
  return [...new Set([...uids, ...granted])].filter((uid) => !room.barred.has(uid));
}

/** Records new credentials and returns their uid. */
export function grant(
  room: Room,
  { identity, role }: Pick<CredentialsRequest, 'identity' | 'role'>,
  expiresAt: Date,
  clock: Clock,
): number {
  const uid = role === 'publisher' ? publisherUid(uidSourceOf(room, identity)) : freeUid(room, identity, clock.now());
  room.grants.set(uid, { identity, role, expiresAt });
  if (expiresAt > room.keepUntil) room.keepUntil = expiresAt;
  return uid;
}

/** The uid of a window that is renewing, or else a free one, or else the one that expires first. */
function freeUid(room: Room, identity: string, now: Date): number {
  const left_ms = (uid: number): number => Math.max(0, (room.grants.get(uid)?.expiresAt.getTime() ?? 0) - now.getTime());
  const uids = ownUids(room, identity);
  const renewing = uids.find((uid) => left_ms(uid) > 0 && left_ms(uid) <= renewal_ms);
  return renewing ?? uids.reduce((a, b) => (left_ms(b) < left_ms(a) ? b : a));
}

/** The person's uids, avoiding collisions with uids of others in this room. */
function ownUids(room: Room, identity: string): number[] {
  const source = uidSourceOf(room, identity);
  const belongsToAnother = (uid: number): boolean => room.grants.has(uid) && room.grants.get(uid)?.identity !== identity;
  for (let attempt = 0; ; attempt += 1) {
    const uids = viewerUids(source, attempt);
    if (!uids.some(belongsToAnother)) return uids;
  }
}

/** Bars all uids of a person. */
export function barPerson(room: Room, identity: string, uids: number[], now: Date): void {
  uids.forEach((uid) => room.barred.add(uid));
  for (const [uid, given] of room.grants) if (given.identity === identity) room.grants.delete(uid);
  room.keepUntil = addSeconds(now, credentialsLifetime_s);
}

/** Ends a room. It is remembered until all its credentials have expired. */
export function endRoom(room: Room, now: Date): void {
  room.isEnded = true;
  room.grants.clear();
  room.keepUntil = addSeconds(now, credentialsLifetime_s);
}

/** Applies kicking rules set by other API servers. */
export function applyRules(rooms: ReadonlyMap<string, Room>, rules: AgoraRule[]): void {
  for (const { cname, uid } of rules) {
    const room = rooms.get(cname);
    if (room && uid === null) room.isEnded = true;
    else if (room && uid !== null) room.barred.add(uid);
  }
}

/** Removes expired grants. */
export function forgetExpired(room: Room, now: Date): void {
  for (const [uid, { expiresAt }] of room.grants) if (expiresAt <= now) room.grants.delete(uid);
}

/** The users of a room derived from valid grants, used without the RESTful API. */
export function grantedUsers(room: Room): AgoraUsers {
  const uids = [...room.grants.keys()];
  return { broadcasters: uids.filter(isPublisherUid), audience: uids.filter((uid) => !isPublisherUid(uid)) };
}

/** Maps uids to identities. Uids without a grant of this server cannot be mapped, but a publisher is still reported as publishing. */
export function participantSnapshot(
  room: Room,
  { broadcasters, audience }: AgoraUsers,
): { state: RoomState; snapshot: ParticipantSnapshot } {
  const publishing = broadcasters.find(isPublisherUid);
  const publisher = (publishing !== undefined && room.grants.get(publishing)?.identity) || null;
  const named = [...audience, ...broadcasters.filter((uid) => !isPublisherUid(uid))].flatMap((uid) => room.grants.get(uid)?.identity ?? []);
  const viewers = [...new Set(named)].filter((identity) => identity !== publisher);
  return { state: { isPublished: publishing !== undefined, viewers }, snapshot: { publisher, viewers } };
}

/** The events between two snapshots. */
export function diffParticipants(room: string, before: ParticipantSnapshot, now: ParticipantSnapshot): EngineEvent[] {
  const events: EngineEvent[] = [];
  if (before.publisher !== now.publisher) {
    if (before.publisher !== null) events.push({ type: 'unpublished', room, identity: before.publisher });
    if (now.publisher !== null) events.push({ type: 'published', room, identity: now.publisher });
  }
  for (const identity of now.viewers) if (!before.viewers.includes(identity)) events.push({ type: 'joined', room, identity });
  for (const identity of before.viewers) if (!now.viewers.includes(identity)) events.push({ type: 'left', room, identity });
  return events;
}
