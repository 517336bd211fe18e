/** Generated clips: a slow pan over a picture, with a chord. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '../platform/context';
import type { IncomingFile } from '../platform/media/files';
import { ffmpegProgram } from '../platform/media/converting/ffmpeg';

const run = promisify(execFile);
const frameRate = 25;
const timeout_ms = 60_000;
/** An open chord, in hertz. */
const chord = [220, 277.18, 329.63];

const chordInput = (length_s: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=${chord.map((pitch) => `0.08*sin(${String(pitch)}*2*PI*t)`).join('+')}:s=44100:d=${String(length_s)}`,
];

async function withFile<T>(ctx: Context, name: string, args: readonly string[], work: (file: IncomingFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'footlight-clip-'));
  const path = join(folder, name);
  try {
    await run(await ffmpegProgram(ctx.config), ['-v', 'error', '-nostdin', '-y', ...args, path], { timeout: timeout_ms });
    return await work({ path, name });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a video of a still image; the file exists while `work` runs. */
export function withVideo<T>(ctx: Context, still: IncomingFile, length_s: number, work: (video: IncomingFile) => Promise<T>): Promise<T> {
  const [frames, length] = [String(length_s * frameRate), String(length_s)];
  // One picture is scaled and repeated. The crop window moves across it, easing in and out.
  const repeated = `scale=960:-2,loop=loop=${frames}:size=1:start=0,setpts=N/${String(frameRate)}/TB`;
  const pan = `${repeated},crop=w=640:h=360:x='(iw-ow)*(0.5-0.5*cos(PI*t/${length}))':y='(ih-oh)*(0.25+0.5*t/${length})'`;
  const videoArgs = [
    '-i',
    still.path,
    ...chordInput(length_s),
    '-vf',
    pan,
    '-r',
    String(frameRate),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
  ];
  return withFile(ctx, 'clip.mp4', [...videoArgs, '-c:a', 'aac', '-t', String(length_s)], work);
}

/** Makes an audio file of a chord; it exists while `work` runs. */
export const withAudio = <T>(ctx: Context, length_s: number, work: (audio: IncomingFile) => Promise<T>): Promise<T> =>
  withFile(ctx, 'chord.mp3', chordInput(length_s), work);
