/** Looking at a video or a sound before anything is made of it: what is in it, how large, how long. */
import * as limits from '@contract/kernel/limits';
import type { Config } from '../../../kernel/config';
import { fail } from '../../../kernel/api-error';
import { refuseFile, rules, type ConvertedKind } from '../content';
import { convert, inputOf } from './ffmpeg';
import { gate } from '../concurrency-limit';
import { coloursIn, type Colours } from '../pictures/picture-filters';

export interface Found {
  duration_s: number;
  /** As it is seen, turned upright and with square pixels; null without a picture that moves. */
  width: number | null;
  height: number | null;
  hasSound: boolean;
  framesPerSecond: number | null;
  colours: Colours | null;
  /** The numbers of the streams that are taken, by which every conversion names them; null where there is none. */
  picture: number | null;
  sound: number | null;
}

const looking_s = 20;
const reading_s = 60;
const atOnce = 2;
const waitingMax = 40;
const quarter = 90;
const half = 180;
const pixelShapeMax = 4;

/** Uploads are looked at while their sender waits: few at once, some waiting, the rest sent away. */
const turn = gate(atOnce, waitingMax);

/** The length that a file names, in seconds. */
export function durationIn(said: string): number | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(said) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

interface Stream {
  number: number;
  kind: string;
  /** What is said of it in its own line, and below. */
  line: string;
  more: string;
}

/** The streams in what was said of the file; what the converter says of its own output follows behind. */
function streamsIn(said: string): Stream[] {
  const [input = ''] = said.split(/^(?:Output #|Stream mapping:)/m);
  return input.split(/^(?= +Stream #0:\d)/m).flatMap((part) => {
    const [, number, kind] = /^ +Stream #0:(\d+)[^ ]*: (\w+):/.exec(part) ?? [];
    if (number === undefined || kind === undefined) return [];
    const [line = '', ...more] = part.split('\n');
    return [{ number: Number(number), kind, line, more: more.join('\n') }];
  });
}

/** Of several the one that players take: the first that is marked as the default, else the first. */
const chosen = (streams: readonly Stream[]): Stream | undefined => streams.find(({ line }) => line.includes('(default)')) ?? streams[0];

/** Pixels are this much wider than high; a claim beyond reason counts as none. */
function pixelShapeIn(line: string): number {
  // What the container says comes last, and counts more than what the pictures say.
  const [, wide, high] = [...line.matchAll(/SAR (\d+):(\d+)/g)].at(-1) ?? [];
  const shape = Number(wide) / Number(high);
  return shape >= 1 / pixelShapeMax && shape <= pixelShapeMax ? shape : 1;
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/** The size with square pixels. Lines are kept; only where the picture would grow too long it gets fewer of them. */
function squared(width: number, height: number, shape: number): [number, number] {
  if (shape === 1) return [width, height];
  return width * shape <= limits.videoSideMax_px ? [even(width * shape), height] : [width, even(height / shape)];
}

type Picture = Pick<Found, 'width' | 'height' | 'framesPerSecond' | 'colours' | 'picture'>;

function pictureIn(stream: Stream | undefined): Picture {
  const { line = '', more = '' } = stream ?? {};
  const [, wide, high] = /, (\d{1,6})x(\d{1,6})[ ,[]/.exec(`${line},`) ?? [];
  if (stream === undefined || wide === undefined || high === undefined)
    return { width: null, height: null, framesPerSecond: null, colours: null, picture: null };
  const turned = Number(/(?:rotate\s*:|rotation of) (-?\d+)/.exec(more)?.[1] ?? 0);
  const [across, down] = squared(Number(wide), Number(high), pixelShapeIn(line));
  const [width, height] = Math.abs(turned) % half === quarter ? [down, across] : [across, down];
  const rate = Number(/, ([\d.]+) fps/.exec(line)?.[1]);
  return { width, height, framesPerSecond: Number.isFinite(rate) ? rate : null, colours: coloursIn(line), picture: stream.number };
}

/** What the file holds. Refuses with file_unreadable what the reader makes nothing of, and with service_unavailable without a converter. */
export async function probe(config: Pick<Config, 'ffmpegPath'>, path: string, reader: string): Promise<Found> {
  const look = (args: string[], timeout_s: number) =>
    turn(() => convert(config, { args: [...inputOf(path, reader), ...args], timeout_s }).catch(() => fail('service_unavailable')));
  // The converter itself tells which streams are pictures that move: a cover is none, and not every version calls it one.
  const { said } = await look(['-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-t', '0', '-f', 'null', '-'], looking_s);
  const streams = streamsIn(said);
  if (streams.length === 0) return fail('file_unreadable');
  const taken = new Set([...said.matchAll(/^ +Stream #0:(\d+) -> #0:\d+ \(copy\)/gm)].map(([, number]) => Number(number)));
  const pictures = streams.filter(({ kind, number }) => kind === 'Video' && taken.has(number));
  const sound = chosen(streams.filter(({ kind }) => kind === 'Audio'));
  const shown = { ...pictureIn(chosen(pictures)), hasSound: sound !== undefined, sound: sound?.number ?? null };
  const named_s = durationIn(said);
  if (named_s !== null && named_s > 0) return { duration_s: named_s, ...shown };
  // What was recorded while it was sent does not say how long it is, and some animations say 0: it is read through, without decoding.
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
