/**
 * The interface of live engines: what the API server needs from the service that carries the media, independent of the implementation.
 *
 * Rules for every implementation, which one conformance suite tests for each:
 * - **A room is one session of one stream**, named by the session's id. It is created on first use and removed by `endRoom`; its name is
 *   never reused. Every method is idempotent.
 * - **Credentials are valid for minutes**, and bound to room, identity and role. The API server checks access before it issues them; the
 *   engine admits no one without them. `evict` ends a connection within two seconds, and credentials issued before it are invalid wherever
 *   the engine can know that. An API server that did not evict the person itself, or has restarted since, may not know, so the handler of a
 *   `joined` event checks access again.
 * - **One publisher per room**: a new publishing connection, in the same or another window, replaces the previous one.
 * - **Events are hints.** They can be late, repeated and out of order; `roomState` is authoritative.
 * - **A call ends** within `callTimeout_ms`, and throws `EngineUnavailable` when its outcome is unknown. Never call while a transaction is
 *   open.
 */
import type { streamingEngines } from '@contract/kernel/values/site';

export type EngineName = (typeof streamingEngines)[number];

/** The maximum duration of a call. */
export const callTimeout_ms = 5_000;

/** The maximum lifetime of credentials. */
export const credentialsLifetime_s = 3_600;

/** The engine did not respond: it is down or restarting. The call can be retried. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
}

/** The room was ended, and its name is never reused. Engines that do not track rooms never throw this. */
export class RoomEnded extends Error {
  override name = 'RoomEnded';
}

/** The engine's current load, and the CPU time used since its start. */
export interface EngineLoad {
  rooms: number;
  connections: number;
  cpu_ms: number;
}

export type LiveRole = 'publisher' | 'viewer';

/** A request for credentials. `identity` is an account id, so several windows of a person are one viewer. */
export interface CredentialsRequest {
  room: string;
  identity: string;
  role: LiveRole;
  /** Lifetime of the credentials in seconds, capped at `credentialsLifetime_s`. */
  ttl_s: number;
}

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** What a browser needs to join. Fields that the engine does not use are null. */
export interface Credentials {
  engine: EngineName;
  token: string;
  /** The address for the engine's client library. */
  url: string | null;
  /** Where WHIP and WHEP clients post their offers, with `token` as bearer token. */
  whipUrl: string | null;
  whepUrl: string | null;
  appId: string | null;
  /** The numeric user id for engines that do not accept strings. */
  uid: number | null;
  iceServers: IceServer[];
  expiresAt: Date;
}

export interface RoomState {
  isPublished: boolean;
  /** Distinct identities, without the publisher. */
  viewers: string[];
  /** The clock in the publisher's RTCP sender reports does not match its packets and is ignored. Absent when it matches or is unknown. */
  isClockSkewed?: boolean | undefined;
}

/** An event in a room. */
export type EngineEvent =
  | { type: 'published' | 'unpublished'; room: string; identity: string }
  | { type: 'joined' | 'left'; room: string; identity: string }
  /** A stopped recording is ready. */
  | { type: 'recorded'; room: string }
  /** The engine restarted without rooms: everyone who was connected has to join again. */
  | { type: 'restarted' };

/** The state of a recording. Finishing it takes minutes at most and survives a restart of the engine. */
export type RecordingState =
  /** No recording: it never started, nothing was published, or its file was removed. */
  | { status: 'none' }
  | { status: 'recording' }
  /** It has ended and is being finished. */
  | { status: 'pending' }
  /** A playable file on the shared disk of engine and API server. Removing the file removes the recording. */
  | { status: 'ready'; path: string; duration_s: number };

export interface StreamingEngine {
  readonly name: EngineName;
  /** Screens hide recording when false. */
  readonly canRecord: boolean;
  /**
   * True when the API server cannot see the participants (Agora without keys of its RESTful API). `roomState` and events then report who
   * holds valid credentials, not who is connected: a closed window counts until its credentials expire. Evicted people can stay until then,
   * at most ten minutes, so the API server must tell their browsers to leave.
   */
  readonly cannotSeeParticipants?: boolean;
  /** @throws RoomEnded when the engine knows that the room was ended */
  credentials(request: CredentialsRequest): Promise<Credentials>;
  /** The state of a room; an unknown room is empty. */
  roomState(room: string): Promise<RoomState>;
  /** Evicts a person: ends all their connections to a room. */
  evict(room: string, identity: string): Promise<void>;
  endRoom(room: string): Promise<void>;
  /** Starts recording. Video of a reconnected publisher goes into the same recording. */
  startRecording(room: string): Promise<void>;
  /** Stops recording, as `endRoom` does; `recordingState` reports when it is ready. */
  stopRecording(room: string): Promise<void>;
  recordingState(room: string): Promise<RecordingState>;
  /** Subscribes `handler` to future events, and returns the function to unsubscribe. Past events are not replayed. */
  listen(handler: (event: EngineEvent) => void): () => void;
  /** Whether it responds; used by `/ready`. */
  isUp(): Promise<boolean>;
  /** The load of the engine's process, for engines that run as part of the site; null while it does not respond. */
  load?(): Promise<EngineLoad | null>;
  close(): Promise<void>;
}
