/**
 * Converts videos and audio in a work folder: first the poster and frames, then an MP4 in the lowest height that is playable early,
 * then HLS playlists for every height. A teaser is one MP4 and its poster, audio is one file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import type { ConvertedKind } from '../content';
import { inputOf, type FfmpegCommand, type FfmpegResult } from './ffmpeg';
import { prepareFrame, preparePoster, type Variant } from '../pictures/images';
import { filtersOf, bt709Tags } from '../pictures/picture-filters';
import { durationIn, type MediaInfo } from './probe';
import { bestMp4, firstMp4, frameNames, playlistName, playlistType, rungName, segmentsName, audioName } from '../pictures/variants';

/** A rendition in the work folder. */
export interface Rendition {
  name: string;
  path: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

/** The conversion of one file: the source, and callbacks for results and progress. */
export interface ConversionTask {
  kind: ConvertedKind;
  path: string;
  demuxer: string;
  info: MediaInfo;
  folder: string;
  /** Whether this ffmpeg build can map HDR and wide-gamut colors. */
  canMapColors: boolean;
  run(command: FfmpegCommand): Promise<FfmpegResult>;
  /** Moves renditions to storage. */
  storeRenditions(renditions: readonly Rendition[]): Promise<void>;
  /** Sets the blurred preview. */
  setBlur(dataUrl: string | null): void;
  /** Called when the first rendition is playable. */
  onPlayable(): Promise<void>;
  /** Called with the percentage of the whole conversion. */
  onProgress(percent: number): void;
}

/** ffmpeg failed on the file. The message is its output, for the log. */
export class NotConverted extends Error {
  override name = 'NotConverted';
}

const heights = [360, 720, 1080];
const teaserHeightMax = 720;
/** The ladder gets an additional rung at the source's own height if that exceeds the highest rung by this factor. */
const extraRungFactor = 1.2;
const segment_s = 4;
const framesPerSecondMax = 60;
const shortTimeout_s = 60;
const timeoutFactor = 30;
/** Tolerance for the duration: encoders pad audio, and containers round. */
const tolerance_s = 0.5;
const framePositions = [0.1, 0.25, 0.5, 0.75];
const mp4Type = 'video/mp4';
const kilobit = 1000;
/** The maximum video bitrate for a height, in bit/s. */
const maxBitrateOf = (lines: number): number => Math.round((lines / 360) ** 1.5 * 900) * kilobit;

/** The encoding ladder: heights, lowest first, never above the source. `lines` is the shorter side: the width of an upright video. */
export function heightsFor(lines: number): number[] {
  const fitting = heights.filter((height) => height <= lines);
  const last = fitting.at(-1);
  const sourceHeight = lines - (lines % 2);
  if (last === undefined) return [Math.max(2, sourceHeight)];
  const hasOwnRung = lines < Math.max(...heights) && sourceHeight >= last * extraRungFactor;
  return hasOwnRung ? [...fitting, sourceHeight] : fitting;
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

function sizeAt(lines: number, { width, height }: MediaInfo): { width: number; height: number } {
  const [wide, high] = [width ?? 2, height ?? 2];
  const scale = lines / Math.min(wide, high);
  return { width: even(wide * scale), height: even(high * scale) };
}

const timeoutOf = (info: MediaInfo): number => Math.round(shortTimeout_s + info.duration_s * timeoutFactor);

const videoStreamOf = ({ info }: ConversionTask): string => `0:${String(info.videoStreamIndex ?? 0)}`;
const audioStreamOf = ({ info }: ConversionTask): string => `0:${String(info.audioStreamIndex ?? 0)}`;

async function runOrThrow(task: ConversionTask, command: FfmpegCommand): Promise<void> {
  const { code, output } = await task.run(command);
  // Killed, or out of disk space: a retry may succeed.
  if (code === null || /No space left on device/.test(output)) throw new Error(`the conversion did not finish: ${output.slice(-500)}`);
  if (code !== 0) throw new NotConverted(output.slice(-2000));
}

/** A frame as PNG; null if there is none at this time. */
async function extractFrame(task: ConversionTask, at_s: number): Promise<Buffer | null> {
  const path = join(task.folder, 'still.png');
  const size = sizeAt(Math.min(720, Math.min(task.info.width ?? 2, task.info.height ?? 2)), task.info);
  const args = [
    ...['-v', 'error', '-max_pixels', String(limits.videoPixelsMax), '-ss', at_s.toFixed(3)],
    ...inputOf(task.path, task.demuxer),
    ...['-map', videoStreamOf(task), '-frames:v', '1', '-an', '-sn', '-dn'],
    ...[
      '-vf',
      filtersOf(task.info, size, task.canMapColors).join(),
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
  const { code } = await task.run({ args, timeout_s: shortTimeout_s });
  return code === 0 ? readFile(path).catch(() => null) : null;
}

async function writeVariants(task: ConversionTask, variants: readonly Variant[]): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  for (const { name, bytes, contentType, width, height } of variants) {
    const path = join(task.folder, name);
    await writeFile(path, bytes);
    renditions.push({ name, path, contentType, width, height });
  }
  return renditions;
}

async function storePosterAndFrames(task: ConversionTask): Promise<void> {
  const [first = 0, ...others] = framePositions;
  const still = (await extractFrame(task, task.info.duration_s * first)) ?? (await extractFrame(task, 0));
  if (!still) throw new NotConverted('no frame could be extracted');
  const poster = await preparePoster(still);
  task.setBlur(poster.blur);
  await task.storeRenditions(await writeVariants(task, poster.variants));
  if (task.kind === 'teaser') return;
  for (const [index, name] of frameNames.entries()) {
    const other = await extractFrame(task, task.info.duration_s * (others[index] ?? 0));
    if (other) await task.storeRenditions(await writeVariants(task, [await prepareFrame(other, name)]));
  }
}

function encodingArgs(task: ConversionTask, lines: number): string[] {
  const filters = filtersOf(task.info, sizeAt(lines, task.info), task.canMapColors);
  const isFast = (task.info.framesPerSecond ?? 0) > framesPerSecondMax;
  const maxBitrate = maxBitrateOf(lines);
  return [
    ...['-map', videoStreamOf(task), ...(task.info.audioStreamIndex === null ? [] : ['-map', audioStreamOf(task)])],
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
      String(maxBitrate),
      '-bufsize',
      String(2 * maxBitrate),
      '-pix_fmt',
      'yuv420p',
    ],
    ...bt709Tags(task.info.colors),
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
    ...['-t', String(limits.media_s[task.kind])],
  ];
}

const sourceArgs = (task: ConversionTask): string[] => [
  '-v',
  'error',
  '-max_pixels',
  String(limits.videoPixelsMax),
  ...inputOf(task.path, task.demuxer),
];
const playlistAt = (task: ConversionTask, rung: number): string => join(task.folder, `${rungName(rung)}.m3u8`);
const segmentsAt = (task: ConversionTask, rung: number): string => join(task.folder, segmentsName(rung));
const hlsOutput = (task: ConversionTask, rung: number): string[] => [
  ...['-f', 'hls', '-hls_time', String(segment_s), '-hls_playlist_type', 'vod', '-hls_flags', 'single_file'],
  ...['-hls_segment_filename', segmentsAt(task, rung), playlistAt(task, rung)],
];
const mp4Output = (path: string): string[] => ['-movflags', '+faststart', '-f', 'mp4', `file:${path}`];

/** A progress callback for a step that covers the percentages `from` to `to`. */
const progressWithin = (task: ConversionTask, from: number, to: number) => (done_s: number) => {
  task.onProgress(from + Math.min(1, done_s / task.info.duration_s) * (to - from));
};

async function storeRung(task: ConversionTask, rung: number, lines: number): Promise<void> {
  const size = sizeAt(lines, task.info);
  await task.storeRenditions([
    { name: segmentsName(rung), path: segmentsAt(task, rung), contentType: 'video/mp2t', ...size },
    { name: rungName(rung), path: playlistAt(task, rung), contentType: playlistType, ...size },
  ]);
}

/** The master playlist. */
async function storeMaster(task: ConversionTask, ladder: readonly number[]): Promise<void> {
  const playlistLines = ladder.flatMap((lines, index) => {
    const { width, height } = sizeAt(lines, task.info);
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(maxBitrateOf(lines) + 128 * kilobit)},RESOLUTION=${String(width)}x${String(height)}`,
      rungName(index + 1),
    ];
  });
  const path = join(task.folder, playlistName);
  await writeFile(path, ['#EXTM3U', '#EXT-X-VERSION:4', ...playlistLines, ''].join('\n'));
  const size = sizeAt(ladder.at(-1) ?? 2, task.info);
  await task.storeRenditions([{ name: playlistName, path, contentType: playlistType, ...size }]);
}

const shorterSide = ({ width, height }: MediaInfo): number => Math.min(width ?? 2, height ?? 2);

/** The actual duration, read from the output: a truncated source claims more. Within the tolerance the source's value is used. */
async function actualDuration(task: ConversionTask, path: string): Promise<number> {
  const { output } = await task.run({ args: inputOf(path, 'mov'), timeout_s: shortTimeout_s });
  const actual_s = durationIn(output) ?? task.info.duration_s;
  return Math.abs(actual_s - task.info.duration_s) > tolerance_s ? actual_s : task.info.duration_s;
}

async function convertTeaser(task: ConversionTask): Promise<number> {
  const lines = Math.min(teaserHeightMax, Math.max(2, shorterSide(task.info) - (shorterSide(task.info) % 2)));
  const path = join(task.folder, firstMp4);
  const args = [...sourceArgs(task), ...encodingArgs(task, lines), ...mp4Output(path)];
  await runOrThrow(task, { args, timeout_s: timeoutOf(task.info), onProgress: progressWithin(task, 10, 95) });
  const duration_s = await actualDuration(task, path);
  await task.storeRenditions([{ name: firstMp4, path, contentType: mp4Type, ...sizeAt(lines, task.info) }]);
  return duration_s;
}

/**
 * Stores the poster, frames, an early MP4, an HLS playlist for every height, and an MP4 of the best height. Returns the duration in
 * seconds.
 */
export async function convertVideo(task: ConversionTask): Promise<number> {
  await storePosterAndFrames(task);
  task.onProgress(10);
  if (task.kind !== 'video') return convertTeaser(task);

  const ladder = heightsFor(shorterSide(task.info));
  const [lowest = 2, ...higher] = ladder;
  const timeout_s = timeoutOf(task.info);
  const first = join(task.folder, firstMp4);
  await runOrThrow(task, {
    args: [...sourceArgs(task), ...encodingArgs(task, lowest), ...mp4Output(first)],
    timeout_s,
    onProgress: progressWithin(task, 10, 40),
  });
  // The lowest HLS rendition is remuxed from this MP4.
  const duration_s = await actualDuration(task, first);
  await runOrThrow(task, { args: ['-v', 'error', ...inputOf(first, 'mov'), '-c', 'copy', ...hlsOutput(task, 1)], timeout_s });
  await task.storeRenditions([{ name: firstMp4, path: first, contentType: mp4Type, ...sizeAt(lowest, task.info) }]);
  await storeRung(task, 1, lowest);
  await task.onPlayable();

  const share = 55 / Math.max(1, higher.length);
  for (const [index, lines] of higher.entries()) {
    const rung = index + 2;
    const onProgress = progressWithin(task, 40 + share * index, 40 + share * (index + 1));
    await runOrThrow(task, { args: [...sourceArgs(task), ...encodingArgs(task, lines), ...hlsOutput(task, rung)], timeout_s, onProgress });
    if (index === higher.length - 1) {
      const best = join(task.folder, bestMp4);
      const remuxArgs = ['-v', 'error', ...inputOf(segmentsAt(task, rung), 'mpegts'), '-c', 'copy', '-bsf:a', 'aac_adtstoasc'];
      await runOrThrow(task, { args: [...remuxArgs, ...mp4Output(best)], timeout_s });
      await task.storeRenditions([{ name: bestMp4, path: best, contentType: mp4Type, ...sizeAt(lines, task.info) }]);
    }
    await storeRung(task, rung, lines);
  }
  await storeMaster(task, ladder);
  return duration_s;
}

/** Stores one AAC file. Returns the duration in seconds. */
export async function convertAudio(task: ConversionTask): Promise<number> {
  const path = join(task.folder, audioName);
  const args = [
    ...['-v', 'error', ...inputOf(task.path, task.demuxer)],
    ...['-map', audioStreamOf(task), '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-threads', '1', '-t', String(limits.media_s[task.kind])],
    ...mp4Output(path),
  ];
  await runOrThrow(task, { args, timeout_s: timeoutOf(task.info), onProgress: progressWithin(task, 0, 95) });
  const duration_s = await actualDuration(task, path);
  await task.storeRenditions([{ name: audioName, path, contentType: 'audio/mp4', width: null, height: null }]);
  return duration_s;
}
