/**
 * The source and quality of a video element. HLS uses Media Source Extensions where supported, since only then can a quality be chosen;
 * iPhones play HLS natively. Expired links are renewed automatically. New sources are used only then, so that refetches never interrupt
 * playback.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { HlsEngine } from './hls-engine';

export interface VideoSource {
  type: 'hls' | 'mp4';
  url: string;
  height: number | null;
}

export interface VideoSourceOptions {
  sources: readonly VideoSource[];
  /** Nothing is loaded while it is false. */
  isStarted: boolean;
  startAt_s: number;
  /** Requests new sources; settles when they have arrived or failed. */
  onExpired: (() => Promise<unknown> | undefined) | undefined;
}

export interface PlayedSource {
  /** The available heights, largest first; empty without a choice. */
  heights: readonly number[];
  /** Null: automatic, or only one. */
  height: number | null;
  choose: (height: number | null) => void;
  /** Whether automatic quality is available. */
  mayAdapt: boolean;
  hasFailed: boolean;
  /** The handler of the element's error event. */
  onError: () => void;
  retry: () => void;
}

const playlistType = 'application/vnd.apple.mpegurl';
/** A failure this soon after a renewal is final. */
const renewalWindow_ms = 5000;

const hasMediaSources = (): boolean => 'MediaSource' in window || 'ManagedMediaSource' in window;
const playsPlaylists = (video: HTMLVideoElement): boolean => video.canPlayType(playlistType) !== '';
const keyOf = (sources: readonly VideoSource[]): string => sources.map(({ url }) => url).join(' ');

/** The source to play: the MP4 file of the chosen height, else the first that this browser can play. */
function sourceToPlay(sources: readonly VideoSource[], height: number | null, video: HTMLVideoElement | null): VideoSource | undefined {
  const playable = sources.filter(({ type }) => type === 'mp4' || hasMediaSources() || (video !== null && playsPlaylists(video)));
  const first = playable[0];
  if (first?.type === 'hls') return first;
  return playable.find((source) => source.height === height) ?? first;
}

function mp4Heights(sources: readonly VideoSource[]): number[] {
  const heights = sources.flatMap(({ type, height }) => (type === 'mp4' && height !== null ? [height] : []));
  return heights.length > 1 ? [...new Set(heights)].sort((a, b) => b - a) : [];
}

/** Loads the source into `ref` once started, restores the position, and plays. */
export function useVideoSource(ref: RefObject<HTMLVideoElement | null>, options: VideoSourceOptions): PlayedSource {
  const { sources, isStarted, startAt_s, onExpired } = options;
  const [activeSources, setActiveSources] = useState(sources);
  const [phase, setPhase] = useState<'ok' | 'renewing' | 'failed'>('ok');
  const [height, setHeight] = useState<number | null>(null);
  const [adaptiveHeights, setAdaptiveHeights] = useState<readonly number[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  const engine = useRef<HlsEngine | null>(null);
  const position = useRef({ at_s: startAt_s, renewedAt_ms: -renewalWindow_ms, height: null as number | null });
  const renew = useRef(onExpired);
  useEffect(() => {
    renew.current = onExpired;
  });

  if ((phase !== 'ok' || !isStarted) && keyOf(activeSources) !== keyOf(sources)) {
    setActiveSources(sources);
    setPhase('ok');
  }

  const onError = useCallback(() => {
    const saved = position.current;
    const isFinal = performance.now() - saved.renewedAt_ms < renewalWindow_ms;
    const renewal = isFinal ? undefined : renew.current?.();
    if (renewal === undefined) {
      setPhase('failed');
      return;
    }
    saved.renewedAt_ms = performance.now();
    setPhase('renewing');
    const settle = () => setPhase((before) => (before === 'renewing' ? 'failed' : before));
    renewal.then(settle, settle);
  }, []);

  const isAdaptive = adaptiveHeights !== null;
  const singleHeight = isAdaptive ? null : height;
  useEffect(() => {
    const video = ref.current;
    const source = isStarted ? sourceToPlay(activeSources, singleHeight, video) : undefined;
    if (!video || !source) return;
    const saved = position.current;
    let isCleanedUp = false;
    const restorePosition = () => {
      video.currentTime = saved.at_s;
    };
    if (source.type === 'hls' && hasMediaSources()) {
      void import('./hls-engine').then(({ startHls }) => {
        if (isCleanedUp) return;
        const onHeights = (heights: readonly number[]) => {
          setAdaptiveHeights(heights);
          engine.current?.choose(saved.height);
        };
        engine.current = startHls({ video, url: source.url, startAt_s: saved.at_s, onHeights, onFailure: onError });
        play(video);
      }, onError);
    } else {
      if (saved.at_s > 0) video.addEventListener('loadedmetadata', restorePosition, { once: true });
      video.src = source.url;
      play(video);
    }
    return () => {
      isCleanedUp = true;
      video.removeEventListener('loadedmetadata', restorePosition);
      if (video.currentTime > 0) saved.at_s = video.currentTime;
      engine.current?.close();
      engine.current = null;
      video.removeAttribute('src');
      video.load();
    };
  }, [ref, activeSources, isStarted, singleHeight, attempt, onError]);

  return {
    heights: adaptiveHeights ?? mp4Heights(activeSources),
    height,
    mayAdapt: isAdaptive,
    choose: (next) => {
      setHeight(next);
      position.current.height = next;
      engine.current?.choose(next);
    },
    hasFailed: phase === 'failed',
    onError,
    retry: () => {
      position.current.renewedAt_ms = -renewalWindow_ms;
      setPhase('ok');
      setAttempt(attempt + 1);
    },
  };
}

/** Starts playback. Browsers may block autoplay with sound; then the play button stays. */
export function play(media: HTMLMediaElement): void {
  void media.play().catch(() => undefined);
}
