/**
 * Runs once before the host's tests: a temporary PostgreSQL, tuned for speed instead of durability, with one migrated database to
 * copy.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, watch } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterPaths } from '../../../server/platform/db/engine/cluster';
import { openEmbeddedDatabase } from '../../../server/platform/db/engine/engine';
import type { Database } from '../../../server/platform/db/engine/engine';
import { migrate } from '../../../server/platform/db/migrate';
import { shareRunFolder, publishOutcome, onServer, template, type RunFiles } from '../host/database';

export interface RunDatabase {
  database: Database;
}

declare global {
  /** The server of this process; it may still be starting. */
  var runDatabase: Promise<RunDatabase> | undefined;
}

const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
};

/** Starts the server when the first test file requests it: a run of unit tests needs none. */
export default function setup(): Promise<void> {
  const run = openRun();
  const onRequest = (): void => {
    if (!existsSync(run.request)) return;
    watcher.close();
    startIn(run, fastSettings).catch(() => undefined);
  };
  const watcher = watch(run.folder, { persistent: false }, onRequest);
  return Promise.resolve();
}

/** Starts the server with these PostgreSQL settings unless one runs, and resolves when it is ready. */
export async function openDatabases(settings: Readonly<Record<string, string>> = fastSettings): Promise<void> {
  await (globalThis.runDatabase ?? startIn(openRun(), settings));
}

const memoryFolder = '/dev/shm';
/** The most that the databases of a run need, with a margin. */
const memoryMin_bytes = 3 * 1024 ** 3;

/** Where the databases are: in memory if there is enough, which makes host tests a sixth faster. TMPDIR names another place. */
function databasesFolder(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryMin_bytes ? memoryFolder : tmpdir();
}

/** Creates the folder of this run, which is removed with the process, and passes its path to the workers. */
function openRun(): RunFiles {
  const folder = mkdtempSync(join(databasesFolder(), 'footlight-tests-'));
  // The user of the server needs access to its files below.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { cluster } = clusterPaths(databaseIn(folder));
  const cleaner = spawn(process.execPath, ['tests/kit/setup/after-run.mjs', folder, cluster], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not end it before the run has ended.
    detached: true,
  });
  cleaner.unref();
  if (cleaner.stdin instanceof Socket) cleaner.stdin.unref();
  return shareRunFolder(folder);
}

const databaseIn = (folder: string): string => join(folder, 'database');

function startIn(run: RunFiles, settings: Readonly<Record<string, string>>): Promise<RunDatabase> {
  const started = start(databaseIn(run.folder), settings);
  globalThis.runDatabase = started;
  started.then(
    ({ database }) => publishOutcome(run, { url: database.url }),
    (error: unknown) => publishOutcome(run, { failure: String(error) }),
  );
  return started;
}

async function start(folder: string, settings: Readonly<Record<string, string>>): Promise<RunDatabase> {
  mkdirSync(folder, { recursive: true });
  const database = await openEmbeddedDatabase(folder, { info: () => {}, warn: console.warn }, settings);
  await onServer(database.url, `create database ${template}`);
  const url = new URL(database.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return { database };
}
