/** A server process: configuration → database → roles → graceful close. */
import { buildApp, type App } from './app';
import { closeOnSignal } from './kernel/close-on-signal';
import { ConfigError, readConfig } from './kernel/config';
import { openDatabase } from './platform/db/engine/engine';
import { assertNoNewerMigration } from './platform/db/migrate';
import { isStartupError } from './platform/db/start-errors';
import { makeLogger } from './kernel/log';
import { sweepWorkspaces } from './platform/media/converting/workspace';
import { ensureDefaultPages } from './site/site/site';
import { openContext } from './open-context';
import { assertChosenEngine } from './live/engines/engines';
import { openWorkerServer } from './worker-server';

const roles = ['api', 'worker'] as const;
type Role = (typeof roles)[number];

function rolesOf(args: string[]): Role[] {
  const named =
    args
      .find((arg) => arg.startsWith('--role='))
      ?.slice('--role='.length)
      .split(',') ?? [];
  const chosen = roles.filter((role) => named.includes(role));
  return chosen.length > 0 ? chosen : [...roles];
}

/** Listens on all addresses, also on machines without IPv6. */
async function listenEverywhere(app: Pick<App, 'listen'>, port: number): Promise<string> {
  try {
    return await app.listen(port, '::');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT')) throw error;
    return app.listen(port, '0.0.0.0');
  }
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLogger(config.logLevel);
  const database = await openDatabase(config, log);
  // This process may restart while another machine upgrades the database.
  await assertNoNewerMigration(database.directUrl);
  const opened = await openContext(config, database.url, { log });
  assertChosenEngine(opened.ctx);
  await ensureDefaultPages(opened.ctx);
  const chosen = rolesOf(process.argv);
  if (chosen.includes('worker')) {
    await sweepWorkspaces(config, opened.ctx.clock.now());
    await opened.ctx.jobs.work(opened.ctx);
    log.info('the worker is running');
  }
  const workerPort = chosen.includes('worker') ? config.workerPort : null;
  const metricsServer = workerPort === null ? null : openWorkerServer(opened);
  if (metricsServer && workerPort !== null)
    log.info({ address: await listenEverywhere(metricsServer, workerPort) }, 'the worker serves its metrics');
  const app = chosen.includes('api') ? await buildApp(opened) : null;
  if (app) log.info({ address: await listenEverywhere(app, config.apiPort) }, 'the host answers');

  closeOnSignal(async () => {
    await app?.close();
    await metricsServer?.close();
    await opened.close();
    await database.close();
  }, log);
  process.send?.('ready');
}

run().catch((error: unknown) => {
  if (error instanceof ConfigError || isStartupError(error)) process.stderr.write(`${error.message}\n`);
  else makeLogger('info').fatal({ err: error }, 'the host could not start');
  process.exit(1);
});
