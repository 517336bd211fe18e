/**
 * Plays HLS with hls.js through Media Source Extensions. About 100 kB: import it only when a player starts. Requests include the media
 * cookie, because links are bound to the viewer.
 */
import Hls from 'hls.js/light';

export interface HlsEngine {
  /** Fixes the quality to a height of the playlist; null is automatic. */
  choose: (height: number | null) => void;
  close: () => void;
}

interface HlsOptions {
  video: HTMLVideoElement;
  url: string;
  /** The start position. */
  startAt_s: number;
  /** Called with the heights of the playlist, largest first. */
  onHeights: (heights: readonly number[]) => void;
  /** Playback cannot continue: the link has expired, or the connection is lost. */
  onFailure: () => void;
}

/** A media error this soon after a recovery is final. */
const recoveryWindow_ms = 5000;

/** Starts to load `url` into `video`; the caller starts playback. */
export function startHls({ video, url, startAt_s, onHeights, onFailure }: HlsOptions): HlsEngine {
  const hls = new Hls({
    startPosition: startAt_s,
    // A short buffer, since most people do not watch to the end.
    maxBufferLength: 20,
    xhrSetup: (request) => {
      request.withCredentials = true;
    },
  });
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    const heights = levels.map(({ height }) => height).filter((height) => height > 0);
    onHeights([...new Set(heights)].sort((a, b) => b - a));
  });
  let recoveredAt_ms = -recoveryWindow_ms;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    const isFinal = performance.now() - recoveredAt_ms < recoveryWindow_ms;
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || isFinal) {
      onFailure();
      return;
    }
    recoveredAt_ms = performance.now();
    hls.recoverMediaError();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    choose: (height) => {
      hls.nextLevel = height === null ? -1 : hls.levels.findIndex((level) => level.height === height);
    },
    close: () => hls.destroy(),
  };
}
