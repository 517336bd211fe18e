/**
 * Converts videos and audio in a work folder: first the poster and frames, then an MP4 in the lowest height that is playable early,
 * then HLS playlists for every height. A teaser is one MP4 and its poster, audio is one file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import type { ConvertedKind } from '../content';
import { inputOf, type Conversion, type Converted } from './ffmpeg';
import { prepareFrame, preparePoster, type Variant } from '../pictures/images';
import { filtersOf, bt709Tags } from '../pictures/picture-filters';
import { durationIn, type MediaInfo } from './probe';
import { bestMp4, firstMp4, frameNames, playlistName, playlistType, rungName, segmentsName, soundName } from '../pictures/variants';

/** A rendition in the work folder. */
export interface Rendition {
  name: string;
  path: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

/** The context of a conversion: the source, and callbacks for results and progress. */
export interface Work {
  kind: ConvertedKind;
  path: string;
  reader: string;
  found: MediaInfo;
  folder: string;
  /** Whether this ffmpeg build can map HDR and wide-gamut colours. */
  canMapColours: boolean;
  run(conversion: Conversion): Promise<Converted>;
  /** Moves renditions to storage. */
  storeRenditions(renditions: readonly Rendition[]): Promise<void>;
  /** Sets the blurred preview, a data URL. */
  blur(address: string | null): void;
  /** The first rendition is playable. */
  playable(): Promise<void>;
  /** Percent of the whole conversion. */
  progress(percent: number): void;
}

/** ffmpeg failed on the file. The message is its output, for the log. */
export class NotConverted extends Error {
  override name = 'NotConverted';
}

const heights = [360, 720, 1080];
const teaserHeightMax = 720;
/** An additional rung at the source's own height if it exceeds the last one by this factor. */
const rungGap = 1.2;
const segment_s = 4;
const framesPerSecondMax = 60;
const shortTimeout_s = 60;
const timeoutFactor = 30;
/** Tolerance for the duration: encoders pad audio, and containers round. */
const tolerance_s = 0.5;
const framePositions = [0.1, 0.25, 0.5, 0.75];
const mp4Type = 'video/mp4';
const kilobit = 1000;
/** The maximum bitrate (bit/s) for a height. */
const bitsOf = (lines: number): number => Math.round((lines / 360) ** 1.5 * 900) * kilobit;

/** The heights to encode, lowest first, never above the source. For upright videos they are widths: the shorter side. */
export function heightsFor(lines: number): number[] {
  const fitting = heights.filter((height) => height <= lines);
  const last = fitting.at(-1);
  const sourceHeight = lines - (lines % 2);
  if (last === undefined) return [Math.max(2, sourceHeight)];
  const isMore = lines < Math.max(...heights) && sourceHeight >= last * rungGap;
  return isMore ? [...fitting, sourceHeight] : fitting;
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

function sizeAt(lines: number, { width, height }: MediaInfo): { width: number; height: number } {
  const [wide, high] = [width ?? 2, height ?? 2];
  const scale = lines / Math.min(wide, high);
  return { width: even(wide * scale), height: even(high * scale) };
}

const timeoutOf = (found: MediaInfo): number => Math.round(shortTimeout_s + found.duration_s * timeoutFactor);

const videoStream = ({ found }: Work): string => `0:${String(found.picture ?? 0)}`;
const audioStream = ({ found }: Work): string => `0:${String(found.sound ?? 0)}`;

async function runOrThrow(work: Work, conversion: Conversion): Promise<void> {
  const { code, output: output } = await work.run(conversion);
  // Killed, or out of disk space: a retry may succeed.
  if (code === null || /No space left on device/.test(output))
    throw new Error(`the converter did not come to its end: ${output.slice(-500)}`);
  if (code !== 0) throw new NotConverted(output.slice(-2000));
}

/** A frame as PNG; null if there is none at this time. */
async function extractFrame(work: Work, at_s: number): Promise<Buffer | null> {
  const path = join(work.folder, 'still.png');
  const size = sizeAt(Math.min(720, Math.min(work.found.width ?? 2, work.found.height ?? 2)), work.found);
  const args = [
    ...['-v', 'error', '-max_pixels', String(limits.videoPixelsMax), '-ss', at_s.toFixed(3)],
    ...inputOf(work.path, work.reader),
    ...['-map', videoStream(work), '-frames:v', '1', '-an', '-sn', '-dn'],
    ...[
      '-vf',
      filtersOf(work.found, size, work.canMapColours).join(),
      '-threads',
      '1',
      '-f',
      'image2',
      '-c:v',
      'png',
      '-update',
      '1',
      `file:${path}`,
    ],
  ];
  const { code } = await work.run({ args, timeout_s: shortTimeout_s });
  return code === 0 ? readFile(path).catch(() => null) : null;
}

async function writeVariants(work: Work, variants: readonly Variant[]): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  for (const { name, bytes, contentType, width, height } of variants) {
    const path = join(work.folder, name);
    await writeFile(path, bytes);
    renditions.push({ name, path, contentType, width, height });
  }
  return renditions;
}

async function makePictures(work: Work): Promise<void> {
  const [first = 0, ...others] = framePositions;
  const still = (await extractFrame(work, work.found.duration_s * first)) ?? (await extractFrame(work, 0));
  if (!still) throw new NotConverted('no picture came out of it');
  const poster = await preparePoster(still);
  work.blur(poster.blur);
  await work.storeRenditions(await writeVariants(work, poster.variants));
  if (work.kind === 'teaser') return;
  for (const [index, name] of frameNames.entries()) {
    const other = await extractFrame(work, work.found.duration_s * (others[index] ?? 0));
    if (other) await work.storeRenditions(await writeVariants(work, [await prepareFrame(other, name)]));
  }
}

function encodingArgs(work: Work, lines: number): string[] {
  const filters = filtersOf(work.found, sizeAt(lines, work.found), work.canMapColours);
  const isFast = (work.found.framesPerSecond ?? 0) > framesPerSecondMax;
  const bits = bitsOf(lines);
  return [
    ...['-map', videoStream(work), ...(work.found.sound === null ? [] : ['-map', audioStream(work)])],
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', [...filters, ...(isFast ? [`fps=${String(framesPerSecondMax)}`] : [])].join()],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-maxrate',
      String(bits),
      '-bufsize',
      String(2 * bits),
      '-pix_fmt',
      'yuv420p',
    ],
    ...bt709Tags(work.found.colours),
    // Each segment begins with a key frame, at the same times in every height.
    ...['-force_key_frames', `expr:gte(t,n_forced*${String(segment_s)})`],
    ...[
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-ac',
      '2',
      '-ar',
      '48000',
      '-threads',
      '1',
      '-filter_threads',
      '1',
      '-max_muxing_queue_size',
      '1024',
    ],
    // The source may be longer than its header says.
    ...['-t', String(limits.media_s[work.kind])],
  ];
}

const sourceArgs = (work: Work): string[] => [
  '-v',
  'error',
  '-max_pixels',
  String(limits.videoPixelsMax),
  ...inputOf(work.path, work.reader),
];
const playlistAt = (work: Work, rung: number): string => join(work.folder, `${rungName(rung)}.m3u8`);
const segmentsAt = (work: Work, rung: number): string => join(work.folder, segmentsName(rung));
const hlsOutput = (work: Work, rung: number): string[] => [
  ...['-f', 'hls', '-hls_time', String(segment_s), '-hls_playlist_type', 'vod', '-hls_flags', 'single_file'],
  ...['-hls_segment_filename', segmentsAt(work, rung), playlistAt(work, rung)],
];
const mp4Output = (path: string): string[] => ['-movflags', '+faststart', '-f', 'mp4', `file:${path}`];

/** A progress callback for a step that covers the percentages `from` to `to`. */
const progressWithin = (work: Work, from: number, to: number) => (done_s: number) => {
  work.progress(from + Math.min(1, done_s / work.found.duration_s) * (to - from));
};

async function storeRung(work: Work, rung: number, lines: number): Promise<void> {
  const size = sizeAt(lines, work.found);
  await work.storeRenditions([
    { name: segmentsName(rung), path: segmentsAt(work, rung), contentType: 'video/mp2t', ...size },
    { name: rungName(rung), path: playlistAt(work, rung), contentType: playlistType, ...size },
  ]);
}

/** The master playlist. */
async function storeMaster(work: Work, ladder: readonly number[]): Promise<void> {
  const lines = ladder.flatMap((lines, index) => {
    const { width, height } = sizeAt(lines, work.found);
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(bitsOf(lines) + 128 * kilobit)},RESOLUTION=${String(width)}x${String(height)}`,
      rungName(index + 1),
    ];
  });
  const path = join(work.folder, playlistName);
  await writeFile(path, ['#EXTM3U', '#EXT-X-VERSION:4', ...lines, ''].join('\n'));
  const size = sizeAt(ladder.at(-1) ?? 2, work.found);
  await work.storeRenditions([{ name: playlistName, path, contentType: playlistType, ...size }]);
}

const shorterSide = ({ width, height }: MediaInfo): number => Math.min(width ?? 2, height ?? 2);

/** The actual duration, read from the output: a truncated source claims more. Within the tolerance the source's value is used. */
async function actualDuration(work: Work, path: string): Promise<number> {
  const { output: output } = await work.run({ args: inputOf(path, 'mov'), timeout_s: shortTimeout_s });
  const made_s = durationIn(output) ?? work.found.duration_s;
  return Math.abs(made_s - work.found.duration_s) > tolerance_s ? made_s : work.found.duration_s;
}

async function convertTeaser(work: Work): Promise<number> {
  const lines = Math.min(teaserHeightMax, Math.max(2, shorterSide(work.found) - (shorterSide(work.found) % 2)));
  const path = join(work.folder, firstMp4);
  const args = [...sourceArgs(work), ...encodingArgs(work, lines), ...mp4Output(path)];
  await runOrThrow(work, { args, timeout_s: timeoutOf(work.found), onProgress: progressWithin(work, 10, 95) });
  const length_s = await actualDuration(work, path);
  await work.storeRenditions([{ name: firstMp4, path, contentType: mp4Type, ...sizeAt(lines, work.found) }]);
  return length_s;
}

/**
 * Stores the poster, frames, an early MP4, an HLS playlist for every height, and an MP4 of the best height. Returns the duration in
 * seconds.
 */
export async function convertVideo(work: Work): Promise<number> {
  await makePictures(work);
  work.progress(10);
  if (work.kind !== 'video') return convertTeaser(work);

  const ladder = heightsFor(shorterSide(work.found));
  const [lowest = 2, ...higher] = ladder;
  const timeout_s = timeoutOf(work.found);
  const first = join(work.folder, firstMp4);
  await runOrThrow(work, {
    args: [...sourceArgs(work), ...encodingArgs(work, lowest), ...mp4Output(first)],
    timeout_s,
    onProgress: progressWithin(work, 10, 40),
  });
  // The lowest HLS rendition is remuxed from this MP4.
  const length_s = await actualDuration(work, first);
  await runOrThrow(work, { args: ['-v', 'error', ...inputOf(first, 'mov'), '-c', 'copy', ...hlsOutput(work, 1)], timeout_s });
  await work.storeRenditions([{ name: firstMp4, path: first, contentType: mp4Type, ...sizeAt(lowest, work.found) }]);
  await storeRung(work, 1, lowest);
  await work.playable();

  const share = 55 / Math.max(1, higher.length);
  for (const [index, lines] of higher.entries()) {
    const rung = index + 2;
    const onProgress = progressWithin(work, 40 + share * index, 40 + share * (index + 1));
    await runOrThrow(work, { args: [...sourceArgs(work), ...encodingArgs(work, lines), ...hlsOutput(work, rung)], timeout_s, onProgress });
    if (index === higher.length - 1) {
      const best = join(work.folder, bestMp4);
      const whole = ['-v', 'error', ...inputOf(segmentsAt(work, rung), 'mpegts'), '-c', 'copy', '-bsf:a', 'aac_adtstoasc'];
      await runOrThrow(work, { args: [...whole, ...mp4Output(best)], timeout_s });
      await work.storeRenditions([{ name: bestMp4, path: best, contentType: mp4Type, ...sizeAt(lines, work.found) }]);
    }
    await storeRung(work, rung, lines);
  }
  await storeMaster(work, ladder);
  return length_s;
}

/** Stores one AAC file. Returns the duration in seconds. */
export async function convertSound(work: Work): Promise<number> {
  const path = join(work.folder, soundName);
  const args = [
    ...['-v', 'error', ...inputOf(work.path, work.reader)],
    ...['-map', audioStream(work), '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-threads', '1', '-t', String(limits.media_s[work.kind])],
    ...mp4Output(path),
  ];
  await runOrThrow(work, { args, timeout_s: timeoutOf(work.found), onProgress: progressWithin(work, 0, 95) });
  const length_s = await actualDuration(work, path);
  await work.storeRenditions([{ name: soundName, path, contentType: 'audio/mp4', width: null, height: null }]);
  return length_s;
}
