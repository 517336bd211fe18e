/** Databases for tests: real ones, on a server that lives for the run, copied from one that has been migrated. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  /** Throws the database away, connections included. */
  drop(): Promise<void>;
}

/** Set by the run's own setup. */
export const serverVariable = 'TEST_DATABASE_SERVER';
export const template = 'footlight_template';

/** A migrated, empty database of the caller's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = process.env[serverVariable];
  if (!server) throw new Error('The database server of the test run is missing: run this through jest.');
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
