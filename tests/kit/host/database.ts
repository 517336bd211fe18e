/** Databases for tests: real ones, on a server that lives for the run, copied from one that has been migrated. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  /** Keeps it for others to copy; nobody may be connected to it. */
  rename(name: string): Promise<void>;
  /** Throws the database away, connections included. */
  drop(): Promise<void>;
}

/** Names the folder in which the run keeps its server, and what its test files share. */
const folderVariable = 'TEST_RUN_FOLDER';
export const template = 'footlight_template';
/** Of a database without any table. */
export const noTables = 'template0';
const poll_ms = 20;
const start_ms = 60_000;

type Outcome = { url: string } | { failure: string };

/** What the run's setup and its test files tell each other by. */
export interface RunFiles {
  folder: string;
  /** There since the first test file asked for the server. */
  wanted: string;
  /** There since the server has started, or has failed to. */
  outcome: string;
}

const filesIn = (folder: string): RunFiles => ({ folder, wanted: join(folder, 'wanted'), outcome: join(folder, 'outcome.json') });

/** For the run's setup: tells the test files of the folder. */
export function announceRun(folder: string): RunFiles {
  process.env[folderVariable] = folder;
  return filesIn(folder);
}

/** For the run's setup: renamed into place, so that no reader finds half of it. */
export function leaveOutcome({ outcome }: RunFiles, told: Outcome): void {
  writeFileSync(`${outcome}.new`, JSON.stringify(told));
  renameSync(`${outcome}.new`, outcome);
}

/** Where this run's test files find each other. */
export function runFiles(): RunFiles {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error('The folder of the test run is missing: run this through jest.');
  return filesIn(folder);
}

// The server starts while the rest of the test file is still loaded.
if (process.env[folderVariable] !== undefined) writeFileSync(runFiles().wanted, '');

/** The address of the run's server, once it is there. */
export async function databaseServer(): Promise<string> {
  const { outcome } = runFiles();
  const end = performance.now() + start_ms;
  while (!existsSync(outcome)) {
    if (performance.now() > end) throw new Error('The database server of the test run did not start in time.');
    await pause(poll_ms);
  }
  const told = JSON.parse(readFileSync(outcome, 'utf8')) as Outcome;
  if ('failure' in told) throw new Error(`The database server of the test run did not start: ${told.failure}`);
  return told.url;
}

/** A database of the caller's own: migrated and empty, or a copy of `origin`. */
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

/** Makes something that all test files of the run share: the first one that asks makes it, the others wait for it. */
export async function onceInRun(name: string, make: () => Promise<void>): Promise<void> {
  const mark = join(runFiles().folder, `${name}.made`);
  if (existsSync(mark)) return;
  const server = new pg.Client({ connectionString: await databaseServer() });
  await server.connect();
  try {
    await server.query(`select pg_advisory_lock(hashtext('${name}'))`);
    if (existsSync(mark)) return;
    await make();
    writeFileSync(mark, '');
  } finally {
    await server.end();
  }
}

/** Runs one statement on the server itself. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
