/** LiveKit by its own client, which mends broken connections and renews its token itself. */
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
import {
  kindOf,
  lineEnd,
  NotLetIn,
  takeIn,
  type Ears,
  type EngineClient,
  type Kind,
  type Line,
  type LineEnd,
  type LiveCredentials,
} from '@web/lib/live/engine-client';
import { statsReader } from './stats';

const endings: Partial<Record<DisconnectReason, LineEnd>> = {
  [DisconnectReason.DUPLICATE_IDENTITY]: 'replaced',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'put_out',
  [DisconnectReason.ROOM_DELETED]: 'put_out',
};

// What goes wrong is told by states; the console is the page's.
setLogLevel(LogLevel.silent);

async function enter(room: Room, { url, token }: LiveCredentials, { onMending }: Ears): Promise<Pick<Line, 'ended' | 'close'>> {
  const { ended, end } = lineEnd();
  room
    .on(RoomEvent.Disconnected, (reason) => end((reason !== undefined && endings[reason]) || 'lost'))
    .on(RoomEvent.Reconnecting, () => onMending(true))
    .on(RoomEvent.Reconnected, () => onMending(false));
  // The tracks are the page's: they go on when the room is left.
  const close = (): Promise<void> => room.disconnect(false);
  try {
    await room.connect(url ?? '', token);
  } catch (error) {
    await close();
    const isRefusal = error instanceof ConnectionError && error.reason === ConnectionErrorReason.NotAllowed;
    throw isRefusal ? new NotLetIn(error.message) : error;
  }
  return { ended, close };
}

export const client: EngineClient = {
  publish: async ({ tracks, bitrate_kbps }, credentials, ears) => {
    const room = new Room({ dynacast: true, stopLocalTrackOnUnpublish: false });
    const line = await enter(room, credentials, ears);
    const read = statsReader();
    const sent = new Map<Kind, LocalTrack>();
    const send = async (media: MediaStreamTrack): Promise<void> => {
      const isVideo = kindOf(media) === 'video';
      const { track } = await room.localParticipant.publishTrack(media, {
        source: isVideo ? Track.Source.Camera : Track.Source.Microphone,
        ...(isVideo && { simulcast: true, videoEncoding: { maxBitrate: bitrate_kbps * 1000 } }),
      });
      if (track) sent.set(kindOf(media), track);
    };
    try {
      for (const track of tracks.values()) await send(track);
    } catch (error) {
      await line.close();
      throw error;
    }
    return {
      ...line,
      stats: async () => read(await Promise.all([...sent.values()].map((track) => track.getRTCStatsReport()))),
      replaceTrack: async (media) => {
        const before = sent.get(kindOf(media));
        if (before) await before.replaceTrack(media, true);
        else await send(media);
      },
    };
  },

  watch: async (incoming, credentials, ears) => {
    const room = new Room();
    const read = statsReader();
    const received = new Set<RemoteTrack>();
    room
      .on(RoomEvent.TrackSubscribed, (track) => {
        received.add(track);
        takeIn(incoming, track.mediaStreamTrack);
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        received.delete(track);
        incoming.removeTrack(track.mediaStreamTrack);
      });
    const line = await enter(room, credentials, ears);
    return { ...line, stats: async () => read(await Promise.all([...received].map((track) => track.getRTCStatsReport()))) };
  },
};
