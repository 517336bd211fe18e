/**
 * Coming into a room of pictures, to send or to watch: with credentials of the host, for as long as a screen wants it. The code for
 * it comes with the first room.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Publication, Watching, LiveState } from '@web/realtime/live/live';
import type { Kind, LiveStats, Renew } from '@web/lib/live/engine-client';
import { Refused } from '@web/services/api-error';
import { services } from '@web/services/services';
import type { Devices } from '@web/device/use-devices';

type Role = 'publisher' | 'viewer';

const loadLive = () => import('@web/realtime/live/live');
type Live = Awaited<ReturnType<typeof loadLive>>;
type Credentials = NonNullable<Awaited<ReturnType<Renew>>>;

const tooMany = 429;
const pause_ms = 2000;

/** A refusal about the right to come in, which asking again does not change. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof Refused && thrown.isFromHost && thrown.statusCode < 500 && thrown.statusCode !== tooMany;

/** Asks the host for what lets somebody in; null when she has no right. */
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

export interface LiveLine<L, S = LiveState> {
  line: L | null;
  state: S;
  /** Comes in anew, also where another page has taken the place. */
  again: () => void;
}

/** `room`: null while nobody wants to come in. What fails on the way in is tried again until it succeeds or is refused. */
function useLine<L extends Publication | Watching>(
  room: string | null,
  role: Role,
  open: (live: Live, credentials: Credentials, renew: Renew) => Promise<L>,
): LiveLine<L> {
  const [line, setLine] = useState<L | null>(null);
  const [state, setState] = useState<LiveState>('connecting');
  const [round, setRound] = useState(0);
  const opening = useRef(open);
  useEffect(() => {
    opening.current = open;
  });

  useEffect(() => {
    if (room === null) return;
    const renew = credentialsOf(room, role);
    let isGone = false;
    const hasGone = (): boolean => isGone;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => undefined;
    const comeIn = async (): Promise<void> => {
      const [live, credentials] = await Promise.all([loadLive(), renew()]);
      if (hasGone()) return;
      if (credentials === null) {
        setState('refused');
        return;
      }
      const opened = await opening.current(live, credentials, renew);
      if (hasGone()) return opened.close();
      const deafen = opened.onState(setState);
      leave = () => {
        deafen();
        void opened.close();
      };
      setLine(opened);
    };
    const tryOn = (): void => {
      comeIn().catch(() => {
        if (isGone) return;
        setState('reconnecting');
        timer = setTimeout(tryOn, pause_ms);
      });
    };
    tryOn();
    return () => {
      isGone = true;
      clearTimeout(timer);
      leave();
      setLine(null);
      setState('connecting');
    };
  }, [room, role, round]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  return { line, state, again };
}

/** What of the own is sent dark or silent. */
export type Muted = Record<Kind, boolean>;

/** Sends what the devices give into the room of `streamId`, as soon as they give something; other devices take over without a drop. */
export function usePublication(streamId: string | null, { stream, state, tracks }: Devices, muted: Muted): LiveLine<Publication> {
  const isReady = state === 'ready' && stream !== null;
  const published = useLine(isReady ? streamId : null, 'publisher', ({ publish }, credentials, renew) => {
    if (stream === null) throw new Error('nothing to send');
    return publish(stream, credentials, { renew });
  });
  const { line } = published;
  const { video, audio } = tracks;
  const { video: isDark, audio: isSilent } = muted;
  useEffect(() => {
    if (line && video) void line.replaceTrack(video);
  }, [line, video]);
  useEffect(() => {
    if (line && audio) void line.replaceTrack(audio);
  }, [line, audio]);
  useEffect(() => {
    line?.mute('video', isDark);
  }, [line, isDark]);
  useEffect(() => {
    line?.mute('audio', isSilent);
  }, [line, isSilent]);
  return published;
}

/** The same pictures and sounds again, dark and silent, which can be sent elsewhere. */
function darkCopies(stream: MediaStream): MediaStreamTrack[] {
  return stream.getTracks().map((track) => {
    const copy = track.clone();
    copy.enabled = false;
    return copy;
  });
}

/**
 * Keeps the room of `streamId` open while its performer shows herself in another: without a picture her show would end after a
 * minute. Null: there is nothing to keep open.
 */
export function useHeldRoom(streamId: string | null, { stream, state }: Devices): void {
  useLine(state === 'ready' && stream !== null ? streamId : null, 'publisher', async ({ publish }, credentials, renew) => {
    const copies = stream === null ? [] : darkCopies(stream);
    const held = await publish(new MediaStream(copies), credentials, { renew });
    const close = (): Promise<void> => {
      for (const copy of copies) copy.stop();
      return held.close();
    };
    return { ...held, close };
  });
}

/** `failed`: the host gave nothing to come in with, or the code for it did not come; it is tried again by itself. */
export type WatchState = LiveState | 'failed';

/** Watches what is sent into the room of `streamId`. */
export function useWatching(streamId: string | null): LiveLine<Watching, WatchState> {
  const watched = useLine(streamId, 'viewer', ({ watch }, credentials, renew) => watch(credentials, { renew }));
  const hasFailed = watched.state === 'reconnecting' && watched.line === null;
  return hasFailed ? { ...watched, state: 'failed' } : watched;
}

const beat_ms = 1000;
const unknown: LiveStats = { bitrate_kbps: null, loss: null, rtt_ms: null };

/** How a line goes, asked every second. */
export function useLiveStats(line: Pick<Publication, 'stats'> | null): LiveStats {
  const [stats, setStats] = useState(unknown);
  useEffect(() => {
    if (line === null) return;
    let isGone = false;
    const ask = () =>
      void line.stats().then(
        (now) => !isGone && setStats(now),
        () => undefined,
      );
    ask();
    const timer = setInterval(ask, beat_ms);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [line]);
  return line === null ? unknown : stats;
}
