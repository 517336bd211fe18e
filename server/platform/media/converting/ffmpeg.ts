/**
 * The converter, always in a process of its own: low in priority, bounded in time, processor time and memory, gone with the
 * host that started it, and with nothing of the host's environment. It reads one file with the reader that it is told, and
 * nothing else: no reader that follows names in a file, and no protocol but files and pipes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { second_ms } from '@contract/kernel/units';
import type { Config } from '../../../kernel/config';

export interface Conversion {
  /** Everything behind the program's common options. */
  args: readonly string[];
  /** Ended when it takes longer; as much processor time is allowed. */
  timeout_s: number;
  /** Seconds of the output that are done. */
  onProgress?(done_s: number): void;
  signal?: AbortSignal;
}

export interface Converted {
  /** Null when it was ended from outside. */
  code: number | null;
  /** What it said, the end of it. */
  said: string;
  /** How far its output came, in seconds. */
  done_s: number;
}

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const memoryMax_bytes = 3 * 1024 ** 3;
const writtenMax_bytes = 8 * 1024 ** 3;
const niceness = 10;
const saidMax = 60_000;

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function systemProgram(name: string): Promise<string | null> {
  for (const folder of folders) if (await isProgram(`${folder}/${name}`)) return `${folder}/${name}`;
  return null;
}

async function installedProgram(): Promise<string> {
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  // Its own step after installing is switched off here, like every other package's.
  if (!(await isProgram(installed.path))) await chmod(installed.path, 0o755);
  return installed.path;
}

const found = new Map<string, Promise<string>>();

/** The program: the one that the environment names, else the system's, else the one that came with the packages. */
export function programOf({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Promise<string> {
  const key = ffmpegPath ?? '';
  const known = found.get(key) ?? (async () => ffmpegPath ?? (await systemProgram('ffmpeg')) ?? (await installedProgram()))();
  found.set(key, known);
  known.catch(() => found.delete(key));
  return known;
}

let wrapping: Promise<((timeout_s: number) => string[])[]> | null = null;

/** The commands that bound a process, each as far as this system has it. */
async function boundsHere(): Promise<((timeout_s: number) => string[])[]> {
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
            `--fsize=${String(writtenMax_bytes)}`,
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

/** Seconds in what the program says of its progress; it also says N/A. */
function secondsIn(text: string): number | null {
  const [, hours, minutes, seconds] = /out_time=(\d+):(\d+):(\d+\.\d+)[^]*$/.exec(text.slice(text.lastIndexOf('out_time='))) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** How an input is named: read by `reader` alone, from the disk, one thread. */
export const inputOf = (path: string, reader: string): string[] => [
  '-protocol_whitelist',
  'file,pipe',
  '-threads',
  '1',
  '-f',
  reader,
  '-i',
  `file:${path}`,
];

/** Runs the program to its end. Rejects when it cannot be started at all. */
export async function convert(config: Pick<Config, 'ffmpegPath'>, { args, timeout_s, onProgress, signal }: Conversion): Promise<Converted> {
  const program = await programOf(config);
  wrapping ??= boundsHere();
  const bounds = (await wrapping).flatMap((bound) => bound(timeout_s));
  const [command = program, ...rest] = [...bounds, program, '-hide_banner', '-nostdin', '-y', '-nostats', '-progress', 'pipe:1', ...args];
  signal?.throwIfAborted();
  const child = spawn(command, rest, { env: { LANG: 'C', NODE_ENV: 'production' }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const end = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(end, timeout_s * second_ms);
  signal?.addEventListener('abort', end);
  let said = '';
  let done_s = 0;
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-saidMax)));
  child.stdout.on('data', (chunk: Buffer) => {
    const now_s = secondsIn(chunk.toString());
    if (now_s === null || now_s <= done_s) return;
    done_s = now_s;
    onProgress?.(done_s);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, said, done_s };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    running.delete(child);
  }
}
