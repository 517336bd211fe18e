/** The embedded engine, by the browser's own means. */
import {
  kindOf,
  lineEnd,
  NoPath,
  takeIn,
  type EngineClient,
  type Kind,
  type Line,
  type LiveCredentials,
} from '@web/lib/live/engine-client';
import { statsReader } from './stats';
import { exchange, hangUp } from '@web/lib/live/whip';

const kinds: readonly Kind[] = ['audio', 'video'];
const connecting_ms = 8_000;
/** ICE finds other ways by itself for a moment. */
const disconnected_ms = 1_000;

const open = ({ iceServers }: LiveCredentials): RTCPeerConnection => new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });

/** Resolves when pictures can flow. */
function connected(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoPath()), connecting_ms);
    const look = (): void => {
      if (!['connected', 'failed', 'closed'].includes(connection.connectionState)) return;
      clearTimeout(timer);
      if (connection.connectionState === 'connected') resolve();
      else reject(new NoPath());
    };
    connection.addEventListener('connectionstatechange', look);
    look();
  });
}

async function connect(connection: RTCPeerConnection, url: string | null, { token }: LiveCredentials): Promise<Line> {
  const { ended, end } = lineEnd();
  const read = statsReader();
  let resource: string | null = null;
  const close = async (): Promise<void> => {
    connection.close();
    end('lost');
    const gone = resource;
    resource = null;
    if (gone !== null) await hangUp(gone, token);
  };
  try {
    if (url === null) throw new Error('credentials of another kind');
    resource = await exchange(connection, url, token);
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
    // Both are offered, whatever there is yet: a microphone that is plugged in later needs no new connection.
    const senders = kinds.map((kind) => {
      const sendEncodings = kind === 'video' ? [{ maxBitrate: bitrate_kbps * 1000 }] : [];
      return [kind, connection.addTransceiver(tracks.get(kind) ?? kind, { direction: 'sendonly', sendEncodings }).sender] as const;
    });
    const line = await connect(connection, credentials.whipUrl, credentials);
    return {
      ...line,
      replaceTrack: async (track) => {
        await new Map(senders).get(kindOf(track))?.replaceTrack(track);
      },
    };
  },

  watch: async (incoming, credentials) => {
    const connection = open(credentials);
    connection.addEventListener('track', ({ track }) => takeIn(incoming, track));
    for (const kind of kinds) connection.addTransceiver(kind, { direction: 'recvonly' });
    return connect(connection, credentials.whepUrl, credentials);
  },
};
