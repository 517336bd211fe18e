/** Small videos and sounds, made by the converter itself. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programOf } from '@server/media/ffmpeg';

const run = promisify(execFile);

/** Runs the converter on what it makes up by itself, and answers the file that it leaves. */
async function made(name: string, args: readonly string[]): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'footlight-clips-')), name);
  await run(await programOf({ ffmpegPath: null }), ['-v', 'error', '-nostdin', '-y', ...args, path]);
  return path;
}

const pictures = (width: number, height: number, length_s: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=${String(width)}x${String(height)}:rate=10:duration=${String(length_s)}`,
];
const tone = (length_s: number): string[] => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${String(length_s)}`];
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A video with sound; the end of the name says in which format. */
export const videoFile = ({ name = 'clip.mp4', width = 320, height = 240, length_s = 2 } = {}): Promise<string> =>
  made(name, [...pictures(width, height, length_s), ...tone(length_s), ...quick, '-c:a', 'aac', '-shortest']);

/** A video whose description is whole and whose pictures are missing: it looks well until it is converted. */
export async function hollowVideoFile(): Promise<string> {
  const path = await made('hollow.mp4', [...pictures(320, 240, 2), ...quick, '-movflags', '+faststart']);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.indexOf('mdat') + 40));
  return path;
}

/** A video that plays for long and takes long to convert, though it is made in no time. */
export const longVideoFile = (length_s: number): Promise<string> =>
  made('long.mp4', [...pictures(1280, 720, length_s), ...quick, '-g', '10']);

/** A video without sound that claims to be long, at one picture in ten seconds. */
export const slowVideoFile = (length_s: number): Promise<string> =>
  made('slow.mp4', ['-f', 'lavfi', '-i', `color=size=64x64:rate=1/10:duration=${String(length_s)}`, ...quick]);

/** One large picture as a video. */
export const largeVideoFile = (width: number, height: number): Promise<string> =>
  made('large.mp4', [
    '-f',
    'lavfi',
    '-i',
    `color=size=${String(width)}x${String(height)}:rate=1:duration=1`,
    '-c:v',
    'mpeg4',
    '-q:v',
    '31',
  ]);

/** A small video in a large file: what stands behind it is skipped by whoever reads it. */
export async function paddedVideoFile(name: string, length_s: number, size_bytes: number): Promise<string> {
  const path = await videoFile({ name, length_s });
  const film = await readFile(path);
  const rest = Buffer.alloc(size_bytes - film.length);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4);
  await writeFile(path, Buffer.concat([film, rest]));
  return path;
}

/** A sound; the end of the name says in which format. */
export const soundFile = (name = 'tone.mp3', length_s = 2): Promise<string> => made(name, tone(length_s));

/** A file as a browser would send it. */
export async function blobOf(path: string, name: string, type = 'video/mp4'): Promise<File> {
  return new File([new Uint8Array(await readFile(path))], name, { type });
}
