/** Small videos and sounds, made by the converter itself. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programOf } from '@server/platform/media/converting/ffmpeg';

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

const moving = (length_s: number, more = ''): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=320x180:rate=10:duration=${String(length_s)}${more}`,
];
const named = (matrix: string, primaries: string, transfer: string): string[] => [
  ...['-colorspace', matrix, '-color_primaries', primaries, '-color_trc', transfer, '-color_range', 'tv'],
];
const fromPage = 'zscale=tin=bt709:pin=bt709:min=bt709:rin=tv';

/** The same picture in the colours of the page, in HDR as phones (HLG) and cameras (PQ) record it, and in the wide colours of a phone. */
export function colouredVideoFile(colours: 'sdr' | 'hlg' | 'pq' | 'p3'): Promise<string> {
  const high = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'];
  const start = moving(1, ',scale=out_color_matrix=bt709:out_range=tv,format=yuv420p');
  const into = (how: string, ...names: [string, string, string]): Promise<string> =>
    made(`${colours}.mp4`, [...start, '-vf', `${fromPage}:${how}`, ...high, ...named(...names)]);
  if (colours === 'hlg') return into('p=bt2020:t=arib-std-b67:m=bt2020nc:r=tv:npl=203', 'bt2020nc', 'bt2020', 'arib-std-b67');
  if (colours === 'pq') return into('p=bt2020:t=smpte2084:m=bt2020nc:r=tv:npl=203', 'bt2020nc', 'bt2020', 'smpte2084');
  if (colours === 'p3') return into('p=smpte432:t=bt709:m=bt709:r=tv', 'bt709', 'smpte432', 'bt709');
  return made('sdr.mp4', [...start, ...quick, ...named('bt709', 'bt709', 'bt709')]);
}

/** Fields of two moments in each picture, marked as such. */
export const interlacedVideoFile = (): Promise<string> =>
  made('fields.mkv', [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=50:duration=2', '-vf', 'interlace=scan=tff:lowpass=0'],
    ...['-c:v', 'mpeg2video', '-q:v', '2', '-flags', '+ildct+ilme', '-top', '1'],
  ]);

/** Pixels that are wider than high, or higher than wide. */
export const anamorphicVideoFile = (width: number, height: number, shape: string): Promise<string> =>
  made('wide.mp4', [...pictures(width, height, 1), '-vf', `setsar=${shape}:max=1000`, ...quick]);

/** Silence first, and then the sound that is marked as the one to be heard. */
export const twoSoundsFile = (name: string, hasPicture: boolean): Promise<string> =>
  made(name, [
    ...(hasPicture ? pictures(320, 240, 2) : []),
    ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', ...tone(2)],
    ...(hasPicture ? ['-map', '0:v', '-map', '1:a', '-map', '2:a', ...quick] : ['-map', '0:a', '-map', '1:a']),
    ...['-disposition:a:0', '0', '-disposition:a:1', 'default', '-c:a', 'aac', '-t', '2'],
  ]);

/** A video whose cover comes before its pictures: the box that holds it stands in front of the tracks. */
export async function coverFirstVideoFile(): Promise<string> {
  const film = await videoFile();
  const cover = await made('cover.jpg', ['-f', 'lavfi', '-i', 'color=c=red:size=16x16', '-frames:v', '1']);
  const path = await made('covered.mp4', [
    ...['-i', film, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:1', 'attached_pic'],
  ]);
  const bytes = await readFile(path);
  const moov = bytes.indexOf('moov') - 4;
  const track = bytes.indexOf('trak', moov) - 4;
  const udta = bytes.indexOf('udta', moov) - 4;
  const end = udta + bytes.readUInt32BE(udta);
  await writeFile(
    path,
    Buffer.concat([bytes.subarray(0, track), bytes.subarray(udta, end), bytes.subarray(track, udta), bytes.subarray(end)]),
  );
  return path;
}

/** A video of which only the first part arrived, though it says its whole length. */
export async function cutOffVideoFile(length_s: number, share: number): Promise<string> {
  const path = await made('cut.mp4', [
    ...moving(length_s),
    ...tone(length_s),
    ...quick,
    '-g',
    '10',
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
  ]);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, Math.round(bytes.length * share)));
  return path;
}

/** A picture that moves for a second, red at first; the end of the name says in which format. */
export const animationFile = (name: string): Promise<string> =>
  made(name, [
    ...['-f', 'lavfi', '-i', 'color=red:size=64x64:rate=5:duration=1', '-vf', "drawbox=color=blue:t=fill:enable='gt(n,0)'"],
    ...(name.endsWith('.png') ? ['-f', 'apng', '-plays', '0'] : []),
    ...(name.endsWith('.avif') ? ['-c:v', 'libaom-av1', '-cpu-used', '8'] : []),
    ...(name.endsWith('.webp') ? ['-c:v', 'libwebp_anim', '-loop', '0'] : []),
  ]);
