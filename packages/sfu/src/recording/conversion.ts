/** Converts the parts of a recording to one format and concatenates them into an MP4. */
import { open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sfuLimits } from '../limits';
import { trackNumbers } from './matroska';

/** ffmpeg, as provided by the application. */
export interface Converter {
  /** Runs ffmpeg with these arguments after the common ones. `output` is its stderr, `done_s` the duration of the written file. */
  convert(args: readonly string[], timeout_s: number): Promise<{ code: number | null; output: string; done_s: number }>;
  /** The input arguments for the file at `path`, restricted to `demuxer`. */
  inputOf(path: string, demuxer: string): string[];
  /** The size of the video in a file, in pixels; null without video. Rejects when the file cannot be read. */
  sizeOf(path: string, demuxer: string): Promise<{ width: number | null; height: number | null }>;
}

export interface FrameSize {
  width: number;
  height: number;
}

const shortSide_px = 720;
const defaultSize: FrameSize = { width: 1_280, height: 720 };
const scan_bytes = 4_000_000;
/** The start of a SimpleBlock: its id, and the first bytes of its length, which this recorder always writes in 8 bytes. */
const blockHeader = Buffer.from([0xa3, 0x01, 0x00, 0x00, 0x00]);
const trackOffset = 9;
/** A part is a minute long; a conversion that takes ten minutes is aborted. */
const partTimeout_s = sfuLimits.recording.part_s * 10;
const joinTimeout_s = 900;
/** With this limit, the longest recording stays below the converter's maximum file size. */
const bits_per_s_max = '4M';
const matroska = 'matroska';
const samples_per_s = 48_000;
/** Replaces missing audio with silence, or all later audio would be early. Stretching alone (`async`) is too slow for audible gaps. */
const gapFilter = 'aresample=async=1000:min_hard_comp=0.03';

/** ffmpeg failed; the message contains its output. */
export class ConversionFailed extends Error {
  override name = 'ConversionFailed';
}

/** Whether a part has video and audio. Its header announces both tracks before any packet has arrived, so the blocks are read. */
async function trackKindsIn(path: string): Promise<{ hasVideo: boolean; hasAudio: boolean }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(scan_bytes), 0, scan_bytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const tracks = new Set<number>();
    for (let at = bytes.indexOf(blockHeader); at >= 0; at = bytes.indexOf(blockHeader, at + 1))
      tracks.add((bytes[at + trackOffset] ?? 0) & 0x7f);
    return { hasVideo: tracks.has(trackNumbers.video), hasAudio: tracks.has(trackNumbers.audio) };
  } finally {
    await file.close();
  }
}

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** The frame size of the whole recording: the aspect ratio of its first part, with a short side of 720 pixels. */
export async function outputSizeOf(converter: Converter, path: string): Promise<FrameSize> {
  const { width, height } = await converter.sizeOf(path, matroska).catch(() => ({ width: null, height: null }));
  if (width === null || height === null || width * height === 0) return defaultSize;
  const scale = shortSide_px / Math.min(width, height);
  // An aspect ratio above 3 is treated as an error.
  if (Math.max(width, height) / Math.min(width, height) > 3) return defaultSize;
  return { width: even(width * scale), height: even(height * scale) };
}

async function runConverter(converter: Converter, args: string[], timeout_s: number): Promise<number> {
  const { code, output, done_s } = await converter.convert(args, timeout_s);
  if (code !== 0) throw new ConversionFailed(`code ${code}: ${output.slice(-500)}`);
  return done_s;
}

/** The duration of a part in seconds. The header does not contain it, so the whole file is demuxed without decoding. */
const durationOf = (converter: Converter, path: string): Promise<number> =>
  runConverter(
    converter,
    ['-v', 'error', ...converter.inputOf(path, matroska), '-map', '0', '-c', 'copy', '-f', 'null', '-'],
    partTimeout_s,
  );

/**
 * Converts the part at `path` to the given size. Its audio lasts from the first frame to the end, padded with silence, so that
 * parts can be concatenated: a gap at an edge would shift everything after it. Returns false when the part is empty.
 */
export async function convertPart(converter: Converter, path: string, outputPath: string, { width, height }: FrameSize): Promise<boolean> {
  const { hasVideo, hasAudio } = await trackKindsIn(path);
  if (!hasVideo && !hasAudio) return false;
  const duration_s = await durationOf(converter, path);
  const generated = (filter: string): string[] => ['-t', duration_s.toFixed(3), '-f', 'lavfi', '-i', filter];
  const silence = generated(`anullsrc=r=${String(samples_per_s)}:cl=stereo`);
  const black = generated(`color=black:s=${width}x${height}:r=10`);
  const size = `${width}:${height}`;
  const paddedAudio = `${gapFilter}:first_pts=0,apad=whole_len=${String(Math.round(duration_s * samples_per_s))}`;
  const args = [
    ...['-v', 'error', ...converter.inputOf(path, matroska), ...(hasAudio ? [] : silence), ...(hasVideo ? [] : black)],
    ...['-map', hasVideo ? '0:v:0' : '1:v:0', '-map', hasAudio ? '0:a:0' : '1:a:0'],
    ...['-vf', `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2,setsar=1`],
    // Fast rather than small: it must keep up with the running show, and a published recording is converted again.
    ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-maxrate', bits_per_s_max, '-bufsize', bits_per_s_max],
    // No B-frames: with them, every part would start after 0 s.
    ...['-bf', '0', '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-threads', '1'],
    // One audio format in all parts. It is lossless: lossy encoders would add a delay to each part.
    ...['-af', hasAudio ? paddedAudio : 'anull', '-c:a', 'flac', '-ac', '2', '-ar', String(samples_per_s), '-sample_fmt', 's16'],
    ...['-f', matroska, `file:${outputPath}.part`],
  ];
  await runConverter(converter, args, partTimeout_s);
  await rename(`${outputPath}.part`, outputPath);
  return true;
}

/** Concatenates the converted parts in `folder` into the MP4 at `outputPathOf(duration_s)`, and removes the folder. */
export async function joinParts(
  converter: Converter,
  folder: string,
  names: string[],
  outputPathOf: (duration_s: number) => string,
): Promise<void> {
  const list = join(folder, 'list.txt');
  const output = join(folder, 'whole.mp4');
  await writeFile(list, names.map((name) => `file '${name}'\n`).join(''));
  const args = [
    ...['-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', 'concat', '-safe', '0', '-i', `file:${list}`],
    ...['-map', '0:v:0', '-map', '0:a:0', '-c:v', 'copy'],
    // No first_pts=0 here: a filter that restarts between parts would insert silence for the whole length so far.
    ...['-af', gapFilter, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', String(samples_per_s)],
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${output}`],
  ];
  const duration_s = await runConverter(converter, args, joinTimeout_s);
  await rename(output, outputPathOf(duration_s));
  for (const name of ['list.txt', ...names]) await rm(join(folder, name), { force: true });
  // Fails if a new recording has started in this folder in the meantime: its files are kept.
  await rmdir(folder).catch(() => undefined);
}
