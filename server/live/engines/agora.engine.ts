/**
 * Agora: its cloud carries the pictures, and opening a room needs no call. What it can promise depends on the keys:
 *
 * - **With keys of its RESTful API** the host sees who is in a channel, and bars whoever is put out: Agora closes her connections
 *   and lets her numbers in no more. New credentials have new numbers, so old ones stay worthless when she may come again. What
 *   happens is found by looking at each open room every few seconds; Agora itself counts a few seconds late.
 * - **Without them it is blind** (`isBlind`): its credentials end within ten minutes, and that is when somebody who was put out
 *   leaves at the latest, and when a room that ended is empty. Until then `roomState` and events tell who holds good credentials.
 *
 * In both cases the people behind the numbers are known to the host that gave the credentials, until it starts anew: viewers it
 * cannot name are missing in `roomState` until their browsers renew. Agora holds viewers to watching only where its console says so
 * (“co-host authentication”); with the RESTful API a viewer who sends all the same is put out when she is seen. Its recorder is a
 * service apart that writes elsewhere: no recordings.
 */
import agora from 'agora-token';
import type { Clock } from '../../platform/context';
import { agoraCalls, type AgoraCalls, type AgoraRest, type AgoraUsers } from './agora.calls';
import {
  barPerson,
  end,
  forgetExpired,
  grant,
  grantedUsers,
  learn,
  newRoom,
  newsBetween,
  openUids,
  sightOf,
  type Room,
} from './agora.rooms';
import { isPublisherUid } from '../../streaming/agora.uids';
import { callTiming, isAnswered, listeners, probe, recordsNothing, type CallTiming } from '../../streaming/calls';
import { credentialsLast_s, EngineAway, RoomEnded, type RoomState, type StreamingEngine } from '../../streaming/engine';

const { RtcRole, RtcTokenBuilder } = agora;

export interface AgoraOptions {
  appId: string;
  appCertificate: string;
  rest: AgoraRest | null;
}

export interface AgoraTiming extends CallTiming {
  /** One room is looked at in each turn, so that Agora is asked at most four times a second. */
  turn_ms: number;
  /** No room is looked at more often. */
  look_ms: number;
}

const agoraTiming: AgoraTiming = { ...callTiming, turn_ms: 250, look_ms: 5_000 };
const blindEnd_s = 600;
/** A rule outlives every token that was given before it. */
const barred_s = credentialsLast_s + 60;

/** Opens nothing before the first credentials. `timing` is for tests. */
export function agoraEngine(options: AgoraOptions, clock: Clock, timing: AgoraTiming = agoraTiming): StreamingEngine {
  const { appId, appCertificate } = options;
  const rest = options.rest && agoraCalls(appId, options.rest, timing);
  const rooms = new Map<string, Room>();
  const { listen, tell } = listeners();
  const turns = takeTurns(rooms, rest, clock, timing, (room) => look(room));

  /** The rules of other hosts are read when a room is first heard of, and from time to time afterwards. */
  const open = async (name: string): Promise<Room> => {
    const known = rooms.get(name);
    if (known) return known;
    const room = newRoom(name, clock.now());
    rooms.set(name, room);
    turns.begin();
    await turns.readRules();
    return room;
  };

  const users = async (room: Room): Promise<AgoraUsers> => {
    forgetExpired(room, clock.now());
    if (rest === null || room.isEnded) return grantedUsers(room);
    return rest.users(room.name);
  };

  /** Tells what is new in a room. */
  const look = async (room: Room): Promise<void> => {
    room.lookedAt = clock.now();
    const seen = await users(room);
    const { sight } = sightOf(room, seen);
    const news = newsBetween(room.name, room.sight, sight);
    room.sight = sight;
    news.forEach(tell);
    const intruders = seen.broadcasters.filter((uid) => !isPublisherUid(uid));
    if (rest !== null) await Promise.all(intruders.map((uid) => rest.bar({ cname: room.name, uid }, barred_s)));
  };

  return {
    ...recordsNothing,
    name: 'agora',
    ...(rest === null && { isBlind: true }),
    listen,

    credentials: async ({ room: name, identity, role, ttl_s }) => {
      const room = await open(name);
      if (room.isEnded) throw new RoomEnded('the room has ended');
      const given_s = Math.min(ttl_s, rest === null ? blindEnd_s : credentialsLast_s);
      const expiresAt = new Date(clock.now().getTime() + given_s * 1000);
      const uid = grant(room, { identity, role }, expiresAt, clock);
      if (rest === null) await look(room);
      const rights = role === 'publisher' ? RtcRole.PUBLISHER : RtcRole.SUBSCRIBER;
      return {
        engine: 'agora',
        token: RtcTokenBuilder.buildTokenWithUid(appId, appCertificate, name, uid, rights, given_s, given_s),
        url: null,
        whipUrl: null,
        whepUrl: null,
        appId,
        uid,
        iceServers: [],
        expiresAt,
      };
    },

    roomState: async (name): Promise<RoomState> => {
      const room = rooms.get(name) ?? newRoom(name, clock.now());
      return sightOf(room, await users(room)).state;
    },

    putOut: async (name, identity) => {
      const room = await open(name);
      const uids = openUids(room, identity);
      if (rest !== null) await Promise.all(uids.map((uid) => rest.bar({ cname: name, uid }, barred_s)));
      barPerson(room, identity, uids, clock.now());
      if (rest === null) await look(room);
    },

    endRoom: async (name) => {
      const room = await open(name);
      if (rest !== null && !room.isEnded) await rest.bar({ cname: name, uid: null }, barred_s);
      end(room, clock.now());
      await look(room);
    },

    isUp: () => isAnswered(async () => rest?.users(probe)),

    close: async () => turns.end(),
  };
}

interface Turns {
  begin(): void;
  readRules(): Promise<void>;
  end(): void;
}

/** Looks at the open rooms one after the other, the longest unseen first, for as long as there are any. */
function takeTurns(
  rooms: Map<string, Room>,
  rest: AgoraCalls | null,
  clock: Clock,
  { turn_ms, look_ms }: AgoraTiming,
  look: (room: Room) => Promise<void>,
): Turns {
  let timer: NodeJS.Timeout | null = null;
  let isBusy = false;
  let rulesReadAt = new Date(0);

  const stop = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  const isDue = (lastAt: Date): boolean => clock.now().getTime() - lastAt.getTime() >= look_ms;

  /** Best effort: without them somebody put out by another host may hold a number that is let in no more, and asks again. */
  const readRules = async (): Promise<void> => {
    rulesReadAt = clock.now();
    const rules = await rest?.rules().catch(() => []);
    learn(rooms, rules ?? []);
  };

  const turn = async (): Promise<void> => {
    const now = clock.now();
    for (const room of rooms.values()) if (room.keepUntil < now) rooms.delete(room.name);
    const [next] = [...rooms.values()].sort((one, other) => one.lookedAt.getTime() - other.lookedAt.getTime());
    if (!next) stop();
    else if (rest !== null && isDue(rulesReadAt)) await readRules();
    else if (isDue(next.lookedAt)) await look(next);
  };

  const takeTurn = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await turn();
    } catch (error) {
      // Events are hints: what was not seen now is seen at the next look.
      if (!(error instanceof EngineAway)) throw error;
    } finally {
      isBusy = false;
    }
  };

  return {
    begin: () => {
      timer ??= setInterval(() => void takeTurn(), turn_ms).unref();
    },
    readRules,
    end: stop,
  };
}
