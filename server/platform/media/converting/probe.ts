/** Probes videos and audio before the conversion: streams, size and duration. */
import * as limits from '@contract/kernel/limits';
import type { Config } from '../../../kernel/config';
import { fail } from '../../../kernel/api-error';
import { rejectFile, ruleTexts, type ConvertedKind } from '../content';
import { runFfmpeg, inputOf } from './ffmpeg';
import { concurrencyLimit } from '../concurrency-limit';
import { parseColors, type ColorEncoding } from '../pictures/picture-filters';

export interface MediaInfo {
  duration_s: number;
  /** The displayed size, after rotation and with square pixels; null without a video stream. */
  width: number | null;
  height: number | null;
  hasAudio: boolean;
  framesPerSecond: number | null;
  colors: ColorEncoding | null;
  /** The indices of the chosen video and audio streams; null if there is none. */
  videoStreamIndex: number | null;
  audioStreamIndex: number | null;
}

const probeTimeout_s = 20;
const readTimeout_s = 60;
const concurrency = 2;
const waitingMax = 40;
const quarterTurn_deg = 90;
const halfTurn_deg = 180;
const pixelAspectRatioMax = 4;

/** Limits concurrent probes, because uploaders wait for them: few run, some wait, others are rejected. */
const limit = concurrencyLimit(concurrency, waitingMax);

/** The duration in the file's header, in seconds. */
export function durationIn(output: string): number | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(output) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

interface Stream {
  index: number;
  kind: string;
  /** Its line in ffmpeg's output, and the lines below. */
  line: string;
  more: string;
}

/** The input's streams in ffmpeg's output. The description of the output follows and is cut off. */
function streamsIn(output: string): Stream[] {
  const [input = ''] = output.split(/^(?:Output #|Stream mapping:)/m);
  return input.split(/^(?= +Stream #0:\d)/m).flatMap((part) => {
    const [, index, kind] = /^ +Stream #0:(\d+)[^ ]*: (\w+):/.exec(part) ?? [];
    if (index === undefined || kind === undefined) return [];
    const [line = '', ...more] = part.split('\n');
    return [{ index: Number(index), kind, line, more: more.join('\n') }];
  });
}

/** The stream that players choose: the first one marked as the default, else the first. */
const pickStream = (streams: readonly Stream[]): Stream | undefined => streams.find(({ line }) => line.includes('(default)')) ?? streams[0];

/** The pixel aspect ratio; implausible values count as 1. */
function pixelAspectRatioIn(line: string): number {
  // The container's value comes last and overrides the stream's.
  const [, wide, high] = [...line.matchAll(/SAR (\d+):(\d+)/g)].at(-1) ?? [];
  const ratio = Number(wide) / Number(high);
  return ratio >= 1 / pixelAspectRatioMax && ratio <= pixelAspectRatioMax ? ratio : 1;
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/** The size with square pixels. The height is kept, unless the width would exceed the limit. */
function withSquarePixels(width: number, height: number, ratio: number): [number, number] {
  if (ratio === 1) return [width, height];
  return width * ratio <= limits.videoSideMax_px ? [even(width * ratio), height] : [width, even(height / ratio)];
}

type VideoInfo = Pick<MediaInfo, 'width' | 'height' | 'framesPerSecond' | 'colors' | 'videoStreamIndex'>;

function videoInfoIn(stream: Stream | undefined): VideoInfo {
  const { line = '', more = '' } = stream ?? {};
  const [, wide, high] = /, (\d{1,6})x(\d{1,6})[ ,[]/.exec(`${line},`) ?? [];
  if (stream === undefined || wide === undefined || high === undefined)
    return { width: null, height: null, framesPerSecond: null, colors: null, videoStreamIndex: null };
  const rotation = Number(/(?:rotate\s*:|rotation of) (-?\d+)/.exec(more)?.[1] ?? 0);
  const [across, down] = withSquarePixels(Number(wide), Number(high), pixelAspectRatioIn(line));
  const [width, height] = Math.abs(rotation) % halfTurn_deg === quarterTurn_deg ? [down, across] : [across, down];
  const rate = Number(/, ([\d.]+) fps/.exec(line)?.[1]);
  return { width, height, framesPerSecond: Number.isFinite(rate) ? rate : null, colors: parseColors(line), videoStreamIndex: stream.index };
}

/** Probes a file. Throws file_unreadable if the demuxer finds no streams, and service_unavailable without ffmpeg. */
export async function probe(config: Pick<Config, 'ffmpegPath'>, path: string, demuxer: string): Promise<MediaInfo> {
  const run = (args: string[], timeout_s: number) =>
    limit(() => runFfmpeg(config, { args: [...inputOf(path, demuxer), ...args], timeout_s }).catch(() => fail('service_unavailable')));
  // `0:V` makes ffmpeg select video streams without cover images; not every version marks covers in its output.
  const { output } = await run(['-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-t', '0', '-f', 'null', '-'], probeTimeout_s);
  const streams = streamsIn(output);
  if (streams.length === 0) return fail('file_unreadable');
  const selected = new Set([...output.matchAll(/^ +Stream #0:(\d+) -> #0:\d+ \(copy\)/gm)].map(([, index]) => Number(index)));
  const videoStreams = streams.filter(({ kind, index }) => kind === 'Video' && selected.has(index));
  const audioStream = pickStream(streams.filter(({ kind }) => kind === 'Audio'));
  const streamInfo = {
    ...videoInfoIn(pickStream(videoStreams)),
    hasAudio: audioStream !== undefined,
    audioStreamIndex: audioStream?.index ?? null,
  };
  const header_s = durationIn(output);
  if (header_s !== null && header_s > 0) return { duration_s: header_s, ...streamInfo };
  // Live recordings have no duration in the header, and some animations have 0: the file is read to its end without decoding.
  const { done_s } = await run(['-c', 'copy', '-f', 'null', '-'], readTimeout_s);
  return { duration_s: done_s, ...streamInfo };
}

/**
 * Rejects files that break a rule of their kind: no matching stream, too many pixels, too long. Returns the info, without a size for
 * audio.
 */
export function assertWithinLimits(kind: ConvertedKind, info: MediaInfo): MediaInfo {
  const { width, height, hasAudio, duration_s } = info;
  if (kind === 'audio') {
    if (!hasAudio) rejectFile('file_unreadable', ruleTexts.stream(kind));
  } else {
    if (width === null || height === null || width * height === 0) return rejectFile('file_unreadable', ruleTexts.stream(kind));
    if (Math.max(width, height) > limits.videoSideMax_px || width * height > limits.videoPixelsMax) rejectFile('too_large', ruleTexts.size);
  }
  if (duration_s > limits.media_s[kind]) rejectFile('too_large', ruleTexts.length(kind));
  if (duration_s <= 0) rejectFile('file_unreadable', ruleTexts.readable(kind));
  return kind === 'audio' ? { ...info, width: null, height: null } : info;
}
