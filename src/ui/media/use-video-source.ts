/**
 * What a video element plays, and in which height. Playlists go through media sources where the browser lends them, since only
 * then can a height be chosen; phones without them play playlists themselves. A link that has expired is renewed in silence:
 * new sources are taken up only then, so that whoever watches is never interrupted by a page that was read again.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { HlsEngine } from './hls-engine';

export interface VideoSource {
  type: 'hls' | 'mp4';
  url: string;
  height: number | null;
}

export interface VideoSourceOrder {
  sources: readonly VideoSource[];
  /** Nothing is loaded before it is true. */
  isStarted: boolean;
  startAt_s: number;
  /** Asks for new sources; settled once they are there, or cannot be had. */
  onExpired: (() => Promise<unknown> | undefined) | undefined;
}

export interface PlayedSource {
  /** What may be chosen, the largest first; empty where there is nothing to choose. */
  heights: readonly number[];
  /** Null: the connection chooses, or there is one alone. */
  height: number | null;
  choose: (height: number | null) => void;
  /** Whether the height may be left to the connection. */
  mayAdapt: boolean;
  hasFailed: boolean;
  /** For the element's error event. */
  failed: () => void;
  retry: () => void;
}

const playlistType = 'application/vnd.apple.mpegurl';
/** A link that fails so soon after it was renewed will not be saved by another one. */
const patience_ms = 5000;

const hasMediaSources = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;
const playsPlaylists = (video: HTMLVideoElement): boolean => video.canPlayType(playlistType) !== '';
const keyOf = (sources: readonly VideoSource[]): string => sources.map(({ url }) => url).join(' ');

/** The source to play: of the height that was chosen among single files, else the first that this browser can play. */
function chosenOf(sources: readonly VideoSource[], height: number | null, video: HTMLVideoElement | null): VideoSource | undefined {
  const playable = sources.filter(({ type }) => type === 'mp4' || hasMediaSources() || (video !== null && playsPlaylists(video)));
  const first = playable[0];
  if (first?.type === 'hls') return first;
  return playable.find((source) => source.height === height) ?? first;
}

function singleHeights(sources: readonly VideoSource[]): number[] {
  const heights = sources.flatMap(({ type, height }) => (type === 'mp4' && height !== null ? [height] : []));
  return heights.length > 1 ? [...new Set(heights)].sort((one, other) => other - one) : [];
}

/** Loads into `ref` what `order` says once it is started, goes on at the place reached, and plays. */
export function useVideoSource(ref: RefObject<HTMLVideoElement | null>, order: VideoSourceOrder): PlayedSource {
  const { sources, isStarted, startAt_s, onExpired } = order;
  const [used, setUsed] = useState(sources);
  const [phase, setPhase] = useState<'well' | 'renewing' | 'failed'>('well');
  const [height, setHeight] = useState<number | null>(null);
  const [adaptive, setAdaptive] = useState<readonly number[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  const engine = useRef<HlsEngine | null>(null);
  const place = useRef({ at_s: startAt_s, renewedAt_ms: -patience_ms, height: null as number | null });
  const renew = useRef(onExpired);
  useEffect(() => {
    renew.current = onExpired;
  });

  if ((phase !== 'well' || !isStarted) && keyOf(used) !== keyOf(sources)) {
    setUsed(sources);
    setPhase('well');
  }

  const failed = useCallback(() => {
    const now = place.current;
    const isHopeless = performance.now() - now.renewedAt_ms < patience_ms;
    const asked = isHopeless ? undefined : renew.current?.();
    if (asked === undefined) {
      setPhase('failed');
      return;
    }
    now.renewedAt_ms = performance.now();
    setPhase('renewing');
    const end = () => setPhase((before) => (before === 'renewing' ? 'failed' : before));
    asked.then(end, end);
  }, []);

  const adapts = adaptive !== null;
  const singleHeight = adapts ? null : height;
  useEffect(() => {
    const video = ref.current;
    const source = isStarted ? chosenOf(used, singleHeight, video) : undefined;
    if (!video || !source) return;
    const now = place.current;
    let isOver = false;
    const goOn = () => {
      video.currentTime = now.at_s;
    };
    if (source.type === 'hls' && hasMediaSources()) {
      void import('./hls-engine').then(({ startHls }) => {
        if (isOver) return;
        const heard = (heights: readonly number[]) => {
          setAdaptive(heights);
          engine.current?.choose(now.height);
        };
        engine.current = startHls({ video, url: source.url, startAt_s: now.at_s, onHeights: heard, onFailure: failed });
        play(video);
      }, failed);
    } else {
      if (now.at_s > 0) video.addEventListener('loadedmetadata', goOn, { once: true });
      video.src = source.url;
      play(video);
    }
    return () => {
      isOver = true;
      video.removeEventListener('loadedmetadata', goOn);
      if (video.currentTime > 0) now.at_s = video.currentTime;
      engine.current?.close();
      engine.current = null;
      video.removeAttribute('src');
      video.load();
    };
  }, [ref, used, isStarted, singleHeight, attempt, failed]);

  return {
    heights: adaptive ?? singleHeights(used),
    height,
    mayAdapt: adapts,
    choose: (next) => {
      setHeight(next);
      place.current.height = next;
      engine.current?.choose(next);
    },
    hasFailed: phase === 'failed',
    failed,
    retry: () => {
      place.current.renewedAt_ms = -patience_ms;
      setPhase('well');
      setAttempt(attempt + 1);
    },
  };
}

/** Browsers refuse to play what nobody asked for with sound; the button then stays. */
export function play(media: HTMLMediaElement): void {
  void media.play().catch(() => undefined);
}
