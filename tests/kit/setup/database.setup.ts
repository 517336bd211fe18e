/** Runs once before the host's tests: a throw-away PostgreSQL, quick instead of safe, with one migrated database to copy. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase } from '../../../server/platform/db/engine/engine';
import type { Database } from '../../../server/platform/db/engine/engine';
import { migrate } from '../../../server/platform/db/migrate';
import { announceRun, leaveOutcome, onServer, template, type RunFiles } from '../host/database';

export interface RunDatabase {
  database: Database;
}

declare global {
  /** Of this process's server; it may still be starting. */
  var runDatabase: Promise<RunDatabase> | undefined;
}

const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
};

/** Starts the server when the first test file asks for it: a run of pure tests does without. */
export default function setup(): Promise<void> {
  const run = openRun();
  const begin = (): void => {
    if (!existsSync(run.wanted)) return;
    watcher.close();
    startIn(run, quick).catch(() => undefined);
  };
  const watcher = watch(run.folder, { persistent: false }, begin);
  return Promise.resolve();
}

/** Starts the server with these settings of PostgreSQL, where none runs yet, and resolves when it is there. */
export async function openDatabases(settings: Readonly<Record<string, string>> = quick): Promise<void> {
  await (globalThis.runDatabase ?? startIn(openRun(), settings));
}

/** Makes the folder of this run, which goes with the process, and tells the workers of it. */
function openRun(): RunFiles {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-tests-'));
  // The server's own user reaches its files through it.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return announceRun(folder);
}

function startIn(run: RunFiles, settings: Readonly<Record<string, string>>): Promise<RunDatabase> {
  const started = start(join(run.folder, 'database'), settings);
  globalThis.runDatabase = started;
  started.then(
    ({ database }) => leaveOutcome(run, { url: database.url }),
    (error: unknown) => leaveOutcome(run, { failure: String(error) }),
  );
  return started;
}

async function start(folder: string, settings: Readonly<Record<string, string>>): Promise<RunDatabase> {
  mkdirSync(folder, { recursive: true });
  const database = await ownDatabase(folder, { info: () => {}, warn: console.warn }, settings);
  await onServer(database.url, `create database ${template}`);
  const url = new URL(database.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return { database };
}
