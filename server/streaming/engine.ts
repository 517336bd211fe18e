/**
 * The face of a live engine: what the host may ask of whatever carries the pictures, and nothing of how it does it.
 *
 * Laws that hold for every implementation, and one suite of tests asks them of each:
 * - **A room is one session of one stream**, named by the session's id; it is made when somebody first asks for it and gone
 *   after `endRoom`, whose name never comes back. Every verb may be called again: the second call changes nothing.
 * - **Credentials are a right for minutes**, bound to room, identity and role. The host has asked whether the person may; the
 *   engine lets nobody in without them. `putOut` ends a connection within two seconds, and credentials given before it are worth
 *   nothing afterwards where the engine can know them. A host that was not asked to put somebody out, because another one was or
 *   because it started anew since, may not know: whoever hears of somebody joining asks again whether she may.
 * - **One publisher a room**: who publishes anew, in the same or another window, takes the place of what was there.
 * - **Events are hints.** They come late, twice and in any order; `roomState` tells how things stand, and that is what counts.
 * - **A call ends** within `callEnds_ms`, and throws `EngineAway` when nobody knows its outcome. Never call while a transaction is open.
 */
import type { streamingEngines } from '@contract/values';

export type EngineName = (typeof streamingEngines)[number];

/** No call takes longer than this. */
export const callEnds_ms = 5_000;

/** No credentials live longer. */
export const credentialsLast_s = 3_600;

/** The engine gave no answer: it is down, or starting anew. The same call may be made again. */
export class EngineAway extends Error {
  override name = 'EngineAway';
}

/** The room was ended, and its name never comes back. Engines that keep no rooms of their own never say so. */
export class RoomEnded extends Error {
  override name = 'RoomEnded';
}

/** What an engine has to do now, and the processor time that it has used since its start. */
export interface EngineLoad {
  rooms: number;
  connections: number;
  cpu_ms: number;
}

export type LiveRole = 'publisher' | 'viewer';

/** Who wants to come in, and where. `identity` is an account's id: five windows of one person are one viewer. */
export interface Entry {
  room: string;
  identity: string;
  role: LiveRole;
  /** Seconds that the credentials are good for; what is beyond `credentialsLast_s` is cut. */
  ttl_s: number;
}

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** What a browser needs to come in. Fields that an engine does not know are null. */
export interface Credentials {
  engine: EngineName;
  token: string;
  /** Where its own client connects to. */
  url: string | null;
  /** Where anybody's WHIP or WHEP client posts its offer, the token as bearer. */
  whipUrl: string | null;
  whepUrl: string | null;
  appId: string | null;
  /** The number that an engine without names knows the person by. */
  uid: number | null;
  iceServers: IceServer[];
  expiresAt: Date;
}

export interface RoomState {
  isPublished: boolean;
  /** Each person once, the publisher not among them. */
  viewers: string[];
}

/** What happened in a room. */
export type EngineEvent =
  | { type: 'published' | 'unpublished'; room: string; identity: string }
  | { type: 'joined' | 'left'; room: string; identity: string }
  /** A recording that was stopped is ready. */
  | { type: 'recorded'; room: string }
  /** The engine started anew and knows no rooms: whoever was connected has to come in again. */
  | { type: 'restarted' };

/** How a recording stands. Making it ready takes minutes at most, and outlives the engine's process. */
export type RecordingState =
  /** There is none: it never began, nothing was ever published meanwhile, or it was taken. */
  | { status: 'none' }
  | { status: 'recording' }
  /** It has ended and is being made ready. */
  | { status: 'pending' }
  /** It can be played, from the disk of engine and host; whoever takes the file away removes it for good. */
  | { status: 'ready'; path: string; duration_s: number };

export interface StreamingEngine {
  readonly name: EngineName;
  /** What it can: the screens leave out what it cannot. */
  readonly canRecord: boolean;
  /**
   * True where the host cannot look into the rooms (Agora without keys of its RESTful API); absent where it can. `roomState` and
   * events then tell who holds good credentials, not who is there: a window that was closed counts until its credentials end. What
   * cannot be put out leaves when they do, within ten minutes: tell browsers yourself to leave.
   */
  readonly isBlind?: boolean;
  /** @throws RoomEnded where the engine knows it */
  credentials(entry: Entry): Promise<Credentials>;
  /** How a room stands; a room that nobody asked for is empty. */
  roomState(room: string): Promise<RoomState>;
  /** Ends all connections of a person with a room. */
  putOut(room: string, identity: string): Promise<void>;
  endRoom(room: string): Promise<void>;
  /** Begins to write down what is published; what is published anew later goes into the same recording. */
  startRecording(room: string): Promise<void>;
  /** Ends it, as `endRoom` does; `recordingState` tells when it is ready. */
  stopRecording(room: string): Promise<void>;
  recordingState(room: string): Promise<RecordingState>;
  /** Calls `hear` for what happens from now on, until the answer is called. What happened meanwhile is not told again. */
  listen(hear: (event: EngineEvent) => void): () => void;
  /** Whether it answers, for `/ready`. */
  isUp(): Promise<boolean>;
  /** What its process has to do now, where that is one of the site's; null while it does not answer. */
  load?(): Promise<EngineLoad | null>;
  close(): Promise<void>;
}
