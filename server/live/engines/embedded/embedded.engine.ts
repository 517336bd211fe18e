/** The embedded engine as the host knows it: it signs credentials, carries offers to the engine's process, and hears its events. */
import type { Config } from '../../../kernel/config';
import type { Clock } from '../../../platform/context';
import { deriveKey } from '../../../kernel/derive-key';
import { EngineAway, RoomEnded, credentialsLast_s } from '../../../streaming/engine';
import type { Credentials, EngineEvent, EngineLoad, Entry, RecordingState, RoomState, StreamingEngine } from '../../../streaming/engine';
import { controlClient } from '../../../streaming/embedded/control-client';
import { readSigned, readToken, writeToken } from './tokens';
import type { LiveToken } from './tokens';
import { iceServersFor } from './turn';
import {
  Admission,
  Entered,
  HealthBody,
  Owner,
  RecordingBody,
  Refused,
  StateBody,
  controlLabel,
  isName,
} from '../../../streaming/embedded/wire';

const tokenLabel = 'live credentials';

/** Where the host answers WHIP and WHEP. */
export interface DoorAddresses {
  whip: string;
  whep: string;
}

/** What the host's WHIP and WHEP endpoints stand on. */
export interface LiveDoor {
  /** What a bearer token says; null for one that is invented, altered, or whose time has passed. */
  readToken(token: string): LiveToken | null;
  /**
   * Answers the offer of whoever brought the token, whose role the endpoint has compared.
   * @throws EngineAway
   * @throws Refused `credentials` (put out since, or the engine started anew), `ended`, `offer` (cannot be used), `full`
   */
  answerOffer(token: LiveToken, offer: string): Promise<Entered>;
  /** What a bearer token says, also after its time; null for one that is invented or altered. */
  readOwner(token: string): Owner | null;
  /** Whose a connection is; null when there is no such connection. @throws EngineAway */
  ownerOf(resource: string): Promise<Owner | null>;
  /** Ends a connection; twice is once. @throws EngineAway */
  leave(resource: string): Promise<void>;
}

export interface EmbeddedEngine extends StreamingEngine {
  readonly door: LiveDoor;
}

/** Opens the host's side. Nothing is sent before the first call. */
export function embeddedEngine(config: Pick<Config, 'appSecret' | 'live'>, addresses: DoorAddresses, clock: Clock): EmbeddedEngine {
  const { turn, url } = config.live;
  const tokenKey = deriveKey(config.appSecret, tokenLabel);
  const control = controlClient(url, deriveKey(config.appSecret, controlLabel).toString('hex'));
  const listening = new Set<AbortController>();
  const health = (): Promise<EngineLoad | null> =>
    control.ask(HealthBody, 'GET', 'health').catch((error: unknown) => {
      if (error instanceof EngineAway) return null;
      throw error;
    });
  const read = (token: string): LiveToken | null => readToken(tokenKey, token, clock.now());

  return {
    name: 'embedded',
    canRecord: true,
    door: {
      readToken: read,
      answerOffer: ({ room, identity, role, run, serial }, offer) =>
        control.ask(Entered, 'POST', 'connections', { room, identity, role, run, serial, offer }),
      readOwner: (token) => readSigned(tokenKey, token),
      ownerOf: async (resource) => (isName(resource) ? control.find(Owner, `connections/${resource}`) : null),
      leave: async (resource) => {
        if (isName(resource)) await control.act('DELETE', `connections/${resource}`);
      },
    },

    credentials: async (entry: Entry): Promise<Credentials> => {
      const { room, identity, role } = entry;
      const admission = await control.ask(Admission, 'POST', `rooms/${room}/admissions`).catch(asRoomEnded);
      const expiresAt = new Date(clock.now().getTime() + Math.min(entry.ttl_s, credentialsLast_s) * 1000);
      return {
        engine: 'embedded',
        token: writeToken(tokenKey, { room, identity, role, ...admission, expires_ms: expiresAt.getTime() }),
        url: null,
        whipUrl: role === 'publisher' ? addresses.whip : null,
        whepUrl: role === 'viewer' ? addresses.whep : null,
        appId: null,
        uid: null,
        iceServers: iceServersFor(turn, identity, expiresAt),
        expiresAt,
      };
    },
    roomState: (room): Promise<RoomState> => control.ask(StateBody, 'GET', `rooms/${room}`),
    putOut: async (room, identity) => {
      await control.act('DELETE', `rooms/${room}/people/${identity}`);
    },
    endRoom: async (room) => {
      await control.act('DELETE', `rooms/${room}`);
    },
    startRecording: async (room) => {
      await control.act('POST', `rooms/${room}/recording`).catch(asRoomEnded);
    },
    stopRecording: async (room) => {
      await control.act('DELETE', `rooms/${room}/recording`);
    },
    recordingState: (room): Promise<RecordingState> => control.ask(RecordingBody, 'GET', `rooms/${room}/recording`),
    listen: (hear) => {
      const stop = new AbortController();
      listening.add(stop);
      void control.hear(withRestarts(hear), stop.signal);
      return () => {
        listening.delete(stop);
        stop.abort();
      };
    },
    isUp: async () => (await health()) !== null,
    load: health,
    close: async () => {
      for (const stop of listening) stop.abort();
    },
  };
}

function asRoomEnded(error: unknown): never {
  if (error instanceof Refused && error.reason === 'ended') throw new RoomEnded(error.message, { cause: error });
  throw error;
}

/** A stream that begins in another run of the engine tells that it started anew. */
function withRestarts(hear: (event: EngineEvent) => void): Parameters<ReturnType<typeof controlClient>['hear']>[0] {
  let known: string | null = null;
  return (line) => {
    if (line.type === 'hello') {
      if (known !== null && known !== line.run) hear({ type: 'restarted' });
      known = line.run;
    } else if (line.type !== 'alive') hear(line);
  };
}
