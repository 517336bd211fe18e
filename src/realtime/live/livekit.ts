/** The client for LiveKit. Its SDK reconnects and renews its token by itself. */
import {
  ConnectionError,
  ConnectionErrorReason,
  DisconnectReason,
  LogLevel,
  Room,
  setLogLevel,
  RoomEvent,
  Track,
  type LocalTrack,
  type RemoteTrack,
} from 'livekit-client';
import { trackKindOf, type TrackKind } from '@web/lib/track-kind';
import {
  sessionEnd,
  CredentialsRejected,
  setTrack,
  type SessionCallbacks,
  type EngineClient,
  type EngineSession,
  type SessionEnd,
  type LiveCredentials,
} from './engine-client';
import { statsReader } from './stats';

const endings: Partial<Record<DisconnectReason, SessionEnd>> = {
  [DisconnectReason.DUPLICATE_IDENTITY]: 'replaced',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'evicted',
  [DisconnectReason.ROOM_DELETED]: 'evicted',
};

// Failures are reported as states, not on the console.
setLogLevel(LogLevel.silent);

async function joinRoom(
  room: Room,
  { url, token }: LiveCredentials,
  { onReconnecting }: SessionCallbacks,
): Promise<Pick<EngineSession, 'ended' | 'close'>> {
  const { ended, end } = sessionEnd();
  room
    .on(RoomEvent.Disconnected, (reason) => end((reason !== undefined && endings[reason]) || 'lost'))
    .on(RoomEvent.Reconnecting, () => onReconnecting(true))
    .on(RoomEvent.Reconnected, () => onReconnecting(false));
  // The page owns the tracks: leaving the room does not stop them.
  const close = (): Promise<void> => room.disconnect(false);
  try {
    await room.connect(url ?? '', token);
  } catch (error) {
    await close();
    const isRejected = error instanceof ConnectionError && error.reason === ConnectionErrorReason.NotAllowed;
    throw isRejected ? new CredentialsRejected(error.message) : error;
  }
  return { ended, close };
}

export const client: EngineClient = {
  publish: async ({ tracks, bitrate_kbps }, credentials, callbacks) => {
    const room = new Room({ dynacast: true, stopLocalTrackOnUnpublish: false });
    const session = await joinRoom(room, credentials, callbacks);
    const read = statsReader();
    const sent = new Map<TrackKind, LocalTrack>();
    const send = async (media: MediaStreamTrack): Promise<void> => {
      const isVideo = trackKindOf(media) === 'video';
      const { track } = await room.localParticipant.publishTrack(media, {
        source: isVideo ? Track.Source.Camera : Track.Source.Microphone,
        ...(isVideo && { simulcast: true, videoEncoding: { maxBitrate: bitrate_kbps * 1000 } }),
      });
      if (track) sent.set(trackKindOf(media), track);
    };
    try {
      for (const track of tracks.values()) await send(track);
    } catch (error) {
      await session.close();
      throw error;
    }
    return {
      ...session,
      stats: async () => read(await Promise.all([...sent.values()].map((track) => track.getRTCStatsReport()))),
      replaceTrack: async (media) => {
        const before = sent.get(trackKindOf(media));
        if (before) await before.replaceTrack(media, true);
        else await send(media);
      },
    };
  },

  watch: async (incoming, credentials, callbacks) => {
    const room = new Room();
    const read = statsReader();
    const received = new Set<RemoteTrack>();
    room
      .on(RoomEvent.TrackSubscribed, (track) => {
        received.add(track);
        setTrack(incoming, track.mediaStreamTrack);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        received.delete(track);
        incoming.removeTrack(track.mediaStreamTrack);
      });
    const session = await joinRoom(room, credentials, callbacks);
    return { ...session, stats: async () => read(await Promise.all([...received].map((track) => track.getRTCStatsReport()))) };
  },
};
