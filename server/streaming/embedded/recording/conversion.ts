/** What becomes of the parts of a recording: each is brought to one shape, and all are put together into one MP4. */
import { open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../kernel/config';
import { convert, inputOf } from '../../../platform/media/converting/ffmpeg';
import { probe } from '../../../platform/media/converting/probe';
import { liveLimits } from '../limits';
import { trackNumbers } from './webm';

type Converter = Pick<Config, 'ffmpegPath'>;

export interface Box {
  width: number;
  height: number;
}

const shortSide = 720;
const usualBox: Box = { width: 1_280, height: 720 };
const looked_bytes = 4_000_000;
/** How a block begins: its id, and the first bytes of a length that is always written in eight. */
const blockHead = Buffer.from([0xa3, 0x01, 0x00, 0x00, 0x00]);
const trackAt = 9;
/** A part is a minute, and one that takes ten is given up. */
const partTime_s = liveLimits.recording.part_s * 10;
const joinTime_s = 900;
/** The longest film stays below what the converter may write. */
const bits_per_s_max = '4M';
const matroska = 'matroska';
const samples_per_s = 48_000;
/** Sound that is missing becomes silence: else all that follows would come early. Stretching alone is too slow for gaps that can be heard. */
const gapless = 'aresample=async=1000:min_hard_comp=0.03';

/** ffmpeg did not do it; the message is what it said. */
export class NotMade extends Error {
  override name = 'NotMade';
}

/** Which kinds a part holds: tracks are announced before anything is known to come. */
async function kindsIn(path: string): Promise<{ hasVideo: boolean; hasAudio: boolean }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked_bytes), 0, looked_bytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const tracks = new Set<number>();
    for (let at = bytes.indexOf(blockHead); at >= 0; at = bytes.indexOf(blockHead, at + 1)) tracks.add((bytes[at + trackAt] ?? 0) & 0x7f);
    return { hasVideo: tracks.has(trackNumbers.video), hasAudio: tracks.has(trackNumbers.audio) };
  } finally {
    await file.close();
  }
}

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** The size that all of a recording is brought to: the shape of its first picture, as large as a good stream is. */
export async function boxOf(converter: Converter, path: string): Promise<Box> {
  const { width, height } = await probe(converter, path, matroska).catch(() => ({ width: null, height: null }));
  if (width === null || height === null || width * height === 0) return usualBox;
  const scale = shortSide / Math.min(width, height);
  // Nobody films a ribbon: such a size is a fault.
  if (Math.max(width, height) / Math.min(width, height) > 3) return usualBox;
  return { width: even(width * scale), height: even(height * scale) };
}

async function made(converter: Converter, args: string[], timeout_s: number): Promise<number> {
  const { code, said, done_s } = await convert(converter, { args, timeout_s });
  if (code !== 0) throw new NotMade(`code ${code}: ${said.slice(-500)}`);
  return done_s;
}

/** Seconds from the beginning of a part to its end; a part does not say so, and is read through without decoding. */
const lengthOf = (converter: Converter, path: string): Promise<number> =>
  made(converter, ['-v', 'error', ...inputOf(path, matroska), '-map', '0', '-c', 'copy', '-f', 'null', '-'], partTime_s);

/**
 * Brings the part at `path` into `box`. Its sound lasts from the first picture to the end, with silence where there is none, so
 * that parts can be put one behind the other: what has a gap at its edge would shift all that follows. Answers false when
 * nothing is in it.
 */
export async function convertPart(converter: Converter, path: string, into: string, { width, height }: Box): Promise<boolean> {
  const { hasVideo, hasAudio } = await kindsIn(path);
  if (!hasVideo && !hasAudio) return false;
  const length_s = await lengthOf(converter, path);
  const madeUp = (what: string): string[] => ['-t', length_s.toFixed(3), '-f', 'lavfi', '-i', what];
  const silence = madeUp(`anullsrc=r=${String(samples_per_s)}:cl=stereo`);
  const black = madeUp(`color=black:s=${width}x${height}:r=10`);
  const size = `${width}:${height}`;
  const filled = `${gapless}:first_pts=0,apad=whole_len=${String(Math.round(length_s * samples_per_s))}`;
  const args = [
    ...['-v', 'error', ...inputOf(path, matroska), ...(hasAudio ? [] : silence), ...(hasVideo ? [] : black)],
    ...['-map', hasVideo ? '0:v:0' : '1:v:0', '-map', hasAudio ? '0:a:0' : '1:a:0'],
    ...['-vf', `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2,setsar=1`],
    // Quick rather than small: it has to keep up with the show beside it, and the film is converted again where it is published.
    ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-maxrate', bits_per_s_max, '-bufsize', bits_per_s_max],
    // Pictures in the order in which they are shown: else every part would begin later than at 0.
    ...['-bf', '0', '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-threads', '1'],
    // One shape of sound in all parts, without the delay that lossy encoders add to each.
    ...['-af', hasAudio ? filled : 'anull', '-c:a', 'flac', '-ac', '2', '-ar', String(samples_per_s), '-sample_fmt', 's16'],
    ...['-f', matroska, `file:${into}.part`],
  ];
  await made(converter, args, partTime_s);
  await rename(`${into}.part`, into);
  return true;
}

/** Puts converted parts together into the MP4 at `into`, by way of `folder`, which is gone afterwards. */
export async function joinParts(
  converter: Converter,
  folder: string,
  names: string[],
  into: (duration_s: number) => string,
): Promise<void> {
  const list = join(folder, 'list.txt');
  const whole = join(folder, 'whole.mp4');
  await writeFile(list, names.map((name) => `file '${name}'\n`).join(''));
  const args = [
    ...['-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', 'concat', '-safe', '0', '-i', `file:${list}`],
    ...['-map', '0:v:0', '-map', '0:a:0', '-c:v', 'copy'],
    // Without first_pts=0: a filter that begins again at a border would fill in the whole length up to there.
    ...['-af', gapless, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', String(samples_per_s)],
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${whole}`],
  ];
  const duration_s = await made(converter, args, joinTime_s);
  await rename(whole, into(duration_s));
  for (const name of ['list.txt', ...names]) await rm(join(folder, name), { force: true });
  // Whoever began to record there again meanwhile keeps what is new.
  await rmdir(folder).catch(() => undefined);
}
