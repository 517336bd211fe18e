/** Migrates a database to the schema of this version. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { DatabaseTooNew, MigrationFailed, StartupError } from './start-errors';

/** Any fixed number that nothing else in the database uses as an advisory lock. */
const lockId = 4_046_170_215;
const migrations = resolve('server/platform/db/migrations');

/**
 * The last version with the migrations that the baseline replaces. The baseline has the timestamp of the last of them, so a
 * database (or backup) that has them all counts as one that has the baseline.
 */
export const lastPreBaselineVersion = 'version 0.1.0 (commit 244d925)';

/** The database's last migration no longer exists in this version. Nothing was changed. */
export class DatabaseTooOld extends StartupError {
  override name = 'DatabaseTooOld';

  constructor() {
    super(
      `This database is older than ${lastPreBaselineVersion} and cannot be upgraded directly. ` +
        `Nothing was changed. Start it once with ${lastPreBaselineVersion}, then with this version.`,
    );
  }
}

interface Journal {
  entries: { when: number }[];
}

const journalFile = (folder: string): string => join(folder, 'meta', '_journal.json');
const journalOf = async (folder: string): Promise<Journal> => JSON.parse(await readFile(journalFile(folder), 'utf8')) as Journal;

/** The timestamp of the database's last migration; null if it has none. */
async function lastMigrationOf(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query(`select where to_regclass('drizzle.__drizzle_migrations') is not null`);
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ at: string | null }>('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at ? Number(rows[0].at) : null;
}

/** @throws DatabaseTooOld if the database has some but not all of the migrations before the baseline */
async function assertUpgradable(client: pg.Client, folder: string): Promise<void> {
  const [baseline, lastApplied] = [(await journalOf(folder)).entries[0], await lastMigrationOf(client)];
  // Migrations newer than the last applied one are run: without this check the baseline would run on its own tables.
  if (baseline && lastApplied !== null && lastApplied < baseline.when) throw new DatabaseTooOld();
}

/** @throws DatabaseTooNew if the database has a migration that is newer than all of `folder` */
async function assertNotNewer(client: pg.Client, folder: string): Promise<void> {
  const [last, lastApplied] = [(await journalOf(folder)).entries.at(-1), await lastMigrationOf(client)];
  if (last && lastApplied !== null && lastApplied > last.when) throw new DatabaseTooNew();
}

/** Stores the first error of a connection: drizzle rolls back after it, and would report a failed rollback instead. */
class MigrationClient extends pg.Client {
  firstError: unknown = null;

  override query = ((...args: unknown[]) => {
    const query = super.query as (...args: unknown[]) => unknown;
    const result = query.apply(this, args);
    if (result instanceof Promise) result.catch((error: unknown) => (this.firstError ??= error));
    return result;
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
    throw error instanceof StartupError ? error : new MigrationFailed(client.firstError ?? error);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/**
 * Asserts that the database is not of a later version, for processes that do not migrate.
 * @throws DatabaseTooNew
 */
export async function assertNoNewerMigration(url: string, folder = migrations): Promise<void> {
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
 * Runs the pending migrations of `url`: all of them or none. Safe when several processes start at the same time: one migrates, the
 * others wait and then find nothing to do. Tests pass their own `folder`.
 * @throws DatabaseTooOld, DatabaseTooNew, MigrationFailed
 */
export const migrate = (url: string, folder = migrations): Promise<void> => run(url, folder);

/**
 * As `migrate`, but only up to the migration with the timestamp `until`. If this version does not have that migration, nothing is
 * done: `older` means from before the baseline, `newer` from a later version.
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
