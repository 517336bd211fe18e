/**
 * The database server: an external PostgreSQL at DATABASE_URL, or the embedded one from the npm packages with its data in
 * DATA_DIR/postgres. One process at a time owns the embedded server; other commands attach to it.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../../kernel/config';
import { DatabaseUnreachable, DatabaseInUse } from '../start-errors';
import { assertPooler } from './pooler';
import { createCluster, clusterPaths, runningServer, startServer, stopServer } from './cluster';
import { LockHeldError, takeLock } from './lock';

export interface Database {
  url: string;
  /** Bypasses the pooler, if there is one: for LISTEN, migrations and session state. */
  directUrl: string;
  /** Stops the server only if this call started it. */
  close(): Promise<void>;
}

export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

type EngineConfig = Pick<Config, 'databaseUrl' | 'pooler' | 'dataDir'>;
type ClusterPaths = ReturnType<typeof clusterPaths>;

const restartDelay_ms = { first: 200, max: 5_000 };
const serverStart_ms = 15_000;
const connect_ms = 10_000;

/**
 * Opens the site's database. If it is embedded, this call creates it if needed, stops a server that a killed process left behind,
 * starts the server and restarts it on failure until `close`, always with the same URL.
 * @throws DatabaseInUse if another process owns the data, DatabaseUnreachable if an external database cannot be reached, and
 * PoolerMisconfigured if the pooler is not configured as required
 */
export async function openDatabase(config: EngineConfig, log: EngineLog): Promise<Database> {
  const { databaseUrl, pooler, dataDir } = config;
  if (databaseUrl === null) return openEmbeddedDatabase(dataDir, log, {});
  if (pooler) await assertReachable('DATABASE_DIRECT_URL', pooler.directUrl);
  await assertReachable('DATABASE_URL', databaseUrl);
  if (pooler) await assertPooler(databaseUrl, pooler);
  return externalDatabase(databaseUrl, directUrlOf(config, databaseUrl));
}

/** The URL of the database, bypassing the pooler. */
export const directUrlOf = ({ pooler }: Pick<Config, 'pooler'>, url: string): string => pooler?.directUrl ?? url;

const externalDatabase = (url: string, directUrl = url): Database => ({ url, directUrl, close: async () => {} });

async function assertReachable(variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connect_ms });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnreachable(variable, url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The database for a command: the server of the running site, or one opened for this command. */
export async function attachDatabase(config: EngineConfig, log: EngineLog): Promise<Database> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    return externalDatabase(await urlOfRunning(clusterPaths(config.dataDir)));
  }
}

/**
 * The embedded database in `dataDir` with additional server settings; tests use them to trade durability for speed.
 * @throws DatabaseInUse if another process owns the data
 */
export async function openEmbeddedDatabase(dataDir: string, log: EngineLog, settings: Readonly<Record<string, string>>): Promise<Database> {
  const paths = clusterPaths(dataDir);
  const release = takeDataLock(paths, dataDir);
  try {
    mkdirSync(dirname(paths.log), { recursive: true });
    await stopOrphan(paths, log);
    const password = passwordOf(paths);
    if (!existsSync(paths.cluster)) {
      log.info('creating the database');
      await createCluster(paths.cluster, password);
    }
    const port = await freePort();
    const server = await superviseServer(paths, port, log, settings);
    try {
      await ensureDatabase(urlFor(password, port, 'postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    const url = urlFor(password, port, 'footlight');
    return {
      url,
      directUrl: url,
      close: async () => {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function takeDataLock(paths: ClusterPaths, dataDir: string): () => void {
  try {
    return takeLock(paths.lock);
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new DatabaseInUse(
      `Footlight is already running with the data in ${dataDir} (process ${error.pid}). Stop it first, or set another DATA_DIR for this one.`,
      { cause: error },
    );
  }
}

async function stopOrphan(paths: ClusterPaths, log: EngineLog): Promise<void> {
  const orphan = runningServer(paths.cluster);
  if (!orphan) return;
  log.warn(`stopping a database server left over from an earlier run (process ${orphan.pid})`);
  await stopServer(orphan.pid);
}

/** Starts the server, and restarts it if it ends unexpectedly. */
async function superviseServer(
  paths: ClusterPaths,
  port: number,
  log: EngineLog,
  settings: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    child = await startWithRetry(paths, port, settings);
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      log.warn(`the database server exited (${signal ?? `code ${code}`}), restarting it`);
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let delay_ms = restartDelay_ms.first; !isStopping; delay_ms = Math.min(delay_ms * 2, restartDelay_ms.max)) {
      await pause(delay_ms);
      try {
        await start();
        log.info('the database server is running again');
        return;
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error));
      }
    }
  };

  await start();
  return {
    stop: async () => {
      isStopping = true;
      await restarting;
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await stopServer(child.pid);
    },
  };
}

/** Retries the start after a kill: it fails until the killed server's children have detached from the shared memory. */
async function startWithRetry(paths: ClusterPaths, port: number, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  for (let waited_ms = 0; ; waited_ms += 250) {
    try {
      return await startServer(paths.cluster, port, paths.log, settings);
    } catch (error) {
      const isStillDetaching = error instanceof Error && error.message.includes('shared memory block');
      if (!isStillDetaching || waited_ms >= serverStart_ms) throw error;
    }
    await pause(250);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'footlight'`);
    if (rowCount === 0) await client.query('create database footlight');
  } finally {
    await client.end();
  }
}

/** Waits, with a limit, for the owner's server, which may still be starting. */
async function urlOfRunning(paths: ClusterPaths): Promise<string> {
  for (let waited_ms = 0; waited_ms < serverStart_ms; waited_ms += 100) {
    const server = runningServer(paths.cluster);
    if (server?.isReady) return urlFor(passwordOf(paths), server.port, 'footlight');
    await pause(100);
  }
  throw new DatabaseInUse('Another process is using the data, but its database server is not responding.');
}

function passwordOf(paths: ClusterPaths): string {
  if (!existsSync(paths.password)) writeFileSync(paths.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(paths.password, 'utf8').trim();
}

function urlFor(password: string, port: number, database: string): string {
  return `postgres://footlight:${password}@127.0.0.1:${port}/${database}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });
}
