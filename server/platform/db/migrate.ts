/** Brings a database to the schema that this version of the host expects. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { DatabaseTooNew, MigrationFailed, StartRefused } from './start-errors';

/** Any fixed number will do, as long as nothing else in the database uses it as an advisory lock. */
const lockId = 4_046_170_215;
const migrations = resolve('server/db/migrations');

/**
 * The last version with the migrations that the baseline replaces. The baseline bears the time of the last of them, so a
 * database that has them all counts as one that has the baseline, and so does a backup of it.
 */
export const lastBeforeBaseline = 'version 0.1.0 (commit 244d925)';

/** The database stopped at a migration that this version no longer has. Nothing was changed. */
export class DatabaseTooOld extends StartRefused {
  override name = 'DatabaseTooOld';

  constructor() {
    super(
      `This database is older than ${lastBeforeBaseline}, and this version cannot upgrade it. ` +
        `Nothing was changed. Start it once with ${lastBeforeBaseline}, then with this version.`,
    );
  }
}

interface Journal {
  entries: { when: number }[];
}

const journalFile = (folder: string): string => join(folder, 'meta', '_journal.json');
const journalOf = async (folder: string): Promise<Journal> => JSON.parse(await readFile(journalFile(folder), 'utf8')) as Journal;

/** When the last migration that the database has was written; null when it has none. */
async function lastSeen(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query(`select where to_regclass('drizzle.__drizzle_migrations') is not null`);
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at ? Number(rows[0].at) : null;
}

/** @throws DatabaseTooOld when the database has some of the migrations that came before the baseline, and not all */
async function assertUpgradable(client: pg.Client, folder: string): Promise<void> {
  const [baseline, seen] = [(await journalOf(folder)).entries[0], await lastSeen(client)];
  // Migrations run when they are younger than the last one seen: without this check the baseline would meet its own tables.
  if (baseline && seen !== null && seen < baseline.when) throw new DatabaseTooOld();
}

/** @throws DatabaseTooNew when the database has a migration that is younger than all of `folder` */
async function assertNotNewer(client: pg.Client, folder: string): Promise<void> {
  const [last, seen] = [(await journalOf(folder)).entries.at(-1), await lastSeen(client)];
  if (last && seen !== null && seen > last.when) throw new DatabaseTooNew();
}

/** Keeps the first error of a connection: the builder rolls back after it, and tells of the rollback where that fails too. */
class MigrationClient extends pg.Client {
  firstError: unknown = null;

  override query = ((...question: unknown[]) => {
    const ask = super.query as (...question: unknown[]) => unknown;
    const answer = ask.apply(this, question);
    if (answer instanceof Promise) answer.catch((error: unknown) => (this.firstError ??= error));
    return answer;
  }) as pg.Client['query'];
}

async function run(url: string, migrationsFolder: string): Promise<void> {
  const client = new MigrationClient({ connectionString: url });
  // A lost connection is reported by the query that was running.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await assertUpgradable(client, migrationsFolder);
    await assertNotNewer(client, migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder });
  } catch (error) {
    throw error instanceof StartRefused ? error : new MigrationFailed(client.firstError ?? error);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

/**
 * Refuses a database of a later version, for a process that leaves migrating to another.
 * @throws DatabaseTooNew
 */
export async function assertKnown(url: string, folder = migrations): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertNotNewer(client, folder);
  } finally {
    await client.end();
  }
}

/**
 * Runs the migrations that `url` has not seen yet: all of them or none. Safe when several hosts start at the same time: one
 * migrates, the others wait for it and then find nothing to do. Tests bring a `folder` of their own.
 * @throws DatabaseTooOld, DatabaseTooNew, MigrationFailed
 */
export const migrate = (url: string, folder = migrations): Promise<void> => run(url, folder);

/**
 * As `migrate`, but no further than the migration that was written at `until`. When this version has no such migration, nothing
 * is done: `older` is from before the baseline, `newer` from a later version.
 * @throws DatabaseTooOld
 */
export async function migrateUntil(url: string, until: number): Promise<'done' | 'older' | 'newer'> {
  const journal = await journalOf(migrations);
  const entries = journal.entries.filter(({ when }) => when <= until);
  if (entries.length === 0) return 'older';
  if (entries.at(-1)?.when !== until) return 'newer';
  const folder = await mkdtemp(join(tmpdir(), 'footlight-migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    await writeFile(journalFile(folder), JSON.stringify({ ...journal, entries }));
    await run(url, folder);
    return 'done';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
