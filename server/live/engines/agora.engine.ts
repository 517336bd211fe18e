/**
 * Agora: its cloud carries the media, and opening a room needs no request. Its guarantees depend on the keys:
 *
 * - **With keys of its RESTful API** the API server sees the participants of a channel and bars evicted people: Agora closes their
 *   connections and rejects their uids. New credentials have new uids, so old ones stay invalid when a person is admitted again. Events are
 *   found by polling each open room every few seconds; Agora's own data is a few seconds late.
 * - **Without them it cannot see the participants** (`cannotSeeParticipants`): credentials last ten minutes at most, and evicted people, or
 *   people in an ended room, can stay until then. `roomState` and events report who holds valid credentials.
 *
 * In both cases the identities behind the uids are known only to the API server that issued the credentials, until it restarts. Viewers
 * with unknown uids are missing in `roomState` until their browsers renew their credentials. Agora enforces the viewer role only when
 * “co-host authentication” is enabled in its console; with the RESTful API a viewer who publishes anyway is evicted after the next poll.
 * Agora's recorder is a separate service that writes elsewhere, so recording is not supported.
 */
import agora from 'agora-token';
import type { Clock } from '../../platform/context';
import { agoraCalls, type AgoraCalls, type AgoraRest, type AgoraUsers } from './agora.calls';
import {
  barPerson,
  endRoom,
  forgetExpired,
  grant,
  grantedUsers,
  applyRules,
  newRoom,
  diffParticipants,
  usableUids,
  participantSnapshot,
  type Room,
} from './agora.rooms';
import { isPublisherUid } from './agora.uids';
import { callTiming, succeeds, listeners, healthCheckRoom, noRecording, type CallTiming } from './calls';
import { credentialsLifetime_s, EngineUnavailable, RoomEnded, type RoomState, type StreamingEngine } from './engine';

const { RtcRole, RtcTokenBuilder } = agora;

export interface AgoraOptions {
  appId: string;
  appCertificate: string;
  rest: AgoraRest | null;
}

export interface AgoraTiming extends CallTiming {
  /** One room is polled per tick, so that Agora gets at most four requests per second. */
  tick_ms: number;
  /** The minimum time between two polls of a room. */
  pollEvery_ms: number;
}

const agoraTiming: AgoraTiming = { ...callTiming, tick_ms: 250, pollEvery_ms: 5_000 };
const lifetimeWithoutRest_s = 600;
/** A kicking rule lasts longer than every token issued before it. */
const barDuration_s = credentialsLifetime_s + 60;

/** Sends no request before the first credentials. `timing` is for tests. */
export function agoraEngine(options: AgoraOptions, clock: Clock, timing: AgoraTiming = agoraTiming): StreamingEngine {
  const { appId, appCertificate } = options;
  const rest = options.rest && agoraCalls(appId, options.rest, timing);
  const rooms = new Map<string, Room>();
  const { listen, emit } = listeners();
  const poller = createPoller(rooms, rest, clock, timing, (room) => poll(room));

  /** Gets or creates a room. Kicking rules of other API servers are read when it is first used, and periodically afterwards. */
  const open = async (name: string): Promise<Room> => {
    const existing = rooms.get(name);
    if (existing) return existing;
    const room = newRoom(name, clock.now());
    rooms.set(name, room);
    poller.begin();
    await poller.readRules();
    return room;
  };

  const users = async (room: Room): Promise<AgoraUsers> => {
    forgetExpired(room, clock.now());
    if (rest === null || room.isEnded) return grantedUsers(room);
    return rest.users(room.name);
  };

  /** Polls a room and emits the changes since the last poll. */
  const poll = async (room: Room): Promise<void> => {
    room.polledAt = clock.now();
    const seen = await users(room);
    const { snapshot } = participantSnapshot(room, seen);
    const events = diffParticipants(room.name, room.snapshot, snapshot);
    room.snapshot = snapshot;
    events.forEach(emit);
    const intruders = seen.broadcasters.filter((uid) => !isPublisherUid(uid));
    if (rest !== null) await Promise.all(intruders.map((uid) => rest.bar({ cname: room.name, uid }, barDuration_s)));
  };

  return {
    ...noRecording,
    name: 'agora',
    ...(rest === null && { cannotSeeParticipants: true }),
    listen,

    credentials: async ({ room: name, identity, role, ttl_s }) => {
      const room = await open(name);
      if (room.isEnded) throw new RoomEnded('the room has ended');
      const lifetime_s = Math.min(ttl_s, rest === null ? lifetimeWithoutRest_s : credentialsLifetime_s);
      const expiresAt = new Date(clock.now().getTime() + lifetime_s * 1000);
      const uid = grant(room, { identity, role }, expiresAt, clock);
      if (rest === null) await poll(room);
      const rights = role === 'publisher' ? RtcRole.PUBLISHER : RtcRole.SUBSCRIBER;
      return {
        engine: 'agora',
        token: RtcTokenBuilder.buildTokenWithUid(appId, appCertificate, name, uid, rights, lifetime_s, lifetime_s),
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
      return participantSnapshot(room, await users(room)).state;
    },

    evict: async (name, identity) => {
      const room = await open(name);
      const uids = usableUids(room, identity);
      if (rest !== null) await Promise.all(uids.map((uid) => rest.bar({ cname: name, uid }, barDuration_s)));
      barPerson(room, identity, uids, clock.now());
      if (rest === null) await poll(room);
    },

    endRoom: async (name) => {
      const room = await open(name);
      if (rest !== null && !room.isEnded) await rest.bar({ cname: name, uid: null }, barDuration_s);
      endRoom(room, clock.now());
      await poll(room);
    },

    isUp: () => succeeds(async () => rest?.users(healthCheckRoom)),

    close: async () => poller.end(),
  };
}

interface Poller {
  begin(): void;
  readRules(): Promise<void>;
  end(): void;
}

/** Polls the open rooms one after the other, the least recently polled first, as long as there are any. */
function createPoller(
  rooms: Map<string, Room>,
  rest: AgoraCalls | null,
  clock: Clock,
  { tick_ms, pollEvery_ms }: AgoraTiming,
  poll: (room: Room) => Promise<void>,
): Poller {
  let timer: NodeJS.Timeout | null = null;
  let isBusy = false;
  let rulesReadAt = new Date(0);

  const stop = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  const isDue = (lastAt: Date): boolean => clock.now().getTime() - lastAt.getTime() >= pollEvery_ms;

  /** Best effort: without the rules, a person evicted by another server may get a barred uid and has to request credentials again. */
  const readRules = async (): Promise<void> => {
    rulesReadAt = clock.now();
    const rules = await rest?.rules().catch(() => []);
    applyRules(rooms, rules ?? []);
  };

  const pollNext = async (): Promise<void> => {
    const now = clock.now();
    for (const room of rooms.values()) if (room.keepUntil < now) rooms.delete(room.name);
    const [next] = [...rooms.values()].sort((a, b) => a.polledAt.getTime() - b.polledAt.getTime());
    if (!next) stop();
    else if (rest !== null && isDue(rulesReadAt)) await readRules();
    else if (isDue(next.polledAt)) await poll(next);
  };

  const tick = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await pollNext();
    } catch (error) {
      // Events are only hints; the next poll finds what this one missed.
      if (!(error instanceof EngineUnavailable)) throw error;
    } finally {
      isBusy = false;
    }
  };

  return {
    begin: () => {
      timer ??= setInterval(() => void tick(), tick_ms).unref();
    },
    readRules,
    end: stop,
  };
}
