/** Runs once before the host's tests: a throw-away PostgreSQL, quick instead of safe, with one migrated database to copy. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase } from '../../server/db/engine/engine';
import type { Database } from '../../server/db/engine/engine';
import { migrate } from '../../server/db/migrate';
import { onServer, serverVariable, template } from './database';

export interface RunDatabase {
  database: Database;
  folder: string;
}

declare global {
  var runDatabase: RunDatabase | undefined;
}

const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
};

export default (): Promise<void> => openDatabases(quick);

/** Starts the server with these settings of PostgreSQL, where none runs yet. */
export async function openDatabases(settings: Readonly<Record<string, string>>): Promise<void> {
  if (globalThis.runDatabase) return;
  const folder = mkdtempSync(join(tmpdir(), 'footlight-tests-'));
  const database = await ownDatabase(folder, { info: () => {}, warn: console.warn }, settings);
  globalThis.runDatabase = { database, folder };
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await onServer(database.url, `create database ${template}`);
  const url = new URL(database.url);
  url.pathname = `/${template}`;
  if (existsSync('server/db/migrations')) await migrate(url.href);
  process.env[serverVariable] = database.url;
}
