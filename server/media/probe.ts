/** Looking at a video or a sound before anything is made of it: what is in it, how large, how long. */
import * as limits from '@contract/limits';
import type { Config } from '../config';
import { fail } from '../failure';
import { refuseFile, rules, type ConvertedKind } from './content';
import { convert, inputOf } from './ffmpeg';
import { gate } from './gate';

export interface Found {
  duration_s: number;
  /** As it is seen, turned upright; null without a picture that moves. */
  width: number | null;
  height: number | null;
  hasSound: boolean;
  framesPerSecond: number | null;
}

const looking_s = 20;
const reading_s = 60;
const atOnce = 2;
const waitingMax = 40;
const quarter = 90;
const half = 180;

/** Uploads are looked at while their sender waits: few at once, some waiting, the rest sent away. */
const turn = gate(atOnce, waitingMax);

function durationIn(said: string): number | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(said) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function picturesIn(said: string): Pick<Found, 'width' | 'height' | 'framesPerSecond'> {
  // A cover inside a sound is a picture that does not move.
  const line = said.split('\n').find((one) => /Stream #.*Video:/.test(one) && !one.includes('(attached pic)')) ?? '';
  const [, wide, high] = /, (\d{1,6})x(\d{1,6})[ ,[]/.exec(`${line},`) ?? [];
  if (wide === undefined || high === undefined) return { width: null, height: null, framesPerSecond: null };
  const turned = Number(/(?:rotate\s*:|rotation of) (-?\d+)/.exec(said)?.[1] ?? 0);
  const [width, height] = Math.abs(turned) % half === quarter ? [Number(high), Number(wide)] : [Number(wide), Number(high)];
  const rate = Number(/, ([\d.]+) fps/.exec(line)?.[1]);
  return { width, height, framesPerSecond: Number.isFinite(rate) ? rate : null };
}

/** What the file holds. Refuses with file_unreadable what the reader makes nothing of, and with service_unavailable without a converter. */
export async function probe(config: Pick<Config, 'ffmpegPath'>, path: string, reader: string): Promise<Found> {
  const look = (args: string[], timeout_s: number) =>
    turn(() => convert(config, { args: [...inputOf(path, reader), ...args], timeout_s }).catch(() => fail('service_unavailable')));
  const { said } = await look([], looking_s);
  if (!said.includes('Stream #')) return fail('file_unreadable');
  const shown = { ...picturesIn(said), hasSound: /Stream #.*Audio:/.test(said) };
  const named_s = durationIn(said);
  if (named_s !== null) return { duration_s: named_s, ...shown };
  // What was recorded while it was sent does not say how long it is: it is read through, without decoding.
  const { done_s } = await look(['-c', 'copy', '-f', 'null', '-'], reading_s);
  return { duration_s: done_s, ...shown };
}

/** Refuses what breaks a rule of its kind: nothing to see or hear in it, too many pixels, too long. */
export function assertWithin(kind: ConvertedKind, found: Found): Found {
  const { width, height, hasSound, duration_s } = found;
  if (kind === 'audio') {
    if (!hasSound) refuseFile('file_unreadable', rules.stream(kind));
  } else {
    if (width === null || height === null || width * height === 0) return refuseFile('file_unreadable', rules.stream(kind));
    if (Math.max(width, height) > limits.videoSideMax_px || width * height > limits.videoPixelsMax) refuseFile('too_large', rules.size);
  }
  if (duration_s > limits.media_s[kind]) refuseFile('too_large', rules.length(kind));
  if (duration_s <= 0) refuseFile('file_unreadable', rules.readable(kind));
  return kind === 'audio' ? { ...found, width: null, height: null } : found;
}
