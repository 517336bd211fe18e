/** Brings a database to the shape that this version of the host expects. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any fixed number will do, as long as nothing else in the database uses it as an advisory lock. */
const lockId = 4_046_170_215;
const migrations = resolve('server/db/migrations');

interface Journal {
  entries: { when: number }[];
}

/** Does `work` with a folder of the migrations up to the one that was written at `until`; false when there is no such one. */
async function withThoseUntil(until: number, work: (folder: string) => Promise<void>): Promise<boolean> {
  const nameOf = (folder: string): string => join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(nameOf(migrations), 'utf8')) as Journal;
  if (!journal.entries.some(({ when }) => when === until)) return false;
  const folder = await mkdtemp(join(tmpdir(), 'footlight-migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    await writeFile(nameOf(folder), JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= until) }));
    await work(folder);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection that is lost is told by the query that was under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

/**
 * Runs the migrations that `url` has not seen yet: all of them or none. Safe when several hosts start at once: one
 * migrates, the others wait for it and then find nothing to do. Tests bring a `folder` of their own.
 */
export const migrate = (url: string, folder = migrations): Promise<void> => run(url, folder);

/** As `migrate`, but no further than the migration that was written at `until`; false, and nothing done, when this version has none such. */
export const migrateUntil = (url: string, until: number): Promise<boolean> => withThoseUntil(until, (folder) => run(url, folder));
