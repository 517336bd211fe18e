/** The embedded engine in the API server: signs credentials, forwards offers to the engine's process, and receives its events. */
import type { Config } from '../../../kernel/config';
import type { Clock } from '../../../platform/context';
import { deriveKey } from '../../../kernel/derive-key';
import { EngineUnavailable, RoomEnded, callTimeout_ms, credentialsLifetime_s } from '../engine';
import type { Credentials, EngineEvent, EngineLoad, CredentialsRequest, RecordingState, RoomState, StreamingEngine } from '../engine';
import { controlClient } from '@sfu/control-client';
import { controlKey } from './control-key';
import { readSigned, readToken, writeToken } from './tokens';
import type { LiveToken } from './tokens';
import { iceServersFor } from './turn';
import { Admission, ConnectResponse, HealthBody, Owner, RecordingBody, RejectedError, StateBody, isName } from '@sfu/wire';

const tokenLabel = 'live credentials';

/** The URLs of the API server's WHIP and WHEP endpoints. */
export interface SignallingUrls {
  whip: string;
  whep: string;
}

/** The operations behind the API server's WHIP and WHEP endpoints. */
export interface SignallingBackend {
  /** The content of a bearer token; null when it is forged, altered or expired. */
  readToken(token: string): LiveToken | null;
  /**
   * Answers the offer of a token's bearer. The endpoint has already checked the role.
   * @throws EngineUnavailable
   * @throws RejectedError `credentials` (evicted since, or the engine has restarted), `ended`, `offer` (invalid), `codecs`, `full`
   */
  answerOffer(token: LiveToken, offer: string): Promise<ConnectResponse>;
  /** The content of a bearer token, even when it has expired; null when it is forged or altered. */
  readExpiredToken(token: string): Owner | null;
  /** Room, identity and role of a connection; null when it does not exist. @throws EngineUnavailable */
  ownerOf(resource: string): Promise<Owner | null>;
  /** Closes a connection. Idempotent. @throws EngineUnavailable */
  leave(resource: string): Promise<void>;
}

export interface EmbeddedEngine extends StreamingEngine {
  readonly signalling: SignallingBackend;
}

/** Creates the engine's client in the API server. Nothing is sent before the first call. */
export function embeddedEngine(config: Pick<Config, 'appSecret' | 'live'>, signallingUrls: SignallingUrls, clock: Clock): EmbeddedEngine {
  const { turn, url } = config.live;
  const tokenKey = deriveKey(config.appSecret, tokenLabel);
  const control = controlClient({
    url,
    key: controlKey(config),
    // Shorter than the callers' timeout, so that they get this error and not a timeout.
    timeout_ms: callTimeout_ms - 1_000,
    unreachable: (message, options) => new EngineUnavailable(message, options),
  });
  const subscriptions = new Set<AbortController>();
  const health = (): Promise<EngineLoad | null> =>
    control.request(HealthBody, 'GET', 'health').catch((error: unknown) => {
      if (error instanceof EngineUnavailable) return null;
      throw error;
    });
  const readValidToken = (token: string): LiveToken | null => readToken(tokenKey, token, clock.now());

  return {
    name: 'embedded',
    canRecord: true,
    signalling: {
      readToken: readValidToken,
      answerOffer: ({ room, identity, role, run, serial }, offer) =>
        control.request(ConnectResponse, 'POST', 'connections', { room, identity, role, run, serial, offer }),
      readExpiredToken: (token) => readSigned(tokenKey, token),
      ownerOf: async (resource) => (isName(resource) ? control.find(Owner, `connections/${resource}`) : null),
      leave: async (resource) => {
        if (isName(resource)) await control.act('DELETE', `connections/${resource}`);
      },
    },

    credentials: async (request: CredentialsRequest): Promise<Credentials> => {
      const { room, identity, role } = request;
      const admission = await control.request(Admission, 'POST', `rooms/${room}/admissions`).catch(asRoomEnded);
      const expiresAt = new Date(clock.now().getTime() + Math.min(request.ttl_s, credentialsLifetime_s) * 1000);
      return {
        engine: 'embedded',
        token: writeToken(tokenKey, { room, identity, role, ...admission, expires_ms: expiresAt.getTime() }),
        url: null,
        whipUrl: role === 'publisher' ? signallingUrls.whip : null,
        whepUrl: role === 'viewer' ? signallingUrls.whep : null,
        appId: null,
        uid: null,
        iceServers: iceServersFor(turn, identity, expiresAt),
        expiresAt,
      };
    },
    roomState: (room): Promise<RoomState> => control.request(StateBody, 'GET', `rooms/${room}`),
    evict: async (room, identity) => {
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
    recordingState: (room): Promise<RecordingState> => control.request(RecordingBody, 'GET', `rooms/${room}/recording`),
    listen: (emit) => {
      const controller = new AbortController();
      subscriptions.add(controller);
      void control.subscribe(withRestarts(emit), controller.signal);
      return () => {
        subscriptions.delete(controller);
        controller.abort();
      };
    },
    isUp: async () => (await health()) !== null,
    load: health,
    close: async () => {
      for (const controller of subscriptions) controller.abort();
    },
  };
}

function asRoomEnded(error: unknown): never {
  if (error instanceof RejectedError && error.reason === 'ended') throw new RoomEnded(error.message, { cause: error });
  throw error;
}

/** Emits `restarted` when the event stream reconnects to another run of the engine. */
function withRestarts(emit: (event: EngineEvent) => void): Parameters<ReturnType<typeof controlClient>['subscribe']>[0] {
  let currentRun: string | null = null;
  return (event) => {
    if (event.type === 'hello') {
      if (currentRun !== null && currentRun !== event.run) emit({ type: 'restarted' });
      currentRun = event.run;
    } else if (event.type !== 'alive') emit(event);
  };
}
