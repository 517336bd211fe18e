/**
 * An upgrade whose migration fails or is interrupted: the database is unchanged, and the previous version works with it. Also
 * upgrades from the 41 migrations of version 0.1.0 that the baseline replaced.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, migrateUntil } from '@server/platform/db/migrate';
import { bundle } from '../kit/processes/bundle';
import { freshDatabase, emptyTemplate, type FreshDatabase } from '../kit/host/database';
import { eventually } from '../kit/timing/eventually';
import { startHost } from '../kit/processes/host-process';
import { signUpFan } from '../kit/people/people';
import { openTestHost } from '../kit/host/test-host';

let database: FreshDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'footlight-upgrade-'));
  await cp('server/platform/db/migrations', folder, { recursive: true });
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A later version: the existing migrations, followed by these statements as further ones. */
async function laterVersion(...statements: string[]): Promise<void> {
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  for (const [index, statement] of statements.entries()) {
    const tag = `later_${String(index)}`;
    journal.entries.push({ ...last, idx: last.idx + index + 1, when: last.when + index + 1, tag });
    await writeFile(join(folder, `${tag}.sql`), statement);
  }
  await writeFile(file, JSON.stringify(journal));
}

/** The number of applied migrations, and whether the later version's table exists. */
async function migrationState(): Promise<{ applied: number; hasLaterTable: boolean }> {
  const { rows } = await client.query<{ applied: number; exists: boolean }>(
    `select (select count(*)::int from drizzle.__drizzle_migrations) as applied, to_regclass('later') is not null as exists`,
  );
  return { applied: rows[0]?.applied ?? 0, hasLaterTable: rows[0]?.exists ?? true };
}

test('a failed migration rolls back its whole upgrade, and the previous version works', async () => {
  const before = await migrationState();
  await laterVersion(
    'create table later (id int); alter table accounts add column later int',
    'alter table no_such_table add column later int',
  );
  await expect(migrate(database.url, folder)).rejects.toThrow();
  expect(await migrationState()).toEqual({ ...before, hasLaterTable: false });
  await migrate(database.url);
  const testHost = await openTestHost({ DATABASE_URL: database.url });
  expect((await signUpFan(testHost)).id).toBeTruthy();
  await testHost.close();
});

test('an interrupted migration rolls back its whole upgrade, and the next start completes it', async () => {
  const before = await migrationState();
  await laterVersion('create table later (id int)', 'select pg_sleep(60)');
  const interrupted = migrate(database.url, folder);
  interrupted.catch(() => undefined);
  await eventually(async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)' and datname = current_database()`,
    );
    expect(rowCount).toBe(1);
  });
  // The rollback fails too, because the connection is lost: the error must have the original reason.
  await expect(interrupted).rejects.toMatchObject({
    name: 'MigrationFailed',
    message: expect.stringContaining('terminating connection') as unknown,
  });
  expect(await migrationState()).toEqual({ ...before, hasLaterTable: false });
  await writeFile(join(folder, 'later_1.sql'), 'select 1');
  await migrate(database.url, folder);
  expect(await migrationState()).toEqual({ applied: before.applied + 2, hasLaterTable: true });
});

test('a migration without disk space reports the reason', async () => {
  const before = await migrationState();
  await laterVersion(
    `do $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`,
  );
  await expect(migrate(database.url, folder)).rejects.toThrow(
    'The database could not be upgraded: could not extend file: No space left on device. Nothing was changed. ' +
      'The disk of the database is full. Free up space, then start again.',
  );
  expect(await migrationState()).toEqual({ ...before, hasLaterTable: false });
});

test('a version that is older than the database rejects it, and changes nothing', async () => {
  await laterVersion('create table later (id int)');
  await migrate(database.url, folder);
  const after = await migrationState();
  await expect(migrate(database.url)).rejects.toMatchObject({
    name: 'DatabaseTooNew',
    message: expect.stringContaining('newer version') as unknown,
  });
  expect(await migrationState()).toEqual(after);
  // An API server does not migrate, but checks the version too.
  const program = bundle('server/main.ts');
  await expect(startHost(program, { DATABASE_URL: database.url, DATA_DIR: folder })).rejects.toThrow(
    'upgraded by a newer version of Footlight',
  );
});

/** The records of the replaced migrations in the database, in their order. */
const replacedMigrations = async (): Promise<{ hash: string; created_at: number }[]> =>
  JSON.parse(await readFile('tests/fixtures/migrations-0.1.0.json', 'utf8')) as { hash: string; created_at: number }[];

/** Replaces the database by one in which only the first `count` of the replaced migrations are recorded. */
async function recreateWithReplaced(count: number): Promise<void> {
  await client.end();
  await database.drop();
  database = await freshDatabase(emptyTemplate);
  await migrateUntil(database.url, (await replacedMigrations()).at(-1)?.created_at ?? 0);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const applied = (await replacedMigrations()).slice(0, count);
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const { hash, created_at } of applied)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, created_at]);
}

test('a database with all replaced migrations equals one with the baseline: none runs twice, and a later migration runs', async () => {
  await recreateWithReplaced(41);
  await migrate(database.url);
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as { entries: unknown[] };
  const applied = 41 + entries.length - 1;
  expect(await migrationState()).toEqual({ applied, hasLaterTable: false });
  const testHost = await openTestHost({ DATABASE_URL: database.url });
  expect((await signUpFan(testHost)).id).toBeTruthy();
  await testHost.close();

  await laterVersion('create table later (id int)');
  await migrate(database.url, folder);
  expect(await migrationState()).toEqual({ applied: applied + 1, hasLaterTable: true });
  // Again: there is nothing left to do.
  await migrate(database.url, folder);
  expect(await migrationState()).toEqual({ applied: applied + 1, hasLaterTable: true });
});

test('the baseline has the timestamp of the last migration that it replaced, and is the first migration', async () => {
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as {
    entries: { when: number }[];
  };
  expect(entries[0]?.when).toBe((await replacedMigrations()).at(-1)?.created_at);
});

test('only the snapshot of the last migration exists', async () => {
  const { entries } = JSON.parse(await readFile('server/platform/db/migrations/meta/_journal.json', 'utf8')) as {
    entries: { idx: number }[];
  };
  const last = String(entries.at(-1)?.idx).padStart(4, '0');
  expect(await readdir('server/platform/db/migrations/meta')).toEqual([`${last}_snapshot.json`, '_journal.json']);
});

test.each([1, 30, 40])(
  'a database that stopped at replaced migration %i is rejected with a named error, and is unchanged',
  async (count) => {
    await recreateWithReplaced(count);
    await expect(migrate(database.url)).rejects.toMatchObject({ name: 'DatabaseTooOld' });
    await laterVersion('create table later (id int)');
    await expect(migrate(database.url, folder)).rejects.toMatchObject({ name: 'DatabaseTooOld' });
    expect(await migrationState()).toEqual({ applied: count, hasLaterTable: false });
  },
);

test('a command reports which version upgrades a database that is too old, and exits with 1', async () => {
  await recreateWithReplaced(30);
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test' as const, DATABASE_URL: database.url, DATA_DIR: folder };
  const result = await new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'bin/ledger-check.ts'], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(result).toEqual({
    code: 1,
    stderr:
      '! This database is older than version 0.1.0 (commit 244d925) and cannot be upgraded directly. Nothing was changed. Start it once with version 0.1.0 (commit 244d925), then with this version.\n',
  });
});
