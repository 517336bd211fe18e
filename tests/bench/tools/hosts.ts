/** Hosts of the product on databases of their own, for what is measured without pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from '../../kit/processes/ports';
import { atEnd, local, started } from '../processes';

export const root = resolve(import.meta.dirname, '../..');

/** A folder that is gone at the end. */
export async function folderFor(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `footlight-bench-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new, empty database beside that of `databaseUrl`. */
export async function databaseBeside(databaseUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = name;
  return url.href;
}

/** Starts a host on a database that has its tables. Answers its address. */
export async function openHost(databaseUrl: string, name: string): Promise<string> {
  const port = await freePort();
  const address = `http://${local}:${String(port)}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: await folderFor(name),
    DATABASE_URL: databaseUrl,
    API_PORT: String(port),
    SITE_URL: address,
    API_URL: address,
    APP_SECRET: 'a secret for measuring, long enough',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  };
  await started('server/main.ts', root, env, ['--role=api']);
  return address;
}

/** Starts the bare host that the answers of a host on the same database are compared with. Answers its address. */
export async function openBareHost(databaseUrl: string): Promise<string> {
  const port = String(await freePort());
  await started('tests/bench/host/bare-host.ts', root, {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    API_PORT: port,
  });
  return `http://${local}:${port}`;
}
