/** Builds the site (.next) and the bundles of the processes (dist), unless the existing ones were built from the same sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { build as bundle } from 'esbuild';
import { LockHeldError, takeLock } from '../server/platform/db/engine/lock';
import { CannotStart, commandEnvironment, exitWith, root, print } from './environment';

const sources = [
  'bin',
  'contract',
  'packages',
  'pages',
  'public',
  'server',
  'src',
  'styles',
  'next.config.js',
  'package-lock.json',
  'tsconfig.json',
];
const fingerprintFile = 'dist/fingerprint';
const artifacts = [fingerprintFile, 'dist/main.js', 'dist/live.js', 'dist/web.js', '.next/BUILD_ID'];
const lockTimeout_ms = 15 * 60_000;

/** @throws CannotStart when a build result is missing, or was not built from the current sources */
export function assertBuilt(): void {
  if (!artifacts.every((file) => existsSync(file)))
    throw new CannotStart(`Footlight has not been built yet. Run npm run build in ${root}, then start again.`);
  if (!isFresh())
    throw new CannotStart(`The sources in ${root} have changed since the last build. Run npm run build there, then start again.`);
}

/** Builds the site and the bundles unless they are up to date. Concurrent commands build once. */
export async function ensureBuild(env: NodeJS.ProcessEnv): Promise<void> {
  if (isFresh()) return;
  const release = await takeBuildLock();
  try {
    if (!isFresh()) await build(env);
  } finally {
    release();
  }
}

async function build(env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now();
  const fingerprint = fingerprintOfSources();
  print.info('building the API');
  await bundle({
    entryPoints: { main: 'server/main.ts', live: 'server/live/engines/embedded/process.ts', web: 'bin/site/web.ts' },
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
  print.info('building the site (about a minute, once)');
  await run(['node_modules/next/dist/bin/next', 'build'], { ...env, NODE_ENV: 'production' });
  writeFileSync(fingerprintFile, fingerprint);
  print.info(`built in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function isFresh(): boolean {
  return artifacts.every((file) => existsSync(file)) && readFileSync(fingerprintFile, 'utf8') === fingerprintOfSources();
}

export function fingerprintOfSources(): string {
  // Without the version of Node.js: the build runs on every version that package.json allows.
  const hash = createHash('sha256');
  for (const file of sources.filter((source) => existsSync(source)).flatMap(filesOf)) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort();
}

async function takeBuildLock(): Promise<() => void> {
  mkdirSync('dist', { recursive: true });
  for (let waited_ms = 0; waited_ms < lockTimeout_ms; waited_ms += 500) {
    try {
      return takeLock('dist/build.lock');
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (waited_ms === 0) print.info(`waiting for another build (process ${error.pid})`);
    }
    await pause(500);
  }
  throw new CannotStart('Another build is still running. Wait for it to finish, or stop it.');
}

/** Runs node with `args`; its output is shown only when it fails. */
function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const killChild = (): void => void child.kill();
    process.once('exit', killChild);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', killChild);
      if (code === 0) resolve();
      else reject(new CannotStart(`${output}\nCould not build the site.`));
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuild(commandEnvironment().env).catch(exitWith);
