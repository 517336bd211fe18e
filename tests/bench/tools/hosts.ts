/** API servers on separate databases, for measurements without pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from '../../kit/processes/ports';
import { registerCleanup, local, startModule } from './processes';

export const root = resolve(import.meta.dirname, '../../..');

/** Creates a folder that is removed at the end of the run. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `footlight-bench-${name}-`));
  registerCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database on the server of `databaseUrl`; returns its URL. */
export async function createDatabase(databaseUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = name;
  return url.href;
}

/** Starts an API server on a migrated database. Returns its URL. */
export async function openHost(databaseUrl: string, name: string): Promise<string> {
  const port = await freePort();
  const address = `http://${local}:${String(port)}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: await temporaryFolder(name),
    DATABASE_URL: databaseUrl,
    API_PORT: String(port),
    SITE_URL: address,
    API_URL: address,
    APP_SECRET: 'a secret for measuring, long enough',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
  await startModule('server/main.ts', root, env, ['--role=api']);
  return address;
}

/** Starts the bare host that is the reference for an API server on the same database. Returns its URL. */
export async function openBareHost(databaseUrl: string): Promise<string> {
  const port = String(await freePort());
  await startModule('tests/bench/host/bare-host.ts', root, {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    API_PORT: port,
  });
  return `http://${local}:${port}`;
}
