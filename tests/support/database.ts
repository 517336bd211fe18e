/** Databases for tests: real ones, on a server that lives for the run, copied from one that has been migrated. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  /** Throws the database away, connections included. */
  drop(): Promise<void>;
}

/** Names the file in which the run's setup leaves what became of the server: tests that need none do not wait for it. */
const outcomeVariable = 'TEST_DATABASE_OUTCOME';
export const template = 'footlight_template';
const poll_ms = 20;
const start_ms = 60_000;

type Outcome = { url: string } | { failure: string };

/** For the run's setup: announces where it will leave the outcome, and returns how to leave it. */
export function announceServer(file: string): (outcome: Outcome) => void {
  process.env[outcomeVariable] = file;
  return (outcome) => {
    // Renamed into place, so that no reader finds half of it.
    writeFileSync(`${file}.new`, JSON.stringify(outcome));
    renameSync(`${file}.new`, file);
  };
}

/** The address of the run's server, once it is there. */
export async function databaseServer(): Promise<string> {
  const file = process.env[outcomeVariable];
  if (file === undefined) throw new Error('The database server of the test run is missing: run this through jest.');
  const end = performance.now() + start_ms;
  while (!existsSync(file)) {
    if (performance.now() > end) throw new Error('The database server of the test run did not start in time.');
    await pause(poll_ms);
  }
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  if ('failure' in outcome) throw new Error(`The database server of the test run did not start: ${outcome.failure}`);
  return outcome.url;
}

/** A migrated, empty database of the caller's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await databaseServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
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
