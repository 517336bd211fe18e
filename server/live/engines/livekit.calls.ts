/** How LiveKit's room service is asked: in bounded time, with what does not exist as null and every other failure as EngineAway. */
import { ParticipantInfo_State, RoomServiceClient, ServerError, type ParticipantInfo } from 'livekit-server-sdk';
import { awayBy, bounded, probe, type CallTiming } from '../../streaming/calls';

export interface LivekitOptions {
  /** Where browsers connect to, and the host asks; any of ws, wss, http and https. */
  url: string;
  apiKey: string;
  apiSecret: string;
}

export interface RoomCalls {
  /** Who is in a room, and who is coming in; nobody is in a room that does not exist. */
  participants(room: string): Promise<ParticipantInfo[]>;
  remove(room: string, identity: string, revokedBefore: Date): Promise<void>;
  removeRoom(room: string): Promise<void>;
  /** Throws EngineAway unless it answers to our keys. */
  check(): Promise<void>;
  /** Makes several calls one that ends in time. */
  whole<T>(work: () => Promise<T>): Promise<T>;
}

const name = 'LiveKit';

async function ask<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return null;
    throw awayBy(name, error);
  }
}

/** Opens nothing before the first call. */
export function roomCalls({ url, apiKey, apiSecret }: LivekitOptions, timing: CallTiming): RoomCalls {
  // Its own way round broken regions makes up to three requests; the face's time is for one.
  const service = new RoomServiceClient(url, apiKey, apiSecret, { requestTimeout: timing.attempt_ms / 1000, failover: false });
  const verb = <A extends unknown[], T>(request: (...args: A) => Promise<T>) => {
    return (...args: A): Promise<T | null> => bounded(timing, name, () => ask(() => request(...args)));
  };
  const list = verb((room: string) => service.listParticipants(room));
  const remove = verb((room: string, identity: string, revokedBefore: Date) =>
    // Servers that can take back tokens take back those older than this; left to themselves they would refuse new ones for a minute.
    service.removeParticipant(room, identity, { revokeTokenTs: BigInt(Math.floor(revokedBefore.getTime() / 1000)) }),
  );
  const removeRoom = verb((room: string) => service.deleteRoom(room));
  const listProbe = verb(() => service.listRooms([probe]));
  return {
    participants: async (room) => ((await list(room)) ?? []).filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED),
    remove: async (room, identity, revokedBefore) => {
      await remove(room, identity, revokedBefore);
    },
    removeRoom: async (room) => {
      await removeRoom(room);
    },
    check: async () => {
      await listProbe();
    },
    whole: (work) => bounded(timing, name, work),
  };
}
