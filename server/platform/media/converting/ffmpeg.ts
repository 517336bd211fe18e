/**
 * Runs ffmpeg in a sandboxed process: low priority, limited time, CPU time and memory, killed with its parent, and with an empty
 * environment. It reads one file with a given demuxer: no demuxer that opens other files, and no protocols except file and pipe.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { second_ms } from '@contract/kernel/units';
import type { Config } from '../../../kernel/config';

/** One run of ffmpeg. */
export interface FfmpegCommand {
  /** The arguments after the common options. */
  args: readonly string[];
  /** Limit for both elapsed time and CPU time. */
  timeout_s: number;
  /** Called with the encoded seconds. */
  onProgress?(done_s: number): void;
  signal?: AbortSignal;
}

export interface FfmpegResult {
  /** Null if the process was killed. */
  code: number | null;
  /** The end of its stderr output. */
  output: string;
  /** Encoded seconds. */
  done_s: number;
}

const programFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const memoryMax_bytes = 3 * 1024 ** 3;
const fileSizeMax_bytes = 8 * 1024 ** 3;
const niceness = 10;
const outputLengthMax = 60_000;

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function systemProgram(name: string): Promise<string | null> {
  for (const folder of programFolders) if (await isExecutable(`${folder}/${name}`)) return `${folder}/${name}`;
  return null;
}

async function bundledProgram(): Promise<string> {
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  // Install scripts of packages are disabled, so the binary is not executable yet.
  if (!(await isExecutable(installed.path))) await chmod(installed.path, 0o755);
  return installed.path;
}

const programs = new Map<string, Promise<string>>();

/** The ffmpeg binary: the configured one, else the system's, else the bundled one. */
export function ffmpegProgram({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Promise<string> {
  const key = ffmpegPath ?? '';
  const program = programs.get(key) ?? (async () => ffmpegPath ?? (await systemProgram('ffmpeg')) ?? (await bundledProgram()))();
  programs.set(key, program);
  program.catch(() => programs.delete(key));
  return program;
}

/** An ffmpeg that is older than this should not convert files from strangers. */
const ageMax_years = 4;
const howToReplace = 'Install a current version (for example with apt install ffmpeg), or set FFMPEG_PATH.';

/**
 * What to do about an ffmpeg that is too old or cannot be run, for people in a terminal; null if it is recent. Its age is the last year
 * of its copyright.
 */
export async function ffmpegWarning(config: Pick<Config, 'ffmpegPath'>, now: Date): Promise<string | null> {
  const program = await ffmpegProgram(config);
  const stdout = await promisify(execFile)(program, ['-version']).then(
    (result) => result.stdout,
    () => null,
  );
  if (stdout === null) return `${program} cannot be run, so videos and audio files are not converted. ${howToReplace}`;
  const year = Number(/Copyright \(c\) (?:\d{4}-)?(\d{4})/.exec(stdout)?.[1] ?? now.getUTCFullYear());
  if (now.getUTCFullYear() - year <= ageMax_years) return null;
  return `${program} is outdated (${String(year)}). ${howToReplace}`;
}

let limiters: Promise<((timeout_s: number) => string[])[]> | null = null;

/** The commands that limit a process, if the system has them. */
async function findLimiters(): Promise<((timeout_s: number) => string[])[]> {
  const [setpriv, nice, prlimit] = await Promise.all(['setpriv', 'nice', 'prlimit'].map(systemProgram));
  return [
    ...(setpriv ? [() => [setpriv, '--pdeathsig', 'KILL', '--no-new-privs']] : []),
    ...(nice ? [() => [nice, '-n', String(niceness)]] : []),
    ...(prlimit
      ? [
          (timeout_s: number) => [
            prlimit,
            `--as=${String(memoryMax_bytes)}`,
            `--cpu=${String(timeout_s)}`,
            `--fsize=${String(fileSizeMax_bytes)}`,
            '--core=0',
          ],
        ]
      : []),
  ];
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The seconds in ffmpeg's progress output, which may also be N/A. */
function secondsIn(text: string): number | null {
  const [, hours, minutes, seconds] = /out_time=(\d+):(\d+):(\d+\.\d+)[^]*$/.exec(text.slice(text.lastIndexOf('out_time='))) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The input arguments for the local file at `path`, restricted to `demuxer`, with one thread. */
export const inputOf = (path: string, demuxer: string): string[] => [
  '-protocol_whitelist',
  'file,pipe',
  '-threads',
  '1',
  '-f',
  demuxer,
  '-i',
  `file:${path}`,
];

/** Runs ffmpeg to its end. Rejects if it cannot be started. */
export async function runFfmpeg(
  config: Pick<Config, 'ffmpegPath'>,
  { args, timeout_s, onProgress, signal }: FfmpegCommand,
): Promise<FfmpegResult> {
  const program = await ffmpegProgram(config);
  limiters ??= findLimiters();
  const limitArgs = (await limiters).flatMap((limiter) => limiter(timeout_s));
  const [command = program, ...rest] = [
    ...limitArgs,
    program,
    '-hide_banner',
    '-nostdin',
    '-y',
    '-nostats',
    '-progress',
    'pipe:1',
    ...args,
  ];
  signal?.throwIfAborted();
  const child = spawn(command, rest, { env: { LANG: 'C', NODE_ENV: 'production' }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(kill, timeout_s * second_ms);
  signal?.addEventListener('abort', kill);
  let output = '';
  let done_s = 0;
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-outputLengthMax)));
  child.stdout.on('data', (chunk: Buffer) => {
    const encoded_s = secondsIn(chunk.toString());
    if (encoded_s === null || encoded_s <= done_s) return;
    done_s = encoded_s;
    onProgress?.(done_s);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output, done_s };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    running.delete(child);
  }
}
