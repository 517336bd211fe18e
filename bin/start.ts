/**
 * `npm start`: runs a complete site. Owns the database, migrates it, starts the site, the API server, the worker and the live engine,
 * creates the first accounts, and supervises all processes until it is stopped. `--dev` watches the sources.
 */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../server/platform/db/engine/engine';
import type { Config } from '../server/kernel/config';
import { migrate } from '../server/platform/db/migrate';
import { ffmpegWarning } from '../server/platform/media/converting/ffmpeg';
import { ensureBuild } from './build';
import { superviseChild } from './children';
import type { Child, ChildPlan } from './children';
import { readArguments } from './command-line';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';
import { ensureFirstAccounts } from './first-accounts';
import { startSummary } from './welcome';

const help = `Usage: npm start

Runs a complete site: database, site, API, worker and streaming engine. The first start builds it and creates the demo accounts.
For all settings, see docs/configuration.md.

  --dev   restarts when the sources change (npm run dev)`;

const parentPoll_ms = 500;
const isDev = readArguments(help, { dev: { type: 'boolean' } }).values.dev ?? false;

/** Cleanups, run in reverse order by `stop`; those that are added during it are run, too. */
class CleanupStack {
  private readonly closeFunctions: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | null = null;

  add(close: () => Promise<void>): void {
    this.closeFunctions.push(close);
    if (this.stopping) throw new CannotStart('Stopped before startup was complete.');
  }

  stop(): Promise<void> {
    this.stopping ??= this.closeAll();
    return this.stopping;
  }

  private async closeAll(): Promise<void> {
    for (let close = this.closeFunctions.pop(); close; close = this.closeFunctions.pop()) await close();
  }
}

async function start(cleanups: CleanupStack): Promise<void> {
  const { config, env } = commandEnvironment();
  const logs = isDev ? null : join(config.dataDir, 'logs');
  const database = await openDatabase(config, print);
  cleanups.add(() => database.close());
  await assertFree('PORT', config.sitePort);
  await assertFree('API_PORT', config.apiPort);
  if (config.workerPort !== null) await assertFree('WORKER_PORT', config.workerPort);
  if (usesEmbeddedEngine(config)) await assertFree('LIVE_PORT', config.live.port);
  const warning = await ffmpegWarning(config, new Date());
  if (warning !== null) print.warn(warning);
  if (!isDev) await ensureBuild(env);
  await migrate(database.directUrl);
  const childEnv: NodeJS.ProcessEnv = { ...env, DATABASE_URL: database.url, NODE_ENV: isDev ? 'development' : 'production' };

  const plans: ChildPlan[] = plansFor(isDev, config).map((plan) => ({ ...plan, env: childEnv, logs }));
  const children: Child[] = plans.map(superviseChild);
  cleanups.add(async () => {
    await Promise.all(children.map((child) => child.stop()));
  });
  await (isDev ? waitUntilHealthy(`${config.apiInternalUrl}/health`) : Promise.all(children.map((child) => child.ready)));
  // Last: creating the demo accounts takes longer than everything else, and the site already serves its pages.
  const demoAccounts = await ensureFirstAccounts(config, database.directUrl, childEnv);
  print.info(startSummary(config, demoAccounts));
  process.send?.('ready');
}

type Plan = Pick<ChildPlan, 'name' | 'args'>;

/** Whether the embedded engine may be used: the environment can fix another one. */
const usesEmbeddedEngine = ({ fixedSettings }: Config): boolean => (fixedSettings.streamingEngine ?? 'embedded') === 'embedded';

function plansFor(development: typeof isDev, config: Config): Plan[] {
  if (development) {
    return [
      ...(usesEmbeddedEngine(config) ? [{ name: 'live', args: ['--import', 'tsx', 'server/live/engines/embedded/process.ts'] }] : []),
      { name: 'host', args: ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'] },
      { name: 'site', args: ['--import', 'tsx', 'bin/site/web.ts', '--dev'] },
    ];
  }
  return [
    ...(usesEmbeddedEngine(config) ? [{ name: 'live', args: ['dist/live.js'] }] : []),
    { name: 'host', args: ['dist/main.js', '--role=api'] },
    { name: 'worker', args: ['dist/main.js', '--role=worker'] },
    { name: 'site', args: ['dist/web.js'] },
  ];
}

/** A watched API server restarts when the sources change, and does not report when it is ready. */
async function waitUntilHealthy(address: string): Promise<void> {
  while (
    !(await fetch(address).then(
      (response) => response.ok,
      () => false,
    ))
  )
    await pause(250);
}

function assertFree(variable: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      reject(new CannotStart(`Port ${port} is already in use. Stop the program that uses it, or set ${variable} to a free port.`));
    });
    probe.listen(port, () =>
      probe.close(() => {
        resolve();
      }),
    );
  });
}

/** npm does not forward a signal before it exits: when npm has exited, the site that it started stops, too. */
function stopWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, parentPoll_ms).unref();
}

const cleanups = new CleanupStack();
let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  print.info('stopping');
  cleanups.stop().then(() => process.exit(0), exitWith);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);
stopWithNpm(stop);
await start(cleanups).catch(async (error: unknown) => {
  if (isStopping) return;
  await cleanups.stop();
  exitWith(error);
});
