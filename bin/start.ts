/**
 * `npm start`: a whole site from nothing. Owns the database, brings it up to date, starts the site, the host, the worker and the
 * live engine, makes the first people, and keeps all running until it is asked to stop; then it stops them and ends. `--dev` watches the sources.
 */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../server/platform/db/engine/engine';
import type { Config } from '../server/kernel/config';
import { migrate } from '../server/platform/db/migrate';
import { ensureBuild } from './build';
import { keepChild } from './children';
import type { Child, ChildPlan } from './children';
import { CannotStart, commandEnvironment, endWith, say } from './environment';
import { firstPeople } from './first-people';
import { welcome } from './welcome';

const parentLook_ms = 500;
const isDev = process.argv.includes('--dev');

/** Closed in reverse order; what is begun after the stop signal is closed at once. */
class Stack {
  private readonly closers: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | null = null;

  add(close: () => Promise<void>): void {
    this.closers.push(close);
    if (this.stopping) throw new CannotStart('Stopped before it had started.');
  }

  stop(): Promise<void> {
    this.stopping ??= this.closeAll();
    return this.stopping;
  }

  private async closeAll(): Promise<void> {
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await close();
  }
}

async function start(running: Stack): Promise<void> {
  const { config, env } = commandEnvironment();
  const logs = isDev ? null : join(config.dataDir, 'logs');
  const database = await openDatabase(config, say);
  running.add(() => database.close());
  await assertFree('PORT', config.sitePort);
  await assertFree('API_PORT', config.apiPort);
  if (hasOwnEngine(config)) await assertFree('LIVE_PORT', config.live.port);
  if (!isDev) await ensureBuild(env);
  await migrate(database.url);
  const shared: NodeJS.ProcessEnv = { ...env, DATABASE_URL: database.url, NODE_ENV: isDev ? 'development' : 'production' };

  const plans: ChildPlan[] = plansFor(isDev, config).map((plan) => ({ ...plan, env: shared, logs }));
  const children: Child[] = plans.map(keepChild);
  running.add(async () => {
    await Promise.all(children.map((child) => child.stop()));
  });
  await (isDev ? untilAnswers(`${config.apiInternalUrl}/health`) : Promise.all(children.map((child) => child.ready)));
  // Last: making the demo people takes longer than all the rest, and the site serves its pages meanwhile.
  const people = await firstPeople(config, database.url, shared);
  say.info(welcome(config, people));
  process.send?.('ready');
}

type Plan = Pick<ChildPlan, 'name' | 'args'>;

/** Whether the engine that comes along may be asked: the environment can say that another one always is. */
const hasOwnEngine = ({ fixedSettings }: Config): boolean => (fixedSettings.streamingEngine ?? 'embedded') === 'embedded';

function plansFor(development: typeof isDev, config: Config): Plan[] {
  if (development) {
    return [
      ...(hasOwnEngine(config) ? [{ name: 'live', args: ['--import', 'tsx', 'server/streaming/embedded/live.ts'] }] : []),
      { name: 'host', args: ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'] },
      { name: 'site', args: ['--import', 'tsx', 'bin/web.ts', '--dev'] },
    ];
  }
  return [
    ...(hasOwnEngine(config) ? [{ name: 'live', args: ['dist/live.js'] }] : []),
    { name: 'host', args: ['dist/main.js', '--role=api'] },
    { name: 'worker', args: ['dist/main.js', '--role=worker'] },
    { name: 'site', args: ['dist/web.js'] },
  ];
}

/** A watched host comes and goes with the sources and does not say when it is ready. */
async function untilAnswers(address: string): Promise<void> {
  while (
    !(await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(250);
}

function assertFree(variable: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      reject(new CannotStart(`Port ${port} is taken by another program. Stop that one, or set ${variable} to a free port.`));
    });
    probe.listen(port, () =>
      probe.close(() => {
        resolve();
      }),
    );
  });
}

/** npm does not hand a signal on before it dies itself: when it is gone, the site that it started ends too. */
function followNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, parentLook_ms).unref();
}

const running = new Stack();
let isAsked = false;
function stop(): void {
  if (isAsked) return;
  isAsked = true;
  say.info('stopping');
  running.stop().then(() => process.exit(0), endWith);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);
followNpm(stop);
await start(running).catch(async (error: unknown) => {
  if (isAsked) return;
  await running.stop();
  endWith(error);
});
