/** Runs once before the host's tests: a throw-away PostgreSQL, quick instead of safe, with one migrated database to copy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase } from '../../server/db/engine/engine';
import type { Database } from '../../server/db/engine/engine';
import { migrate } from '../../server/db/migrate';
import { announceServer, onServer, template } from './database';

export interface RunDatabase {
  database: Database;
  folder: string;
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

/** Starts the server and goes on: a test that needs no database does not wait for it. */
export default function setup(): Promise<void> {
  openDatabases(quick).catch(() => undefined);
  return Promise.resolve();
}

/** Starts the server with these settings of PostgreSQL, where none runs yet, and resolves when it is there. */
export async function openDatabases(settings: Readonly<Record<string, string>>): Promise<void> {
  if (globalThis.runDatabase === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'footlight-tests-'));
    // Beside the folder, which belongs to the server's own user.
    const outcome = `${folder}.json`;
    process.once('exit', () => {
      for (const path of [folder, outcome]) rmSync(path, { recursive: true, force: true });
    });
    const leave = announceServer(outcome);
    globalThis.runDatabase = start(folder, settings);
    globalThis.runDatabase.then(
      ({ database }) => leave({ url: database.url }),
      (error: unknown) => leave({ failure: String(error) }),
    );
  }
  await globalThis.runDatabase;
}

async function start(folder: string, settings: Readonly<Record<string, string>>): Promise<RunDatabase> {
  const database = await ownDatabase(folder, { info: () => {}, warn: console.warn }, settings);
  await onServer(database.url, `create database ${template}`);
  const url = new URL(database.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return { database, folder };
}
