/** What a recording holds, read from its pictures and its sound. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programOf } from '@server/platform/media/converting/ffmpeg';

const run = promisify(execFile);

export interface Film {
  /** As ffmpeg names the streams. */
  streams: string;
  /** Seconds at which a flash begins, and at which a tone does. */
  flashes_s: number[];
  tones_s: number[];
}

const numbersIn = (text: string, name: string): number[] =>
  [...text.matchAll(new RegExp(`${name}: ?([\\d.]+)`, 'g'))].map(([, figure]) => Number(figure));

/** Decodes the file at `path` from its beginning to its end; rejects when it cannot be. */
export async function lookAt(path: string): Promise<Film> {
  const program = await programOf({ ffmpegPath: null });
  const looks = ['-vf', 'blackdetect=d=0.1:pix_th=0.4', '-af', 'silencedetect=n=-35dB:d=0.1', '-f', 'null', '-'];
  const { stderr } = await run(program, ['-hide_banner', '-xerror', '-i', path, ...looks]);
  const streams = stderr.split('\n').filter((line) => line.includes('Stream #0'));
  return { streams: streams.join('\n'), flashes_s: numbersIn(stderr, 'black_end'), tones_s: numbersIn(stderr, 'silence_end') };
}
