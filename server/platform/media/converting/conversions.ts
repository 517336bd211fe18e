/**
 * Making videos and sounds ready, step by step in a folder of its own: moments of it as pictures, one file that plays at once,
 * then every height as a playlist. A teaser is one file and its poster, a sound one file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import type { ConvertedKind } from '../content';
import { inputOf, type Conversion, type Converted } from './ffmpeg';
import { prepareFrame, preparePoster, type Variant } from '../pictures/images';
import { filtersOf, namesOfColours } from '../pictures/picture-filters';
import { durationIn, type Found } from './probe';
import { bestMp4, firstMp4, frameNames, playlistName, playlistType, rungName, segmentsName, soundName } from '../pictures/variants';

/** A rendition in the folder. */
export interface Made {
  name: string;
  path: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

/** What the steps need: the file, and where to tell and leave what they make. */
export interface Work {
  kind: ConvertedKind;
  path: string;
  reader: string;
  found: Found;
  folder: string;
  /** Whether the converter here can map colours that reach beyond those of browsers. */
  canMapColours: boolean;
  run(conversion: Conversion): Promise<Converted>;
  /** Takes renditions away for good. */
  keep(made: readonly Made[]): Promise<void>;
  /** The picture shown while the real one loads. */
  blur(address: string | null): void;
  /** From here on it can be played. */
  playable(): Promise<void>;
  /** Percent of the whole work. */
  progress(percent: number): void;
}

/** What the converter could not do, in its own words for the log. */
export class NotConverted extends Error {
  override name = 'NotConverted';
}

const heights = [360, 720, 1080];
const teaserHeightMax = 720;
/** A rung of its own for a source that is well above the last. */
const rungGap = 1.2;
const segment_s = 4;
const framesPerSecondMax = 60;
const looking_s = 60;
const slowest = 30;
/** Sound is padded a little, and containers round. */
const inexact_s = 0.5;
const moments = [0.1, 0.25, 0.5, 0.75];
const mp4Type = 'video/mp4';
const kilobit = 1000;
/** Bits for a picture of so many lines. */
const bitsOf = (lines: number): number => Math.round((lines / 360) ** 1.5 * 900) * kilobit;

/** The numbers of lines to make, lowest first; a line is one of the shorter side. Never above the source. */
export function ladderOf(lines: number): number[] {
  const fitting = heights.filter((one) => one <= lines);
  const last = fitting.at(-1);
  const own = lines - (lines % 2);
  if (last === undefined) return [Math.max(2, own)];
  const isMore = lines < Math.max(...heights) && own >= last * rungGap;
  return isMore ? [...fitting, own] : fitting;
}

const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

function sizeAt(lines: number, { width, height }: Found): { width: number; height: number } {
  const [wide, high] = [width ?? 2, height ?? 2];
  const scale = lines / Math.min(wide, high);
  return { width: even(wide * scale), height: even(high * scale) };
}

const timeoutOf = (found: Found): number => Math.round(looking_s + found.duration_s * slowest);

const pictureOf = ({ found }: Work): string => `0:${String(found.picture ?? 0)}`;
const soundOf = ({ found }: Work): string => `0:${String(found.sound ?? 0)}`;

async function runWell(work: Work, conversion: Conversion): Promise<void> {
  const { code, said } = await work.run(conversion);
  // Ended from outside, or stopped by this host's own want: another try may go well.
  if (code === null || /No space left on device/.test(said)) throw new Error(`the converter did not come to its end: ${said.slice(-500)}`);
  if (code !== 0) throw new NotConverted(said.slice(-2000));
}

/** One still as PNG bytes; null where there is none. */
async function stillAt(work: Work, at_s: number): Promise<Buffer | null> {
  const path = join(work.folder, 'still.png');
  const size = sizeAt(Math.min(720, Math.min(work.found.width ?? 2, work.found.height ?? 2)), work.found);
  const args = [
    ...['-v', 'error', '-max_pixels', String(limits.videoPixelsMax), '-ss', at_s.toFixed(3)],
    ...inputOf(work.path, work.reader),
    ...['-map', pictureOf(work), '-frames:v', '1', '-an', '-sn', '-dn'],
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
  const { code } = await work.run({ args, timeout_s: looking_s });
  return code === 0 ? readFile(path).catch(() => null) : null;
}

async function written(work: Work, variants: readonly Variant[]): Promise<Made[]> {
  const made: Made[] = [];
  for (const { name, bytes, contentType, width, height } of variants) {
    const path = join(work.folder, name);
    await writeFile(path, bytes);
    made.push({ name, path, contentType, width, height });
  }
  return made;
}

async function makePictures(work: Work): Promise<void> {
  const [first = 0, ...others] = moments;
  const still = (await stillAt(work, work.found.duration_s * first)) ?? (await stillAt(work, 0));
  if (!still) throw new NotConverted('no picture came out of it');
  const poster = await preparePoster(still);
  work.blur(poster.blur);
  await work.keep(await written(work, poster.variants));
  if (work.kind === 'teaser') return;
  for (const [index, name] of frameNames.entries()) {
    const other = await stillAt(work, work.found.duration_s * (others[index] ?? 0));
    if (other) await work.keep(await written(work, [await prepareFrame(other, name)]));
  }
}

function encodingAt(work: Work, lines: number): string[] {
  const filters = filtersOf(work.found, sizeAt(lines, work.found), work.canMapColours);
  const isFast = (work.found.framesPerSecond ?? 0) > framesPerSecondMax;
  const bits = bitsOf(lines);
  return [
    ...['-map', pictureOf(work), ...(work.found.sound === null ? [] : ['-map', soundOf(work)])],
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
    ...namesOfColours(work.found.colours),
    // Each segment begins with a whole picture, at the same moments in every height.
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
    // What is longer than it said is cut.
    ...['-t', String(limits.media_s[work.kind])],
  ];
}

const source = (work: Work): string[] => ['-v', 'error', '-max_pixels', String(limits.videoPixelsMax), ...inputOf(work.path, work.reader)];
const playlistAt = (work: Work, rung: number): string => join(work.folder, `${rungName(rung)}.m3u8`);
const segmentsAt = (work: Work, rung: number): string => join(work.folder, segmentsName(rung));
const hlsInto = (work: Work, rung: number): string[] => [
  ...['-f', 'hls', '-hls_time', String(segment_s), '-hls_playlist_type', 'vod', '-hls_flags', 'single_file'],
  ...['-hls_segment_filename', segmentsAt(work, rung), playlistAt(work, rung)],
];
const mp4Into = (path: string): string[] => ['-movflags', '+faststart', '-f', 'mp4', `file:${path}`];

/** A part of the work that goes from one percentage to another. */
const within = (work: Work, from: number, to: number) => (done_s: number) => {
  work.progress(from + Math.min(1, done_s / work.found.duration_s) * (to - from));
};

async function keepRung(work: Work, rung: number, lines: number): Promise<void> {
  const size = sizeAt(lines, work.found);
  await work.keep([
    { name: segmentsName(rung), path: segmentsAt(work, rung), contentType: 'video/mp2t', ...size },
    { name: rungName(rung), path: playlistAt(work, rung), contentType: playlistType, ...size },
  ]);
}

/** The playlist of playlists: one line for each height. */
async function keepMaster(work: Work, ladder: readonly number[]): Promise<void> {
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
  await work.keep([{ name: playlistName, path, contentType: playlistType, ...size }]);
}

const linesOf = ({ width, height }: Found): number => Math.min(width ?? 2, height ?? 2);

/** How long it really is: a source that was cut off claims more. What is made of it is asked, and named with its own precision. */
async function lengthOf(work: Work, path: string): Promise<number> {
  const { said } = await work.run({ args: inputOf(path, 'mov'), timeout_s: looking_s });
  const made_s = durationIn(said) ?? work.found.duration_s;
  return Math.abs(made_s - work.found.duration_s) > inexact_s ? made_s : work.found.duration_s;
}

async function convertTeaser(work: Work): Promise<number> {
  const lines = Math.min(teaserHeightMax, Math.max(2, linesOf(work.found) - (linesOf(work.found) % 2)));
  const path = join(work.folder, firstMp4);
  const args = [...source(work), ...encodingAt(work, lines), ...mp4Into(path)];
  await runWell(work, { args, timeout_s: timeoutOf(work.found), onProgress: within(work, 10, 95) });
  const length_s = await lengthOf(work, path);
  await work.keep([{ name: firstMp4, path, contentType: mp4Type, ...sizeAt(lines, work.found) }]);
  return length_s;
}

/** Leaves behind: poster, moments, the file that plays at once, every height as a playlist, and the best height as one file. Answers its length in seconds. */
export async function convertVideo(work: Work): Promise<number> {
  await makePictures(work);
  work.progress(10);
  if (work.kind !== 'video') return convertTeaser(work);

  const ladder = ladderOf(linesOf(work.found));
  const [lowest = 2, ...higher] = ladder;
  const timeout_s = timeoutOf(work.found);
  const first = join(work.folder, firstMp4);
  await runWell(work, {
    args: [...source(work), ...encodingAt(work, lowest), ...mp4Into(first)],
    timeout_s,
    onProgress: within(work, 10, 40),
  });
  // The lowest height is in it already.
  const length_s = await lengthOf(work, first);
  await runWell(work, { args: ['-v', 'error', ...inputOf(first, 'mov'), '-c', 'copy', ...hlsInto(work, 1)], timeout_s });
  await work.keep([{ name: firstMp4, path: first, contentType: mp4Type, ...sizeAt(lowest, work.found) }]);
  await keepRung(work, 1, lowest);
  await work.playable();

  const share = 55 / Math.max(1, higher.length);
  for (const [index, lines] of higher.entries()) {
    const rung = index + 2;
    const onProgress = within(work, 40 + share * index, 40 + share * (index + 1));
    await runWell(work, { args: [...source(work), ...encodingAt(work, lines), ...hlsInto(work, rung)], timeout_s, onProgress });
    if (index === higher.length - 1) {
      const best = join(work.folder, bestMp4);
      const whole = ['-v', 'error', ...inputOf(segmentsAt(work, rung), 'mpegts'), '-c', 'copy', '-bsf:a', 'aac_adtstoasc'];
      await runWell(work, { args: [...whole, ...mp4Into(best)], timeout_s });
      await work.keep([{ name: bestMp4, path: best, contentType: mp4Type, ...sizeAt(lines, work.found) }]);
    }
    await keepRung(work, rung, lines);
  }
  await keepMaster(work, ladder);
  return length_s;
}

/** Leaves behind one file that plays everywhere. Answers its length in seconds. */
export async function convertSound(work: Work): Promise<number> {
  const path = join(work.folder, soundName);
  const args = [
    ...['-v', 'error', ...inputOf(work.path, work.reader)],
    ...['-map', soundOf(work), '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-threads', '1', '-t', String(limits.media_s[work.kind])],
    ...mp4Into(path),
  ];
  await runWell(work, { args, timeout_s: timeoutOf(work.found), onProgress: within(work, 0, 95) });
  const length_s = await lengthOf(work, path);
  await work.keep([{ name: soundName, path, contentType: 'audio/mp4', width: null, height: null }]);
  return length_s;
}
