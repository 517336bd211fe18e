/**
 * The image of the Dockerfile, built in a folder instead of by a container engine: its files, built, without development packages,
 * started with its command as a user who can write only the data folder.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readDockerfile } from '../kit/processes/dockerfile';
import { eventually } from '../kit/timing/eventually';
import { freeLivePorts, freePort } from '../kit/processes/ports';

const timeout_ms = 900_000;
/** Debian's unprivileged user, if the test runs as root. */
const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const image = mkdtempSync(join(tmpdir(), 'footlight-image-'));
const data = mkdtempSync(join(tmpdir(), 'footlight-image-data-'));
const { command, context, environment, healthcheck } = readDockerfile();
let imageProcess: ChildProcess | null = null;

afterAll(async () => {
  if (imageProcess?.exitCode === null && imageProcess.signalCode === null) {
    const exited = once(imageProcess, 'exit');
    imageProcess.kill('SIGKILL');
    await exited;
  }
  for (const folder of [image, data]) rmSync(folder, { recursive: true, force: true });
});

function buildImage(): void {
  chmodSync(image, 0o755);
  for (const path of context) {
    mkdirSync(dirname(join(image, path)), { recursive: true });
    cpSync(path, join(image, path));
  }
  // Hard links instead of copies if both are on the same disk.
  if (spawnSync('cp', ['-al', 'node_modules', image]).status !== 0) {
    rmSync(join(image, 'node_modules'), { recursive: true, force: true });
    cpSync('node_modules', join(image, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
  rmSync(join(image, 'node_modules/.cache'), { recursive: true, force: true });
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const;
  execFileSync('npm', ['run', 'build'], { cwd: image, env, stdio: 'pipe' });
  execFileSync('npm', ['prune', '--omit=dev', '--ignore-scripts'], { cwd: image, env, stdio: 'pipe' });
  expect(existsSync(join(image, 'node_modules/jest'))).toBe(false);
}

test(
  'the image starts as a user who can write only its data, is healthy, and stops on SIGTERM',
  async () => {
    buildImage();
    if (unprivilegedUser.uid !== undefined) chownSync(data, unprivilegedUser.uid, unprivilegedUser.gid);
    const [port, apiPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env['PATH'],
      HOME: data,
      ...environment,
      DATA_DIR: data,
      NODE_ENV: 'production' as const,
      PORT: String(port),
      API_PORT: String(apiPort),
      ...(await freeLivePorts()),
      SITE_URL: `http://127.0.0.1:${String(port)}`,
      API_URL: `http://127.0.0.1:${String(apiPort)}`,
    };
    let output = '';
    const [program = '', ...args] = command;
    imageProcess = spawn(program, args, { cwd: image, env, ...unprivilegedUser, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [imageProcess.stdout, imageProcess.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(() => {
      if (imageProcess?.exitCode !== null || output.includes('Footlight is ready')) return;
      throw new Error(output);
    }, timeout_ms);
    expect(output).toContain('Footlight is ready');

    const [healthcheckProgram = '', ...processNames] = healthcheck;
    const health = spawnSync(healthcheckProgram, processNames, { cwd: image, env, ...unprivilegedUser, encoding: 'utf8' });
    expect([health.status, health.stderr]).toEqual([0, '']);
    expect((await fetch(env.SITE_URL)).status).toBe(200);

    const exited = once(imageProcess, 'exit');
    imageProcess.kill('SIGTERM');
    await exited;
    expect(spawnSync(healthcheckProgram, processNames, { cwd: image, env, ...unprivilegedUser }).status).toBe(1);
  },
  timeout_ms,
);
