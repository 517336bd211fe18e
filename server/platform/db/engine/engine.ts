/**
 * The database engine: a PostgreSQL of yours by DATABASE_URL, or one that comes with the packages and keeps its data in
 * DATA_DIR/postgres. The embedded one has one owner at a time; other commands attach to the server that runs.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../../kernel/config';
import { DatabaseAway, DatabaseInUse } from '../start-errors';
import { makeCluster, placesBelow, runningServer, startServer, stopServer } from './cluster';
import { LockHeld, takeLock } from './lock';

export interface Database {
  url: string;
  /** Stops what this call started, and nothing else. */
  close(): Promise<void>;
}

export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

type EngineConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;
type Places = ReturnType<typeof placesBelow>;

const restartDelay_ms = { first: 200, max: 5_000 };
const leaveWait_ms = 15_000;
const reach_ms = 10_000;

/**
 * The database of this site. With an embedded one this call makes it when there is none, stops a server that a killed
 * process left behind, starts its own and keeps it running until `close`, on one address all the while.
 * @throws DatabaseInUse when another process owns the data, and DatabaseAway when a database of yours takes no connection
 */
export async function openDatabase(config: EngineConfig, log: EngineLog): Promise<Database> {
  if (config.databaseUrl !== null) {
    await assertReachable(config.databaseUrl);
    return { url: config.databaseUrl, close: async () => {} };
  }
  return ownDatabase(config.dataDir, log, {});
}

async function assertReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: reach_ms });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseAway(url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The database for a command beside a running site: that site's own server, or one opened for this command alone. */
export async function attachDatabase(config: EngineConfig, log: EngineLog): Promise<Database> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    return { url: await urlOfRunning(placesBelow(config.dataDir)), close: async () => {} };
  }
}

/**
 * The embedded database in `dataDir` with server settings of the caller's own; tests use it to trade safety for speed.
 * @throws DatabaseInUse when another process owns the data
 */
export async function ownDatabase(dataDir: string, log: EngineLog, settings: Readonly<Record<string, string>>): Promise<Database> {
  const places = placesBelow(dataDir);
  const release = ownLock(places, dataDir);
  try {
    mkdirSync(dirname(places.log), { recursive: true });
    await stopLeftOver(places, log);
    const password = passwordOf(places);
    if (!existsSync(places.cluster)) {
      log.info('making the database');
      await makeCluster(places.cluster, password);
    }
    const port = await freePort();
    const server = await keepServer(places, port, log, settings);
    try {
      await ensureDatabase(urlFor(password, port, 'postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      url: urlFor(password, port, 'footlight'),
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

function ownLock(places: Places, dataDir: string): () => void {
  try {
    return takeLock(places.lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new DatabaseInUse(
      `Footlight already runs on the data in ${dataDir} (process ${error.pid}). Stop that one first, or give this one a DATA_DIR of its own.`,
      { cause: error },
    );
  }
}

async function stopLeftOver(places: Places, log: EngineLog): Promise<void> {
  const left = runningServer(places.cluster);
  if (!left) return;
  log.warn(`stopping the database server that an earlier run left behind (process ${left.pid})`);
  await stopServer(left.pid);
}

/** Starts the server, and again whenever it ends without being asked to. */
async function keepServer(
  places: Places,
  port: number,
  log: EngineLog,
  settings: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    child = await startPatiently(places, port, settings);
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      log.warn(`the database server ended (${signal ?? `code ${code}`}): starting it again`);
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let delay_ms = restartDelay_ms.first; !isStopping; delay_ms = Math.min(delay_ms * 2, restartDelay_ms.max)) {
      await pause(delay_ms);
      try {
        await start();
        log.info('the database server runs again');
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

/** After a killed server its own children need a moment to leave the shared memory; until then a start is refused. */
async function startPatiently(places: Places, port: number, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  for (let waited_ms = 0; ; waited_ms += 250) {
    try {
      return await startServer(places.cluster, port, places.log, settings);
    } catch (error) {
      const isStillLeaving = error instanceof Error && error.message.includes('shared memory block');
      if (!isStillLeaving || waited_ms >= leaveWait_ms) throw error;
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

/** The owner may still be starting: waits for it, within a bound. */
async function urlOfRunning(places: Places): Promise<string> {
  for (let waited_ms = 0; waited_ms < leaveWait_ms; waited_ms += 100) {
    const server = runningServer(places.cluster);
    if (server?.isReady) return urlFor(passwordOf(places), server.port, 'footlight');
    await pause(100);
  }
  throw new DatabaseInUse('Another process owns the data, but its database server does not answer.');
}

function passwordOf(places: Places): string {
  if (!existsSync(places.password)) writeFileSync(places.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(places.password, 'utf8').trim();
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
