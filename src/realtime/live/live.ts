/**
 * Live pictures in a browser, whichever engine carries them: to send one's own, and to watch. The engine's code comes when it is
 * first needed. Connections that break are made again by themselves; what pages hear of that is the state.
 */
import { kindOf, type EngineClient, type Kind, type LiveCredentials, type LiveStats, type Renew } from '@web/lib/live/engine-client';
import { isOver, keepConnected, pace, type Connection, type LiveState, type Pace } from './keep-connected';
import type { Line } from '@web/lib/live/engine-client';

export type { LiveCredentials } from '@web/lib/live/engine-client';
export type { LiveState } from './keep-connected';

interface Shared {
  state(): LiveState;
  /** Calls `hear` now and at each change, until the answer is called. */
  onState(hear: (state: LiveState) => void): () => void;
  /** How it goes now; all null while there is no connection. Ask about once a second. */
  stats(): Promise<LiveStats>;
  close(): Promise<void>;
}

export interface Publication extends Shared {
  /** Sends from another camera or microphone, without a drop. The one before is the caller's to stop. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Sends silence or a black picture, without a drop, also from tracks that come later. */
  mute(kind: Kind, isMuted: boolean): void;
}

export interface Watching extends Shared {
  /** What arrives; the same stream all the time, for the `srcObject` of a video. */
  readonly stream: MediaStream;
}

interface Options {
  /** Asks the host for fresh credentials: null when there is no right any more; throws when nobody knows. */
  renew: Renew;
  /** For tests. */
  pace?: Pace;
}

const bitrateStandard_kbps = 2_500;
const unknown: LiveStats = { bitrate_kbps: null, loss: null, rtt_ms: null };

const clients: Record<LiveCredentials['engine'], () => Promise<{ client: EngineClient }>> = {
  embedded: () => import('./embedded'),
  livekit: () => import('./livekit'),
  agora: () => import('./agora'),
};

/**
 * The pages of one browser tell each other who publishes in a room: the one that came last. Elsewhere only the engine could tell,
 * and not every engine does.
 */
function takePlace(room: string, connection: Connection<Line>): void {
  const pages = new BroadcastChannel(`live ${room}`);
  let isTaken = false;
  pages.onmessage = () => connection.giveWay();
  const stop = connection.onState((state) => {
    if (state === 'connected' && !isTaken) {
      isTaken = true;
      pages.postMessage('here');
    }
    if (!isOver(state)) return;
    pages.close();
    queueMicrotask(() => stop());
  });
}

const shared = (connection: Connection<Line>): Shared => ({
  state: connection.state,
  onState: connection.onState,
  close: connection.close,
  stats: async () => (await connection.line()?.stats()) ?? unknown,
});

/** Sends the tracks of `stream`, at most `bitrate_kbps` of picture. They stay the caller's, who stops them. */
export async function publish(
  stream: MediaStream,
  credentials: LiveCredentials,
  { renew, pace: own = pace, bitrate_kbps = bitrateStandard_kbps }: Options & { bitrate_kbps?: number },
): Promise<Publication> {
  const { client } = await clients[credentials.engine]();
  const tracks = new Map(stream.getTracks().map((track) => [kindOf(track), track]));
  const muted = new Set<Kind>();
  const connection = keepConnected(
    { open: (good, ears) => client.publish({ tracks, bitrate_kbps }, good, ears), credentials, renew, givesWay: 'gives way' },
    own,
  );
  takePlace(credentials.room, connection);
  return {
    ...shared(connection),
    replaceTrack: async (track) => {
      track.enabled = !muted.has(kindOf(track));
      tracks.set(kindOf(track), track);
      await connection.line()?.replaceTrack(track);
    },
    mute: (kind, isMuted) => {
      if (isMuted) muted.add(kind);
      else muted.delete(kind);
      const track = tracks.get(kind);
      if (track) track.enabled = !isMuted;
    },
  };
}

/** Watches what is sent into the room, now or later. */
export async function watch(credentials: LiveCredentials, { renew, pace: own = pace }: Options): Promise<Watching> {
  const { client } = await clients[credentials.engine]();
  const stream = new MediaStream();
  const connection = keepConnected(
    { open: (good, ears) => client.watch(stream, good, ears), credentials, renew, givesWay: 'comes again' },
    own,
  );
  return { ...shared(connection), stream };
}
