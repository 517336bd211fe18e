/** The interface of a live engine's browser client. Each engine is a file in this folder, loaded on demand. */
import type { streamingEngines } from '@contract/kernel/values/site';
import type { TrackKind } from '@web/lib/track-kind';

/** Room credentials, as returned by `POST /streaming/agora/token`. Fields that an engine does not use are null. */
export interface LiveCredentials {
  engine: (typeof streamingEngines)[number];
  room: string;
  token: string;
  url: string | null;
  whipUrl: string | null;
  whepUrl: string | null;
  iceServers: RTCIceServer[];
  appId: string | null;
  uid: number | null;
  expiresAt: string;
}

/** Requests fresh credentials from the server: null when access has ended; throws when the server cannot be reached. */
export type Renew = () => Promise<LiveCredentials | null>;

export interface LiveStats {
  /** Sent or received now; null until the second measurement. */
  bitrate_kbps: number | null;
  /** The share of lost packets, 0 to 1. */
  loss: number | null;
  /** Round trip to the engine. */
  rtt_ms: number | null;
}

/**
 * `lost`: unknown reason, reconnect · `evicted`: reconnect if the server issues fresh credentials · `replaced`: another page publishes
 * instead.
 */
export type SessionEnd = 'lost' | 'evicted' | 'replaced';

/** One session with an engine, from joining until the connection breaks. */
export interface EngineSession {
  readonly ended: Promise<SessionEnd>;
  stats(): Promise<LiveStats>;
  close(): Promise<void>;
}

export interface PublishingSession extends EngineSession {
  /** Sends this track in place of the former track of its kind. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
}

export interface SessionCallbacks {
  /** Called with true when the engine's SDK starts to reconnect by itself, and with false when it has reconnected. */
  onReconnecting(isReconnecting: boolean): void;
  /** Fetches fresh credentials, which later sessions use too. */
  renew: Renew;
}

/** What a publisher sends. The page owns the tracks: an engine never stops them. */
export interface Outgoing {
  readonly tracks: ReadonlyMap<TrackKind, MediaStreamTrack>;
  readonly bitrate_kbps: number;
}

export interface EngineClient {
  /** Joins and sends. @throws CredentialsRejected */
  publish(outgoing: Outgoing, credentials: LiveCredentials, callbacks: SessionCallbacks): Promise<PublishingSession>;
  /** Joins and adds received tracks to `incoming`, which stays the same stream. @throws CredentialsRejected */
  watch(incoming: MediaStream, credentials: LiveCredentials, callbacks: SessionCallbacks): Promise<EngineSession>;
}

/** The engine accepted the credentials, but the network lets no media through. */
export class NoPath extends Error {
  override name = 'NoPath';
}

/** The engine rejected the credentials. */
export class CredentialsRejected extends Error {
  override name = 'CredentialsRejected';
}

/** Replaces the track of the same kind in `incoming`. */
export function setTrack(incoming: MediaStream, track: MediaStreamTrack): void {
  for (const other of incoming.getTracks()) if (other.kind === track.kind && other !== track) incoming.removeTrack(other);
  incoming.addTrack(track);
}

/** A promise of a session's end with its resolver. Only the first call of `end` has an effect. */
export function sessionEnd(): { ended: Promise<SessionEnd>; end: (reason: SessionEnd) => void } {
  let end: (reason: SessionEnd) => void = () => undefined;
  const ended = new Promise<SessionEnd>((resolve) => (end = resolve));
  return { ended, end };
}
