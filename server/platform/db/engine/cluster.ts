/**
 * Creates, starts, inspects and stops a PostgreSQL cluster in a folder.
 * The binaries run with the folder as their working directory and access the data through it. So the unprivileged user that they
 * run as under root reaches the data even without access to the path (e.g. a checkout below /root).
 */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPrograms, findProgramsForAnyone } from './binaries';
import { isAlive } from './lock';
import { serverUser } from './server-user';
import type { ServerUser } from './server-user';

const poll_ms = 20;
const startWait_ms = 300_000;
/** First fast shutdown (aborts transactions, writes a checkpoint), then immediate shutdown, then kill. Committed data is safe with each. */
const stopSteps = [
  { signal: 'SIGINT', wait_ms: 6_000 },
  { signal: 'SIGQUIT', wait_ms: 3_000 },
  { signal: 'SIGKILL', wait_ms: 2_000 },
] as const;
const settings = {
  shared_buffers: '128MB',
  max_connections: '200',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'warning',
};

/** Paths of a cluster's parts below the data folder. */
export function clusterPaths(dataDir: string) {
  const home = join(dataDir, 'postgres');
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    lock: join(home, 'lock'),
    log: join(dataDir, 'logs', 'postgres.log'),
  };
}

/** The running server according to postmaster.pid, or null if none runs on `cluster`. */
export function runningServer(cluster: string): { pid: number; port: number; isReady: boolean } | null {
  const [id, , , port, , , , status] = linesOf(join(cluster, 'postmaster.pid'));
  const pid = Number(id);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !isServerOf(pid, cluster)) return null;
  return { pid, port: Number(port), isReady: status?.trim() === 'ready' };
}

/** Creates an empty cluster in `cluster` with the superuser `footlight`, atomically: it is complete or does not exist. */
export async function createCluster(cluster: string, password: string): Promise<void> {
  const user = serverUser(cluster);
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  chown(draft, user);
  const passwordFile = join(draft, '..', `.password-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  chown(passwordFile, user);
  const fd = openSync(passwordFile, 'r');
  try {
    await initdb(draft, user, fd);
    renameSync(draft, cluster);
  } finally {
    closeSync(fd);
    rmSync(passwordFile);
  }
}

/**
 * Starts the server on `cluster`, listening on `port` of the loopback address, and resolves once it accepts connections.
 * Crash recovery is part of the start. The child has its own process group: Ctrl-C in a terminal does not reach it.
 */
export async function startServer(
  cluster: string,
  port: number,
  log: string,
  extra: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  removeStalePidFile(cluster);
  const user = serverUser(cluster);
  const flags = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const fd = openSync(log, 'a', 0o600);
  const child = spawn(
    programsFor(user).postgres,
    ['-D', pathForServer(cluster), '-p', String(port), '-h', '127.0.0.1', '-k', '', ...flags],
    {
      ...user,
      cwd: cluster,
      env: plainEnvironment(),
      stdio: ['ignore', fd, fd],
      detached: true,
    },
  );
  closeSync(fd);
  await waitUntilReady(child, cluster, log);
  return child;
}

/** Stops the server with this process id and resolves once it has ended. */
export async function stopServer(pid: number): Promise<void> {
  for (const { signal, wait_ms } of stopSteps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await endsWithin(pid, wait_ms)) return;
  }
  throw new Error(`The database server (process ${pid}) could not be stopped.`);
}

async function endsWithin(pid: number, wait_ms: number): Promise<boolean> {
  for (let waited_ms = 0; waited_ms < wait_ms; waited_ms += poll_ms) {
    if (!isAlive(pid)) return true;
    await pause(poll_ms);
  }
  return !isAlive(pid);
}

async function initdb(cluster: string, user: ServerUser | null, passwordFd: number): Promise<void> {
  const child = spawn(
    programsFor(user).initdb,
    [
      '-D',
      pathForServer(cluster),
      '--username=footlight',
      '--auth=scram-sha-256',
      '--pwfile=/dev/stdin',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...user, cwd: cluster, env: plainEnvironment(), stdio: [passwordFd, 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The database could not be created: ${stderr.trim() || `initdb exited with code ${code}`}`);
}

async function waitUntilReady(child: ChildProcess, cluster: string, log: string): Promise<void> {
  const failures: Error[] = [];
  child.once('error', (error) => failures.push(error));
  for (let waited_ms = 0; waited_ms < startWait_ms; waited_ms += poll_ms) {
    if (failures[0]) throw failures[0];
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The database did not start: ${lastLogLines(log)}`);
    const server = runningServer(cluster);
    if (server?.pid === child.pid && server?.isReady) return;
    await pause(poll_ms);
  }
  throw new Error('The database did not start within five minutes.');
}

/**
 * Removes a stale postmaster.pid: if another process now has its id, the server would refuse to start. Its shared-memory check
 * still protects the data.
 */
function removeStalePidFile(cluster: string): void {
  if (!runningServer(cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** An environment without variables that PostgreSQL reads (PGDATA, PGPORT), and with English messages. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', NODE_ENV: process.env.NODE_ENV };
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return commandOf(pid).includes('postgres');
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function programsFor(user: ServerUser | null) {
  return user ? findProgramsForAnyone() : findPrograms();
}

function pathForServer(cluster: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster;
}

function chown(path: string, user: ServerUser | null): void {
  if (user) chownSync(path, user.uid, user.gid);
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function lastLogLines(log: string): string {
  return linesOf(log).filter(Boolean).slice(-5).join('\n');
}
