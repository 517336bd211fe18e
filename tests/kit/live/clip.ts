/** A film for test publishers: a white flash and a tone in the same fifth of every second, as VP8 and Opus. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ffmpegProgram } from '@server/platform/media/converting/ffmpeg';

const run = promisify(execFile);

export const clipFiles = (folder: string): { video: string; audio: string } => ({
  video: join(folder, 'clip.ivf'),
  audio: join(folder, 'clip.ogg'),
});
export const framesPerSecond = 15;
export const audioPacketsPerSecond = 50;

/** Generates the film in `folder`, with a duration of `seconds`. */
export async function makeClip(folder: string, seconds: number, size = '320x180'): Promise<void> {
  const program = await ffmpegProgram({ ffmpegPath: null });
  const { video, audio } = clipFiles(folder);
  const flash = "drawbox=x=0:y=0:w=iw:h=ih:color=white:t=fill:enable='lt(mod(t,1),0.2)'";
  const videoSource = `color=black:s=${size}:r=${String(framesPerSecond)}:d=${String(seconds)},${flash}`;
  const audioSource = `sine=frequency=1000:sample_rate=48000:duration=${String(seconds)},volume='if(lt(mod(t,1),0.2),1,0)':eval=frame`;
  const inputArgs = ['-v', 'error', '-y', '-f', 'lavfi', '-i'];
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '300k', '-g', String(framesPerSecond)];
  await run(program, [...inputArgs, videoSource, ...vp8, video]);
  await run(program, [...inputArgs, audioSource, '-ac', '2', '-c:a', 'libopus', '-frame_duration', '20', '-page_duration', '20000', audio]);
}

/** The frames of an IVF file. */
export async function readFrames(path: string): Promise<Buffer[]> {
  const file = await readFile(path);
  const frames: Buffer[] = [];
  for (let at = file.readUInt16LE(6); at + 12 <= file.length;) {
    const length = file.readUInt32LE(at);
    frames.push(file.subarray(at + 12, at + 12 + length));
    at += 12 + length;
  }
  return frames;
}

/** The packets of an Ogg file, without its two header packets. */
export async function readAudioPackets(path: string): Promise<Buffer[]> {
  const file = await readFile(path);
  const packets: Buffer[] = [];
  let partial: Buffer[] = [];
  for (let at = 0; at + 27 <= file.length;) {
    const segments = file.subarray(at + 27, at + 27 + (file[at + 26] ?? 0));
    at += 27 + segments.length;
    for (const length of segments) {
      partial.push(file.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(partial));
      partial = [];
    }
  }
  return packets.slice(2);
}
