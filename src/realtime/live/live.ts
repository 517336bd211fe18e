/**
 * Publishes and watches live video in a browser, with any engine. The engine's code is loaded on first use. Broken connections are
 * restored automatically; pages only observe the state.
 */
import { trackKindOf, type TrackKind } from '@web/lib/track-kind';
import { type EngineClient, type LiveCredentials, type LiveStats, type Renew } from './engine-client';
import { isOver, keepConnected, retryPolicy, type Connection, type LiveState, type RetryPolicy } from './keep-connected';
import type { EngineSession } from './engine-client';
import { drawNoise } from './noise';
import { measureConnection } from './connection-test';

export { NoPath } from './engine-client';
export type { LiveCredentials } from './engine-client';
export type { LiveState } from './keep-connected';

interface LiveConnection {
  state(): LiveState;
  /** Calls `listener` now and at each change. Returns the function that unsubscribes. */
  onState(listener: (state: LiveState) => void): () => void;
  /** Current statistics; all null without a connection. Call about once a second. */
  stats(): Promise<LiveStats>;
  close(): Promise<void>;
}

export interface Publication extends LiveConnection {
  /** Switches to another camera or microphone without reconnecting. The caller stops the former track. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Sends silence or black frames without reconnecting. Applies to later tracks too. */
  mute(kind: TrackKind, isMuted: boolean): void;
}

export interface Watching extends LiveConnection {
  /** The received tracks. The same stream across reconnections, for the `srcObject` of a video. */
  readonly stream: MediaStream;
}

interface Options {
  /** Requests fresh credentials from the server: null when access has ended; throws when the server cannot be reached. */
  renew: Renew;
  /** For tests. */
  retryPolicy?: RetryPolicy;
}

const defaultBitrate_kbps = 2_500;
const noStats: LiveStats = { bitrate_kbps: null, loss: null, rtt_ms: null };

/** Tests the connection before a show; see `connection-test.ts`. It sends noise, which no viewer receives. */
export async function testConnection(credentials: LiveCredentials, signal: AbortSignal): Promise<LiveStats> {
  const { client } = await clients[credentials.engine]();
  const noise = drawNoise();
  try {
    return await measureConnection(client, noise.stream, credentials, signal);
  } finally {
    noise.stop();
  }
}

const clients: Record<LiveCredentials['engine'], () => Promise<{ client: EngineClient }>> = {
  embedded: () => import('./embedded'),
  livekit: () => import('./livekit'),
  agora: () => import('./agora'),
};

/**
 * Pages of one browser agree on who publishes in a room: the last to connect. Between devices only the engine can tell, and not every
 * engine does.
 */
function replaceOtherPages(room: string, connection: Connection<EngineSession>): void {
  const channel = new BroadcastChannel(`live ${room}`);
  let isAnnounced = false;
  channel.onmessage = () => connection.stopAsReplaced();
  const unsubscribe = connection.onState((state) => {
    if (state === 'connected' && !isAnnounced) {
      isAnnounced = true;
      channel.postMessage('here');
    }
    if (!isOver(state)) return;
    channel.close();
    queueMicrotask(() => unsubscribe());
  });
}

const commonMethods = (connection: Connection<EngineSession>): LiveConnection => ({
  state: connection.state,
  onState: connection.onState,
  close: connection.close,
  stats: async () => (await connection.session()?.stats()) ?? noStats,
});

/** Sends the tracks of `stream`, with at most `bitrate_kbps` of video. The caller owns the tracks and stops them. */
export async function publish(
  stream: MediaStream,
  credentials: LiveCredentials,
  { renew, retryPolicy: policy = retryPolicy, bitrate_kbps = defaultBitrate_kbps }: Options & { bitrate_kbps?: number },
): Promise<Publication> {
  const { client } = await clients[credentials.engine]();
  const tracks = new Map(stream.getTracks().map((track) => [trackKindOf(track), track]));
  const muted = new Set<TrackKind>();
  const connection = keepConnected(
    { open: (fresh, callbacks) => client.publish({ tracks, bitrate_kbps }, fresh, callbacks), credentials, renew, onConflict: 'stop' },
    policy,
  );
  replaceOtherPages(credentials.room, connection);
  return {
    ...commonMethods(connection),
    replaceTrack: async (track) => {
      track.enabled = !muted.has(trackKindOf(track));
      tracks.set(trackKindOf(track), track);
      await connection.session()?.replaceTrack(track);
    },
    mute: (kind, isMuted) => {
      if (isMuted) muted.add(kind);
      else muted.delete(kind);
      const track = tracks.get(kind);
      if (track) track.enabled = !isMuted;
    },
  };
}

/** Watches the room's publisher, who may join later. */
export async function watch(credentials: LiveCredentials, { renew, retryPolicy: policy = retryPolicy }: Options): Promise<Watching> {
  const { client } = await clients[credentials.engine]();
  const stream = new MediaStream();
  const connection = keepConnected(
    { open: (fresh, callbacks) => client.watch(stream, fresh, callbacks), credentials, renew, onConflict: 'rejoin' },
    policy,
  );
  return { ...commonMethods(connection), stream };
}
