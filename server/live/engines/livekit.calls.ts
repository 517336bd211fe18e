/** Client of LiveKit's room service with bounded calls. A missing resource is null; every other failure is thrown as EngineUnavailable. */
import { ParticipantInfo_State, RoomServiceClient, ServerError, type ParticipantInfo } from 'livekit-server-sdk';
import { toEngineUnavailable, withTimeout, healthCheckRoom, type CallTiming } from './calls';

export interface LivekitOptions {
  /** The server's address for browsers and the API server: ws, wss, http or https. */
  url: string;
  apiKey: string;
  apiSecret: string;
}

export interface RoomCalls {
  /** Participants connected to or joining a room; empty when it does not exist. */
  participants(room: string): Promise<ParticipantInfo[]>;
  remove(room: string, identity: string, revokedBefore: Date): Promise<void>;
  removeRoom(room: string): Promise<void>;
  /** Throws EngineUnavailable unless the server accepts our keys. */
  check(): Promise<void>;
  /** Bounds several calls with one timeout. */
  withTimeout<T>(work: () => Promise<T>): Promise<T>;
}

const name = 'LiveKit';

async function nullIfNotFound<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return null;
    throw toEngineUnavailable(name, error);
  }
}

/** Sends no request before the first call. */
export function roomCalls({ url, apiKey, apiSecret }: LivekitOptions, timing: CallTiming): RoomCalls {
  // The SDK's region failover makes up to three requests, which does not fit into the time limit of a call.
  const service = new RoomServiceClient(url, apiKey, apiSecret, { requestTimeout: timing.attempt_ms / 1000, failover: false });
  const boundedCall = <A extends unknown[], T>(request: (...args: A) => Promise<T>) => {
    return (...args: A): Promise<T | null> => withTimeout(timing, name, () => nullIfNotFound(() => request(...args)));
  };
  const list = boundedCall((room: string) => service.listParticipants(room));
  const remove = boundedCall((room: string, identity: string, revokedBefore: Date) =>
    // Servers that can revoke tokens revoke those older than this. By default they would also reject tokens issued in the next minute.
    service.removeParticipant(room, identity, { revokeTokenTs: BigInt(Math.floor(revokedBefore.getTime() / 1000)) }),
  );
  const removeRoom = boundedCall((room: string) => service.deleteRoom(room));
  const listHealthCheckRoom = boundedCall(() => service.listRooms([healthCheckRoom]));
  return {
    participants: async (room) => ((await list(room)) ?? []).filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED),
    remove: async (room, identity, revokedBefore) => {
      await remove(room, identity, revokedBefore);
    },
    removeRoom: async (room) => {
      await removeRoom(room);
    },
    check: async () => {
      await listHealthCheckRoom();
    },
    withTimeout: (work) => withTimeout(timing, name, work),
  };
}
