/** What a browser's side of a live engine has to do; one file each beside, loaded when a page needs it. */
import type { streamingEngines } from '@contract/values';

/** What the host lets a browser in with, as `POST /streaming/agora/token` answers it; what an engine does not know is null. */
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

/** Asks the host for fresh credentials: null when there is no right to come in any more; throws when nobody knows. */
export type Renew = () => Promise<LiveCredentials | null>;

export interface LiveStats {
  /** What is sent or received now; null until it was measured twice. */
  bitrate_kbps: number | null;
  /** The share of packets that were lost on the way, 0 to 1. */
  loss: number | null;
  /** To the engine and back. */
  rtt_ms: number | null;
}

/** `lost`: nobody knows why, come again · `put_out`: come again if the host gives fresh credentials · `replaced`: another page took the place. */
export type LineEnd = 'lost' | 'put_out' | 'replaced';

/** One connection, from coming in until it breaks. */
export interface Line {
  readonly ended: Promise<LineEnd>;
  stats(): Promise<LiveStats>;
  close(): Promise<void>;
}

export interface PublishingLine extends Line {
  /** Sends this one from now on, instead of what was sent of its kind. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
}

export interface Ears {
  /** The engine's own client mends a broken connection, or has mended it. */
  onMending(isMending: boolean): void;
  /** Fresh credentials, which count for later lines too. */
  renew: Renew;
}

export type Kind = 'audio' | 'video';

/** What a publisher sends. The tracks stay the page's: an engine never stops them. */
export interface Outgoing {
  readonly tracks: ReadonlyMap<Kind, MediaStreamTrack>;
  readonly bitrate_kbps: number;
}

export interface EngineClient {
  /** Comes in and sends. @throws NotLetIn */
  publish(outgoing: Outgoing, credentials: LiveCredentials, ears: Ears): Promise<PublishingLine>;
  /** Comes in and puts what arrives into `incoming`, which stays the same stream. @throws NotLetIn */
  watch(incoming: MediaStream, credentials: LiveCredentials, ears: Ears): Promise<Line>;
}

/** The engine let somebody in, and no picture can get through: the network between lets none pass. */
export class NoPath extends Error {
  override name = 'NoPath';
}

/** The engine refused the credentials. */
export class NotLetIn extends Error {
  override name = 'NotLetIn';
}

export const kindOf = ({ kind }: MediaStreamTrack): Kind => (kind === 'audio' ? 'audio' : 'video');

/** Shows a track in place of what came before it. */
export function takeIn(incoming: MediaStream, track: MediaStreamTrack): void {
  for (const other of incoming.getTracks()) if (other.kind === track.kind && other !== track) incoming.removeTrack(other);
  incoming.addTrack(track);
}

/** A promise of a line's end, and who keeps it: the first word counts. */
export function lineEnd(): { ended: Promise<LineEnd>; end: (how: LineEnd) => void } {
  let end: (how: LineEnd) => void = () => undefined;
  const ended = new Promise<LineEnd>((resolve) => (end = resolve));
  return { ended, end };
}
