/** What this host knows of Agora's rooms: whom it gave credentials, and whose are worthless. It is gone when the host starts anew. */
import type { Clock } from '../../platform/context';
import type { AgoraRule, AgoraUsers } from './agora.calls';
import { isPublisherUid, publisherUid, viewerUids, type Place } from '../../streaming/agora.uids';
import { credentialsLast_s, type Entry, type EngineEvent, type LiveRole, type RoomState } from '../../streaming/engine';

/** Credentials that were given. Agora closes the connection when they end, so whoever holds none is not there. */
interface Grant {
  identity: string;
  role: LiveRole;
  expiresAt: Date;
}

/** How a room was last seen. */
interface Sight {
  publisher: string | null;
  viewers: string[];
}

export interface Room {
  readonly name: string;
  readonly grants: Map<number, Grant>;
  /** Numbers that are let in no more. */
  readonly barred: Set<number>;
  isEnded: boolean;
  sight: Sight;
  lookedAt: Date;
  /** Nobody can be in it afterwards, and nothing of it need be known. */
  keepUntil: Date;
}

/** A browser that asks within its last seconds renews what it has: the same number lets it go on without a break. */
const renewal_ms = 60_000;

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** A room as it opens: nobody has entered and nobody is barred. */
export function newRoom(name: string, now: Date): Room {
  const nobody = { publisher: null, viewers: [] };
  return {
    name,
    grants: new Map(),
    barred: new Set(),
    isEnded: false,
    sight: nobody,
    lookedAt: new Date(0),
    keepUntil: after(now, credentialsLast_s),
  };
}

/** The first of her generations of which no number is barred. */
function placeOf(room: Room, identity: string): Place {
  const place = { room: room.name, identity, generation: 0 };
  while (uidsOf(place).some((uid) => room.barred.has(uid))) place.generation += 1;
  return place;
}

/** All numbers that credentials of a generation can have, on whichever host they were given. */
const uidsOf = (place: Place): number[] => [publisherUid(place), ...viewerUids(place)];

/** All numbers that a person may come in with; some of earlier generations, where barring them failed halfway. */
export function openUids(room: Room, identity: string): number[] {
  const last = placeOf(room, identity);
  const uids = Array.from({ length: last.generation + 1 }, (_none, generation) => uidsOf({ ...last, generation })).flat();
  const given = [...room.grants].filter(([, held]) => held.identity === identity).map(([uid]) => uid);
  return [...new Set([...uids, ...given])].filter((uid) => !room.barred.has(uid));
}

/** Notes new credentials, and answers their number. */
export function grant(room: Room, { identity, role }: Pick<Entry, 'identity' | 'role'>, expiresAt: Date, clock: Clock): number {
  const uid = role === 'publisher' ? publisherUid(placeOf(room, identity)) : freeUid(room, identity, clock.now());
  room.grants.set(uid, { identity, role, expiresAt });
  if (expiresAt > room.keepUntil) room.keepUntil = expiresAt;
  return uid;
}

/** The number of a window that is renewing, else one that is free, else the one that ends first. */
function freeUid(room: Room, identity: string, now: Date): number {
  const left_ms = (uid: number): number => Math.max(0, (room.grants.get(uid)?.expiresAt.getTime() ?? 0) - now.getTime());
  const uids = ownUids(room, identity);
  const renewing = uids.find((uid) => left_ms(uid) > 0 && left_ms(uid) <= renewal_ms);
  return renewing ?? uids.reduce((one, other) => (left_ms(other) < left_ms(one) ? other : one));
}

/** Her numbers, without those that happen to be somebody else's in this room. */
function ownUids(room: Room, identity: string): number[] {
  const place = placeOf(room, identity);
  const isOthers = (uid: number): boolean => room.grants.has(uid) && room.grants.get(uid)?.identity !== identity;
  for (let attempt = 0; ; attempt += 1) {
    const uids = viewerUids(place, attempt);
    if (!uids.some(isOthers)) return uids;
  }
}

/** Makes all numbers of a person worthless. */
export function barPerson(room: Room, identity: string, uids: number[], now: Date): void {
  uids.forEach((uid) => room.barred.add(uid));
  for (const [uid, given] of room.grants) if (given.identity === identity) room.grants.delete(uid);
  room.keepUntil = after(now, credentialsLast_s);
}

/** Ends a room. It is remembered for as long as credentials that were given for it hold. */
export function end(room: Room, now: Date): void {
  room.isEnded = true;
  room.grants.clear();
  room.keepUntil = after(now, credentialsLast_s);
}

/** Takes over what other hosts barred. */
export function learn(rooms: ReadonlyMap<string, Room>, rules: AgoraRule[]): void {
  for (const { cname, uid } of rules) {
    const room = rooms.get(cname);
    if (room && uid === null) room.isEnded = true;
    else if (room && uid !== null) room.barred.add(uid);
  }
}

/** Forgets credentials whose time has passed. */
export function forgetExpired(room: Room, now: Date): void {
  for (const [uid, { expiresAt }] of room.grants) if (expiresAt <= now) room.grants.delete(uid);
}

/** The room by those who hold good credentials. */
export function grantedUsers(room: Room): AgoraUsers {
  const uids = [...room.grants.keys()];
  return { broadcasters: uids.filter(isPublisherUid), audience: uids.filter((uid) => !isPublisherUid(uid)) };
}

/** Whom this host gave no credentials it cannot name; who publishes is seen all the same. */
export function sightOf(room: Room, { broadcasters, audience }: AgoraUsers): { state: RoomState; sight: Sight } {
  const publishing = broadcasters.find(isPublisherUid);
  const publisher = (publishing !== undefined && room.grants.get(publishing)?.identity) || null;
  const named = [...audience, ...broadcasters.filter((uid) => !isPublisherUid(uid))].flatMap((uid) => room.grants.get(uid)?.identity ?? []);
  const viewers = [...new Set(named)].filter((identity) => identity !== publisher);
  return { state: { isPublished: publishing !== undefined, viewers }, sight: { publisher, viewers } };
}

/** What happened between two looks. */
export function newsBetween(room: string, before: Sight, now: Sight): EngineEvent[] {
  const news: EngineEvent[] = [];
  if (before.publisher !== now.publisher) {
    if (before.publisher !== null) news.push({ type: 'unpublished', room, identity: before.publisher });
    if (now.publisher !== null) news.push({ type: 'published', room, identity: now.publisher });
  }
  for (const identity of now.viewers) if (!before.viewers.includes(identity)) news.push({ type: 'joined', room, identity });
  for (const identity of before.viewers) if (!now.viewers.includes(identity)) news.push({ type: 'left', room, identity });
  return news;
}
