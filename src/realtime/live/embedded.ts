/** The client for the embedded engine: RTCPeerConnection with WHIP and WHEP. */
import { trackKindOf, type TrackKind } from '@web/lib/track-kind';
import { sessionEnd, NoPath, setTrack, type EngineClient, type EngineSession, type LiveCredentials } from './engine-client';
import { statsReader } from './stats';
import { exchange, hangUp, type WhipSession, type Direction } from './whip';

const kinds: readonly TrackKind[] = ['audio', 'video'];
const connectionTimeout_ms = 8_000;
/** ICE may recover by itself within this time. */
const disconnected_ms = 1_000;

const open = ({ iceServers }: LiveCredentials): RTCPeerConnection => new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });

/** Resolves when media can flow. @throws NoPath */
function connected(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoPath()), connectionTimeout_ms);
    const check = (): void => {
      if (!['connected', 'failed', 'closed'].includes(connection.connectionState)) return;
      clearTimeout(timer);
      if (connection.connectionState === 'connected') resolve();
      else reject(new NoPath());
    };
    connection.addEventListener('connectionstatechange', check);
    check();
  });
}

async function connect(connection: RTCPeerConnection, direction: Direction, credentials: LiveCredentials): Promise<EngineSession> {
  const { ended, end } = sessionEnd();
  const read = statsReader();
  let whipSession: WhipSession | null = null;
  const close = async (): Promise<void> => {
    connection.close();
    end('lost');
    const ending = whipSession;
    whipSession = null;
    if (ending !== null) await hangUp(ending);
  };
  try {
    const url = credentials[`${direction}Url`];
    if (url === null) throw new Error('the credentials have no URL for this direction');
    whipSession = await exchange(connection, direction, url, credentials.token);
    await connected(connection);
  } catch (error) {
    void close();
    throw error;
  }
  let grace: ReturnType<typeof setTimeout> | undefined;
  connection.addEventListener('connectionstatechange', () => {
    clearTimeout(grace);
    if (connection.connectionState === 'disconnected') grace = setTimeout(() => end('lost'), disconnected_ms);
    if (connection.connectionState === 'failed' || connection.connectionState === 'closed') end('lost');
  });
  return { ended, stats: async () => read([await connection.getStats()]), close };
}

export const client: EngineClient = {
  publish: async ({ tracks, bitrate_kbps }, credentials) => {
    const connection = open(credentials);
    // Both kinds are offered even without a track, so that a microphone plugged in later needs no new connection.
    const senders = kinds.map((kind) => {
      const sendEncodings = kind === 'video' ? [{ maxBitrate: bitrate_kbps * 1000 }] : [];
      return [kind, connection.addTransceiver(tracks.get(kind) ?? kind, { direction: 'sendonly', sendEncodings }).sender] as const;
    });
    const session = await connect(connection, 'whip', credentials);
    return {
      ...session,
      replaceTrack: async (track) => {
        await new Map(senders).get(trackKindOf(track))?.replaceTrack(track);
      },
    };
  },

  watch: async (incoming, credentials) => {
    const connection = open(credentials);
    connection.addEventListener('track', ({ track }) => setTrack(incoming, track));
    for (const kind of kinds) connection.addTransceiver(kind, { direction: 'recvonly' });
    return connect(connection, 'whep', credentials);
  },
};
