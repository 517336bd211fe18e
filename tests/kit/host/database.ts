/** Test databases: copies of a migrated template, on one PostgreSQL server per run. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { maxWait_ms } from '../timing/max-wait';

export interface FreshDatabase {
  url: string;
  /** Renames it to the name of a template; it must have no connections. */
  rename(name: string): Promise<void>;
  /** Drops the database and closes its connections. */
  drop(): Promise<void>;
}

/** The environment variable with the folder of the run's database server and shared files. */
const folderVariable = 'TEST_RUN_FOLDER';
export const template = 'footlight_template';
/** The template of a database without tables. */
export const emptyTemplate = 'template0';
const poll_ms = 20;

type Outcome = { url: string } | { failure: string };

/** The files through which the run's setup and its test files communicate. */
export interface RunFiles {
  folder: string;
  /** Exists once the first test file has requested the server. */
  request: string;
  /** Exists once the server has started or failed to start. */
  outcome: string;
}

const filesIn = (folder: string): RunFiles => ({ folder, request: join(folder, 'wanted'), outcome: join(folder, 'outcome.json') });

/** For the run's setup: passes the folder to the test files, by an environment variable. */
export function shareRunFolder(folder: string): RunFiles {
  process.env[folderVariable] = folder;
  return filesIn(folder);
}

/** For the run's setup: publishes whether the server has started. The file is renamed into place, so readers never see a partial one. */
export function publishOutcome({ outcome }: RunFiles, result: Outcome): void {
  writeFileSync(`${outcome}.new`, JSON.stringify(result));
  renameSync(`${outcome}.new`, outcome);
}

/** The shared files of this run. */
export function runFiles(): RunFiles {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error('The folder of the test run is missing: run this through jest.');
  return filesIn(folder);
}

// Requested here, so that the server starts while the rest of the test file is loading.
if (process.env[folderVariable] !== undefined) writeFileSync(runFiles().request, '');

/** The URL of the run's server, once it has started. */
export async function databaseServer(): Promise<string> {
  const { outcome } = runFiles();
  const end = performance.now() + maxWait_ms;
  while (!existsSync(outcome)) {
    if (performance.now() > end) throw new Error('The database server of the test run did not start in time.');
    await pause(poll_ms);
  }
  const result = JSON.parse(readFileSync(outcome, 'utf8')) as Outcome;
  if ('failure' in result) throw new Error(`The database server of the test run did not start: ${result.failure}`);
  return result.url;
}

/** A database for the caller alone: migrated and empty, or a copy of `origin`. */
export async function freshDatabase(origin = template): Promise<FreshDatabase> {
  const server = await databaseServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${origin} strategy file_copy`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    rename: (to) => onServer(server, `alter database ${name} rename to ${to}`),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Creates something that all test files of the run share: the first caller creates it, the others wait. */
export async function onceInRun(name: string, make: () => Promise<void>): Promise<void> {
  const markerFile = join(runFiles().folder, `${name}.made`);
  if (existsSync(markerFile)) return;
  const server = new pg.Client({ connectionString: await databaseServer() });
  await server.connect();
  try {
    await server.query(`select pg_advisory_lock(hashtext('${name}'))`);
    if (existsSync(markerFile)) return;
    await make();
    writeFileSync(markerFile, '');
  } finally {
    await server.end();
  }
}

/** Runs one statement on the server. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
