/**
 * Plays a playlist through the browser's media sources. A hundred kilobytes: imported when a player starts, and never before.
 * Every request carries the media cookie, because links are bound to whoever watches.
 */
import Hls from 'hls.js/light';

export interface HlsEngine {
  /** Holds the video to a height of the playlist; null lets the connection choose. */
  choose: (height: number | null) => void;
  close: () => void;
}

interface HlsOrder {
  video: HTMLVideoElement;
  url: string;
  /** Where to begin, in seconds. */
  startAt_s: number;
  /** The heights that the playlist offers, the largest first. */
  onHeights: (heights: readonly number[]) => void;
  /** It can go no further: the link has expired, or the connection is gone. */
  onFailure: () => void;
}

/** What a decoder stumbles over again so soon will not be got over by another try. */
const patience_ms = 5000;

/** Begins to load `url` into `video`; playing is up to the caller. */
export function startHls({ video, url, startAt_s, onHeights, onFailure }: HlsOrder): HlsEngine {
  const hls = new Hls({
    startPosition: startAt_s,
    // No more than is seen soon: most people do not watch to the end.
    maxBufferLength: 20,
    xhrSetup: (request) => {
      request.withCredentials = true;
    },
  });
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    const heights = levels.map(({ height }) => height).filter((height) => height > 0);
    onHeights([...new Set(heights)].sort((one, other) => other - one));
  });
  let recoveredAt_ms = -patience_ms;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    const isHopeless = performance.now() - recoveredAt_ms < patience_ms;
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || isHopeless) {
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
