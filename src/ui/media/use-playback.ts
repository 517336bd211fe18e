/** The playback state of a media element and its controls. The element is the source of truth; its events update the state. */
import { useState } from 'react';
import type { RefObject } from 'react';
import { play } from './use-video-source';

export interface Playback {
  isPlaying: boolean;
  /** Buffering. */
  isWaiting: boolean;
  time_s: number;
  /** 0 while unknown. */
  duration_s: number;
  isMuted: boolean;
  speed: number;
}

const initialPlayback: Playback = { isPlaying: false, isWaiting: false, time_s: 0, duration_s: 0, isMuted: false, speed: 1 };

/** HTMLMediaElement.HAVE_FUTURE_DATA */
const haveFutureData = 3;

function playbackOf(media: HTMLMediaElement): Playback {
  const { paused, ended, readyState, currentTime, duration, muted, volume, playbackRate } = media;
  return {
    isPlaying: !paused && !ended,
    isWaiting: !paused && !ended && readyState < haveFutureData,
    time_s: currentTime,
    duration_s: Number.isFinite(duration) ? duration : 0,
    isMuted: muted || volume === 0,
    speed: playbackRate,
  };
}

const eventProps = [
  'onPlay',
  'onPlaying',
  'onPause',
  'onEnded',
  'onWaiting',
  'onTimeUpdate',
  'onSeeking',
  'onSeeked',
  'onDurationChange',
  'onVolumeChange',
  'onRateChange',
  'onCanPlay',
  'onEmptied',
] as const;

/** The state of the element in `ref`, and the event props for the element that update it. */
export function usePlayback(ref: RefObject<HTMLMediaElement | null>): [Playback, Record<(typeof eventProps)[number], () => void>] {
  const [playback, setPlayback] = useState(initialPlayback);
  const read = () => {
    if (ref.current) setPlayback(playbackOf(ref.current));
  };
  return [playback, Object.fromEntries(eventProps.map((name) => [name, read])) as Record<(typeof eventProps)[number], () => void>];
}

export function togglePlaying(media: HTMLMediaElement | null): void {
  if (!media) return;
  if (media.paused || media.ended) play(media);
  else media.pause();
}

export function toggleSound(media: HTMLMediaElement | null): void {
  if (!media) return;
  const isSilent = media.muted || media.volume === 0;
  media.muted = !isSilent;
  if (isSilent && media.volume === 0) media.volume = 1;
}

/** Seeks to `time_s`, clamped to the duration. Does nothing if `time_s` is not finite, as while the duration is unknown. */
export function seekTo(media: HTMLMediaElement | null, time_s: number): void {
  if (!media || !Number.isFinite(time_s)) return;
  const end_s = Number.isFinite(media.duration) ? media.duration : 0;
  media.currentTime = Math.min(Math.max(0, time_s), end_s);
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export function setSpeed(media: HTMLMediaElement | null, speed: number): void {
  if (media) media.playbackRate = speed;
}

/** One step faster (1) or slower (-1) in `speeds`. */
function stepSpeed(media: HTMLMediaElement, step: 1 | -1): void {
  const now = speeds.findIndex((speed) => speed >= media.playbackRate);
  media.playbackRate = speeds[Math.min(Math.max(0, now + step), speeds.length - 1)] ?? 1;
}

const step_s = 5;
const longStep_s = 10;

/** Handles a keyboard shortcut; false if the key is not handled. */
export function playbackKey(media: HTMLMediaElement, key: string): boolean {
  const at_s = media.currentTime;
  const keys: Record<string, () => void> = {
    ' ': () => togglePlaying(media),
    k: () => togglePlaying(media),
    m: () => toggleSound(media),
    ArrowLeft: () => seekTo(media, at_s - step_s),
    ArrowRight: () => seekTo(media, at_s + step_s),
    j: () => seekTo(media, at_s - longStep_s),
    l: () => seekTo(media, at_s + longStep_s),
    ArrowUp: () => (media.volume = Math.min(1, media.volume + 0.1)),
    ArrowDown: () => (media.volume = Math.max(0, media.volume - 0.1)),
    Home: () => seekTo(media, 0),
    End: () => seekTo(media, media.duration),
    '>': () => stepSpeed(media, 1),
    '<': () => stepSpeed(media, -1),
  };
  const handler = keys[key.length === 1 ? key.toLowerCase() : key];
  if (handler) handler();
  else if (/^\d$/.test(key)) seekTo(media, (Number(key) / 10) * media.duration);
  else return false;
  return true;
}
