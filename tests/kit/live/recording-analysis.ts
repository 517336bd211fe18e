/** What a recording contains, read from its video and audio. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ffmpegProgram } from '@server/platform/media/converting/ffmpeg';

const run = promisify(execFile);

export interface RecordingAnalysis {
  /** As ffmpeg names the streams. */
  streams: string;
  /** The seconds at which flashes begin, and at which tones begin. */
  flashes_s: number[];
  tones_s: number[];
}

const numbersIn = (text: string, name: string): number[] =>
  [...text.matchAll(new RegExp(`${name}: ?([\\d.]+)`, 'g'))].map(([, figure]) => Number(figure));

/** Decodes the whole file at `path`; rejects if it is invalid. */
export async function analyzeRecording(path: string): Promise<RecordingAnalysis> {
  const program = await ffmpegProgram({ ffmpegPath: null });
  const filters = ['-vf', 'blackdetect=d=0.1:pix_th=0.4', '-af', 'silencedetect=n=-35dB:d=0.1', '-f', 'null', '-'];
  const { stderr } = await run(program, ['-hide_banner', '-xerror', '-i', path, ...filters]);
  const streams = stderr.split('\n').filter((line) => line.includes('Stream #0'));
  return { streams: streams.join('\n'), flashes_s: numbersIn(stderr, 'black_end'), tones_s: numbersIn(stderr, 'silence_end') };
}
