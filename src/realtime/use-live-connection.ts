/**
 * Joins a live video room to publish or watch, with credentials from the server, while a screen needs it. The code is loaded when the
 * first room is joined.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Publication, Watching, LiveState } from '@web/realtime/live/live';
import type { TrackKind } from '@web/lib/track-kind';
import type { LiveStats, Renew } from '@web/realtime/live/engine-client';
import { ApiError } from '@web/services/api-error';
import { services } from '@web/services/services';
import type { Devices } from '@web/device/use-devices';

type Role = 'publisher' | 'viewer';

const loadLive = () => import('@web/realtime/live/live');
type Live = Awaited<ReturnType<typeof loadLive>>;
type Credentials = NonNullable<Awaited<ReturnType<Renew>>>;

const tooManyRequests = 429;
const pause_ms = 2000;

/** An error about access, which a retry does not change. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.isFromServer && thrown.statusCode < 500 && thrown.statusCode !== tooManyRequests;

/** Requests room credentials; null without access. */
export function credentialsOf(streamId: string, role: Role): Renew {
  return async () => {
    try {
      return await services.streaming['POST /streaming/agora/token']({ body: { streamId, role } });
    } catch (thrown) {
      if (isFinal(thrown)) return null;
      throw thrown;
    }
  };
}

export interface RoomConnection<L, S = LiveState> {
  /** Null until the room is joined. */
  connection: L | null;
  state: S;
  /** Joins again, also after another page has replaced this one. */
  retry: () => void;
}

/** Joins `room`, or none while it is null. Failed attempts are retried until one succeeds or is rejected. */
function useRoom<L extends Publication | Watching>(
  room: string | null,
  role: Role,
  open: (live: Live, credentials: Credentials, renew: Renew) => Promise<L>,
): RoomConnection<L> {
  const [connection, setConnection] = useState<L | null>(null);
  const [state, setState] = useState<LiveState>('connecting');
  const [joinCount, setJoinCount] = useState(0);
  const openRef = useRef(open);
  useEffect(() => {
    openRef.current = open;
  });

  useEffect(() => {
    if (room === null) return;
    const renew = credentialsOf(room, role);
    let isUnmounted = false;
    const hasUnmounted = (): boolean => isUnmounted;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => undefined;
    const join = async (): Promise<void> => {
      const [live, credentials] = await Promise.all([loadLive(), renew()]);
      if (hasUnmounted()) return;
      if (credentials === null) {
        setState('refused');
        return;
      }
      const opened = await openRef.current(live, credentials, renew);
      if (hasUnmounted()) return opened.close();
      const unsubscribe = opened.onState(setState);
      leave = () => {
        unsubscribe();
        void opened.close();
      };
      setConnection(opened);
    };
    const attempt = (): void => {
      join().catch(() => {
        if (isUnmounted) return;
        setState('reconnecting');
        timer = setTimeout(attempt, pause_ms);
      });
    };
    attempt();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      leave();
      setConnection(null);
      setState('connecting');
    };
  }, [room, role, joinCount]);

  const retry = useCallback(() => setJoinCount((before) => before + 1), []);
  return { connection, state, retry };
}

/** Which of the sender's tracks are muted. */
export type Muted = Record<TrackKind, boolean>;

/** Publishes the devices' tracks to the room of `streamId` once they are ready. Devices are switched without reconnecting. */
export function usePublication(streamId: string | null, { stream, state, tracks }: Devices, muted: Muted): RoomConnection<Publication> {
  const isReady = state === 'ready' && stream !== null;
  const published = useRoom(isReady ? streamId : null, 'publisher', ({ publish }, credentials, renew) => {
    if (stream === null) throw new Error('nothing to send');
    return publish(stream, credentials, { renew });
  });
  const { connection } = published;
  const { video, audio } = tracks;
  const { video: isVideoMuted, audio: isAudioMuted } = muted;
  useEffect(() => {
    if (connection && video) void connection.replaceTrack(video);
  }, [connection, video]);
  useEffect(() => {
    if (connection && audio) void connection.replaceTrack(audio);
  }, [connection, audio]);
  useEffect(() => {
    connection?.mute('video', isVideoMuted);
  }, [connection, isVideoMuted]);
  useEffect(() => {
    connection?.mute('audio', isAudioMuted);
  }, [connection, isAudioMuted]);
  return published;
}

/** Muted clones of the tracks. */
function mutedCopies(stream: MediaStream): MediaStreamTrack[] {
  return stream.getTracks().map((track) => {
    const copy = track.clone();
    copy.enabled = false;
    return copy;
  });
}

/**
 * Keeps the room of `streamId` open while its performer is live in another room: without video the show would end after a minute.
 * Null: there is no show to keep open.
 */
export function usePausedShow(streamId: string | null, { stream, state }: Devices): void {
  useRoom(state === 'ready' && stream !== null ? streamId : null, 'publisher', async ({ publish }, credentials, renew) => {
    const copies = stream === null ? [] : mutedCopies(stream);
    const publication = await publish(new MediaStream(copies), credentials, { renew });
    const close = (): Promise<void> => {
      for (const copy of copies) copy.stop();
      return publication.close();
    };
    return { ...publication, close };
  });
}

/** `failed`: the credentials or the code could not be loaded. It is retried automatically. */
export type WatchState = LiveState | 'failed';

/** Watches the room of `streamId`. */
export function useWatching(streamId: string | null): RoomConnection<Watching, WatchState> {
  const watched = useRoom(streamId, 'viewer', ({ watch }, credentials, renew) => watch(credentials, { renew }));
  const hasFailed = watched.state === 'reconnecting' && watched.connection === null;
  return hasFailed ? { ...watched, state: 'failed' } : watched;
}

const interval_ms = 1000;
const noStats: LiveStats = { bitrate_kbps: null, loss: null, rtt_ms: null };

/** Connection statistics, updated every second. */
export function useConnectionStats(connection: Pick<Publication, 'stats'> | null): LiveStats {
  const [stats, setStats] = useState(noStats);
  useEffect(() => {
    if (connection === null) return;
    let isUnmounted = false;
    const refresh = () =>
      void connection.stats().then(
        (now) => !isUnmounted && setStats(now),
        () => undefined,
      );
    refresh();
    const timer = setInterval(refresh, interval_ms);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, [connection]);
  return connection === null ? noStats : stats;
}
